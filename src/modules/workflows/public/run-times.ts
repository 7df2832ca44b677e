/** The kind of a measured or expected run. */
export interface RunKind {
  readonly workflow: string;
  /** The text from `runClass`; `null` for jobs from before classes existed. */
  readonly runClass: string | null;
}

/** Highest memory use of a device during a run. Bytes. */
export interface PeakMemory {
  /** Includes the memory of other programs. */
  readonly used: number;
  readonly total: number;
}

/** A successful run. */
export interface FinishedRun extends RunKind {
  readonly provider: string;
  readonly seconds: number;
  /** `null` if the memory use is unknown. */
  readonly memory: PeakMemory | null;
}

/** Measured runs per workflow, node and class: jobs record them, workflows store them. Seconds. */
export abstract class RunTimes {
  abstract record(runs: readonly FinishedRun[]): Promise<void>;
  /**
   * Expected seconds of a run on a node: the median of its class, else an estimate from the nearest class, else the
   * median of all; `null` before the first run. Never waits.
   */
  abstract expectedSeconds(run: RunKind, provider: string): number | null;
}
