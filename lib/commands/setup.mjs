// The one plain script: it runs before anything is installed or built, with Node's own modules alone.
//   node lib/commands/setup.mjs [--gpu]       install and build everything that is missing or stale
//   node lib/commands/setup.mjs build         npm packages and the build only
//   node lib/commands/setup.mjs run X [args]  what command X needs, then the command
// This file and node.mjs keep to syntax that old Nodes read, so that they are told what is wrong.
import { nodeProblem } from "./setup/node.mjs";

const problem = nodeProblem(process.versions.node);
if (problem) {
  console.error(problem);
  process.exitCode = 1;
} else {
  import("./setup/main.mjs").then((setup) => setup.main(process.argv.slice(2)));
}
