/** Turns the waiting takes of generations into jobs and speech in the background, while the service runs. */
export abstract class GenerationFeeding {
  /** Resumes what the last process left. `main` calls it once the service listens. */
  abstract start(): Promise<void>;
  /** Begins no further take; resolves when those that are being begun are stored. */
  abstract stop(): Promise<void>;
  /**
   * Call it after a change to an owner's takes.
   * @param ownerId `null` for projects without an owner
   */
  abstract wake(ownerId: string | null): void;
}
