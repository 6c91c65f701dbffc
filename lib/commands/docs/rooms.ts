import { Comment, CommentTag, type DeclarationReflection, type ProjectReflection, ReflectionKind } from "typedoc";

/** The rooms of lib/, in the order in which a training step passes through them. */
const rooms: Record<string, string> = {
  core: "Nouns and randomness",
  tasks: "Tasks",
  verifiers: "Verifiers",
  entropy: "Entropy",
  masks: "Masks",
  branching: "Branching",
  advantages: "Advantages",
  losses: "Losses",
  engine: "Engines",
  policies: "Policies",
  recipes: "Recipes",
  training: "Training",
  metrics: "Metrics",
  experiments: "Experiments",
  records: "Records",
  figures: "Figures",
  notebook: "Notebook",
};

/** Their folders, in that order. */
export const roomNames: string[] = Object.keys(rooms);
const titleOf = (room: string) => `${String(roomNames.indexOf(room) + 1).padStart(2, "0")} ${rooms[room]}`;

/** The reference's headings in pipeline order. */
export const categories: string[] = roomNames.map(titleOf);

/** Puts every public name under the heading of the folder that declares it. */
export function putInRooms(project: ProjectReflection): void {
  // Beside written pages the contents page is a module of its own.
  const [contents] = project.children ?? [];
  contents.name = "Contents";
  for (const child of contents.children ?? []) {
    const room = roomOf(child);
    // A function's comment belongs to its signature: the generator reads the category there.
    const documented = child.signatures?.[0] ?? child;
    documented.comment ??= new Comment();
    documented.comment.blockTags.push(new CommentTag("@category", [{ kind: "text", text: titleOf(room) }]));
  }
}

/** Destructured parameters have no name of their own: by the library's convention the first holds inputs, a later one options. */
export function nameParameters(project: ProjectReflection): void {
  for (const reflection of project.getReflectionsByKind(ReflectionKind.SomeSignature)) {
    if (!reflection.isSignature()) continue;
    for (const [i, parameter] of (reflection.parameters ?? []).entries()) {
      if (parameter.name === "__namedParameters") parameter.name = i === 0 ? "inputs" : "options";
    }
  }
}

function roomOf(child: DeclarationReflection): string {
  const path = child.sources?.[0]?.fullFileName ?? "";
  const room = roomNames.find((folder) => path.includes(`/lib/${folder}/`));
  if (!room) throw new Error(`docs: ${child.name} (${path}) is in no known folder of lib/: add it to the rooms`);
  return room;
}
