/** Creates jobs from the runs of batches in the background, while the service runs. */
export abstract class BatchFeeding {
  /** Resumes the batches that were running when the last process ended. `main` calls it once the service listens. */
  abstract start(): void;
  /** Stops creating jobs; resolves when the jobs that are being created are stored. */
  abstract stop(): Promise<void>;
  /**
   * Call it after a change to an owner's batches. Creates, in the background, as many jobs as the limits allow.
   * @param ownerId `null` for batches without an owner
   */
  abstract wake(ownerId: string | null): void;
}
