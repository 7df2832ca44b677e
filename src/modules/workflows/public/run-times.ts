/** A run that was measured, or one to come. */
export interface RunKind {
  readonly workflow: string;
  /** As `runClass` of `run-class.ts` writes it; `null` for jobs from before there were classes. */
  readonly runClass: string | null;
}

/** The most of a device's memory that was seen in use while a run went on. Bytes. */
export interface PeakMemory {
  /** Other programs included. */
  readonly used: number;
  readonly total: number;
}

/** A run that ended well. */
export interface FinishedRun extends RunKind {
  readonly provider: string;
  readonly seconds: number;
  /** `null` where nobody could tell. */
  readonly memory: PeakMemory | null;
}

/** Measured runs per workflow, node and class: kept by workflows, told by jobs. Seconds. */
export abstract class RunTimes {
  abstract record(run: FinishedRun): Promise<void>;
  /**
   * What such a run takes there, by what this install measured: the median of its class, else reckoned from the nearest
   * class, else the median of all; `null` before the first run. Never waits.
   */
  abstract expectedSeconds(run: RunKind, provider: string): number | null;
}
