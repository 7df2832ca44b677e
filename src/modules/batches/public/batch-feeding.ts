/** Turns the runs of batches into jobs while the service runs. */
export abstract class BatchFeeding {
  /** Takes up every batch that the last process left running. `main` calls it, after the service listens. */
  abstract start(): void;
  /** No further run becomes a job; resolves when those under way are written. */
  abstract stop(): Promise<void>;
  /** Something changed for an owner's batches: does in the background what can be done now. */
  abstract wake(ownerId: string | null): void;
}
