/** Placeholder. */
export function papersAndReleases(): string {
  return "# Where papers and releases differ, and what it changes\n";
}
