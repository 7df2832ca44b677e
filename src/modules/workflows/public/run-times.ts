/** Measured run times per workflow and node: kept by workflows, told by jobs. Seconds. */
export abstract class RunTimes {
  abstract record(run: {
    readonly workflow: string;
    readonly provider: string;
    readonly seconds: number;
  }): Promise<void>;
  /** Median of what this install measured; `null` before the first run. Never waits. */
  abstract expectedSeconds(workflow: string, provider: string): number | null;
}
