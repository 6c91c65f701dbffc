import { createRequire } from "node:module";

export interface Sent {
  data: Record<string, unknown>;
  id?: string;
  update: boolean;
}

/** Puts in place of a running kernel what the display layer looks for; returns what was sent to it. */
export function pretendKernel(): { sent: Sent[]; end: () => void } {
  const { cache } = createRequire(import.meta.url);
  const path = "/pretend/node_modules/tslab/dist/jupyter.js";
  const sent: Sent[] = [];
  const lastWriteDisplayData = (content: { data: Sent["data"]; transient: { display_id?: string } }, update = false) =>
    sent.push({ data: content.data, id: content.transient.display_id, update });
  cache[path] = { exports: { lastWriteDisplayData } } as unknown as NodeJS.Module;
  return { sent, end: () => delete cache[path] };
}
