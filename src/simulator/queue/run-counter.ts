/** How often a prompt id was accepted and run. */
export interface RunCount {
  readonly accepted: number;
  readonly started: number;
  readonly finished: number;
  readonly succeeded: number;
  readonly interrupted: number;
}

/** As many prompts as the history has; the counts of older ones are forgotten. */
const MAX_PROMPTS = 10_000;

const NONE: RunCount = { accepted: 0, started: 0, finished: 0, succeeded: 0, interrupted: 0 };

/** Counts runs by prompt id. Kept over restarts of the simulated node, unlike queue and history. */
export class RunCounter {
  private readonly counts = new Map<string, RunCount>();

  add(promptId: string, ...what: readonly (keyof RunCount)[]): void {
    const count = { ...this.of(promptId) };
    for (const name of what) count[name]++;
    this.counts.set(promptId, count);
    const oldest = this.counts.keys().next();
    if (this.counts.size > MAX_PROMPTS && oldest.done !== true) this.counts.delete(oldest.value);
  }

  of(promptId: string): RunCount {
    return this.counts.get(promptId) ?? NONE;
  }

  all(): ReadonlyMap<string, RunCount> {
    return this.counts;
  }
}
