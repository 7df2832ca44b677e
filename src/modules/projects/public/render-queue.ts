import type { Transaction } from '../../../platform/database/write-gate';

/** Makes the requested renders in the background, one after another, while the service runs. */
export abstract class RenderQueue {
  /** Continues the renders that were unfinished when the last process ended. Call it once the service listens. */
  abstract start(): void;
  /** Stops the running render and keeps its finished parts for the next start; resolves when it has stopped. */
  abstract stop(): Promise<void>;
  /** Call it in the transaction of a new render: stores its event and, after the commit, starts it in the background. */
  abstract add(tx: Transaction, id: string): Promise<void>;
  /**
   * Stops a render that was cancelled or deleted.
   * @returns whether it was running; its files are then deleted once ffmpeg has ended
   */
  abstract abandon(id: string): boolean;
}
