/** A figure as data: what Plotly draws, without Plotly. Specs are JSON: numbers, strings, arrays, plain objects. */
export interface PlotlySpec {
  /** Plotly traces. */
  data: Record<string, unknown>[];
  /** Plotly layout. */
  layout: Record<string, unknown>;
  /** Plotly configuration (interactive figures only). */
  config?: Record<string, unknown>;
}
