/** `npm run docs`: the API reference in pipeline order, and the pages computed from the functions themselves. */
import { join, relative } from "node:path";
import { Application, Converter, OptionDefaults } from "typedoc";
import { writeAtomic } from "../core/files.js";
import { asProgram, ROOT, UsageError } from "./command.js";
import { papersAndReleases } from "./docs/papers-and-releases.js";
import { categories, nameParameters, putInRooms } from "./docs/rooms.js";

async function main(args: string[]): Promise<number> {
  if (args.length > 0) throw new UsageError(`docs: takes no argument, got ${args.join(" ")}`);
  writeAtomic(join(ROOT, "data/docs/papers-and-releases.md"), papersAndReleases());
  const app = await Application.bootstrap({
    options: join(ROOT, "typedoc.json"),
    blockTags: [...OptionDefaults.blockTags, "@source"],
    categoryOrder: categories,
  });
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    putInRooms(project);
    nameParameters(project);
  });
  const project = await app.convert();
  if (!project) return 1;
  await app.generateOutputs(project);
  console.log(`docs: ${relative(process.cwd(), join(ROOT, ".build/docs/index.html"))}`);
  return app.logger.hasErrors() ? 1 : 0;
}

await asProgram(import.meta.url, main);
