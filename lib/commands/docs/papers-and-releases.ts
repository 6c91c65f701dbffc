import { renderSection } from "./section.js";
import { advantageSections } from "./sections/advantages.js";
import { branchingSections } from "./sections/branching.js";
import { entropySections } from "./sections/entropy.js";
import { lossSections } from "./sections/losses.js";

const introduction = `# Where papers and releases differ, and what it changes

The library's defaults are the papers' readings; a released reading is a named option or one composition away, and what
is plainly a fault (padding) is only shown. Each number below is what our functions give: \`npm run docs\` writes this
page, and a test compares it with the functions.
`;

/** The page, every number computed by the library's own functions. */
export function papersAndReleases(): string {
  const sections = [...entropySections, ...branchingSections, ...advantageSections, ...lossSections];
  return [introduction, ...sections.map((section) => renderSection(section()))].join("\n");
}
