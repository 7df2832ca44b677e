import { setImmediate as nextRound } from 'node:timers/promises';

/** Lets one of several pieces of synchronous work run in each round of the event loop, so that others are served between two. */
export class EventLoopRounds {
  private last: Promise<void> = Promise.resolve();

  /** Resolves in a round of its own, after those that were asked for before. */
  next(): Promise<void> {
    this.last = this.last.then(() => nextRound());
    return this.last;
  }
}
