/** One change of the system's clock: what it showed before, and by how many milliseconds it was set forward or back. */
interface Step {
  readonly before: number;
  readonly ms: number;
}

/** Smaller ones are within what times are compared for, and come from the corrections of time servers. */
const MIN_STEP_MS = 5_000;
const MAX_STEPS = 100;

/**
 * Remembers when the system's clock was set while this process ran, by comparing it with a clock that nobody can set.
 * A machine that was suspended counts as one whose clock was set forward: nothing ran meanwhile.
 */
export class ClockSteps {
  private readonly steps: Step[] = [];
  private last: { readonly wall: number; readonly monotonic: number } | null = null;

  /** Call it often: times from between the last call and a step are taken for times after the step. */
  observe(wall: number, monotonic: number): void {
    const { last } = this;
    this.last = { wall, monotonic };
    if (!last) return;
    const expected = last.wall + monotonic - last.monotonic;
    if (Math.abs(wall - expected) < MIN_STEP_MS) return;
    this.steps.push({ before: expected, ms: wall - expected });
    if (this.steps.length > MAX_STEPS) this.steps.shift();
  }

  /** By how much the clock was set forward, all steps together; a later step back makes up for it. */
  get forwardMs(): number {
    return this.steps.reduce((sum, { ms }) => Math.max(0, sum + ms), 0);
  }

  /** An earlier time as the clock would show it had nobody set it; `now` at most. */
  adjusted(then: number, now: number): number {
    let time = then;
    for (const { before, ms } of this.steps) {
      // Times from before a step back and after it overlap; those in the future are certainly from before.
      const isFromBefore = ms > 0 ? time <= before : time <= before && time > now;
      if (isFromBefore) time += ms;
    }
    return Math.min(time, now);
  }
}
