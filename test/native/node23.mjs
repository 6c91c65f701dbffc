/** Makes this Node look like Node 23, which has no such helpers in util. */
import util from "node:util";

for (const name of ["isNullOrUndefined", "isArray"]) delete util[name];
