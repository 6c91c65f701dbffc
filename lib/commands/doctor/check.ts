/** What a check found: `note` is worth knowing and harms nothing. */
export interface Finding {
  state: "ok" | "note" | "fault";
  text: string;
  /** What to do about it. */
  remedy?: string;
}

export interface Check {
  name: string;
  /** What to do when `run` throws. */
  remedy: string;
  run(): Promise<Finding> | Finding;
}

export const ok = (text: string): Finding => ({ state: "ok", text });
export const note = (text: string, remedy?: string): Finding => ({ state: "note", text, remedy });
export const fault = (text: string, remedy: string): Finding => ({ state: "fault", text, remedy });

/** A check that throws is a fault with the error's own words. */
export async function examine(check: Check): Promise<Finding> {
  try {
    return await check.run();
  } catch (error) {
    return fault(error instanceof Error ? error.message.split("\n")[0] : String(error), check.remedy);
  }
}
