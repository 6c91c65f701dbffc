import { KEPT_ERRORS, startNode } from "./child-process.js";
import { imageScript } from "./paths.js";

let image: Promise<Uint8Array> | null = null;

/** The memory of a prepared Python interpreter: made once a program, in a process of its own, from which every sandbox starts. */
export function pythonImage(): Promise<Uint8Array> {
  image ??= makeImage();
  image.catch(() => {
    image = null; // the next check tries again; this one is told
  });
  return image;
}

async function makeImage(): Promise<Uint8Array> {
  const maker = startNode("python", imageScript);
  const parts: Uint8Array[] = [];
  let errors = "";
  maker.stdout.on("data", (part: Uint8Array) => parts.push(part));
  maker.stderr.on("data", (text) => {
    errors = (errors + text).slice(-KEPT_ERRORS);
  });
  const code = await new Promise<number | string | null>((resolve, reject) => {
    maker.on("error", reject);
    maker.on("close", (exit, signal) => resolve(exit ?? signal));
  });
  if (code !== 0) throw new Error(`verifyCode: the Python interpreter could not be prepared (exit ${code}): ${errors}`);
  return Buffer.concat(parts);
}
