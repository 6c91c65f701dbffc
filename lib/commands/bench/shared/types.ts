/** What every benchmark is given. */
export interface BenchOptions {
  /** Interleaved rounds; each contestant runs once a round. */
  rounds: number;
  /** The Python that runs peers. */
  python: string;
  /** Size named on the command line, all sizes when absent. */
  size?: string;
  /** Contestants named on the command line, the benchmark's own choice when absent. */
  contestants?: string[];
  /** Tells what is going on; never part of the report. */
  progress: (line: string) => void;
}

export interface BenchTable {
  title: string;
  columns: string[];
  rows: (string | number)[][];
}

/** Tables for a reader and the figures behind them for a program. */
export interface BenchReport {
  tables: BenchTable[];
  /** What a reader must know besides: what was left out and why, how to get it. */
  notes: string[];
  /** Written by --json. */
  data: unknown;
}

/** One file beside this folder exports one of these as `name` and `run`. */
export interface Bench {
  name: string;
  run(options: BenchOptions): Promise<BenchReport>;
}
