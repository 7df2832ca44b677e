import type { Clock } from './clock';

export interface Repetition {
  readonly clock: Clock;
  /** Time from the end of one run to the start of the next. */
  readonly pauseMs: number;
  /** Ends the repetition when aborted; a run that has begun is awaited. */
  readonly signal: AbortSignal;
  /** Gets what a run has thrown. The next run follows as usual. */
  readonly onError: (error: unknown) => void;
}

/** Runs a task at once and again after each pause. Resolves when the signal is aborted. */
export async function repeat(
  task: () => Promise<void>,
  { clock, pauseMs, signal, onError }: Repetition,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await task();
    } catch (error) {
      onError(error);
    }
    await clock.pause(pauseMs, signal);
  }
}
