import type { PlotlySpec } from "../figures/spec.js";
import { DisplaySlot } from "./display.js";
import { figureBundle, liveBundle } from "./show.js";

/** A figure that is redrawn in place. */
export interface LiveFigure {
  /** Draws the figure anew if the last drawing is old enough; the spec is only made then. */
  update(make: () => PlotlySpec): void;
  /** Draws what stays, with its picture. */
  finish(spec: PlotlySpec): Promise<void>;
}

/**
 * A figure that grows while a cell runs: one output, replaced in place.
 *
 * @param every least time between two drawings, ms
 * @throws RangeError when `every` is negative
 * @example const curve = live(); curve.update(() => entropyCurves(rows)); await curve.finish(entropyCurves(rows));
 * @source this project
 */
export function live({ every = 1000 } = {}): LiveFigure {
  if (!(every >= 0)) throw new RangeError(`live: every must be >= 0, got ${every}`);
  const slot = new DisplaySlot();
  let last = -Infinity;
  return {
    update(make) {
      if (performance.now() - last < every) return;
      slot.show(liveBundle(make()));
      last = performance.now();
    },
    async finish(spec) {
      slot.finish(await figureBundle(spec));
    },
  };
}
