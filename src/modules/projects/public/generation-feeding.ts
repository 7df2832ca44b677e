/** Turns the waiting takes of generations into jobs and speech in the background, while the service runs. */
export abstract class GenerationFeeding {
  /** Resumes the generations that were unfinished when the last process ended. Call it once the service listens. */
  abstract start(): void;
  /** Begins no further take; resolves when the takes that are beginning are stored. */
  abstract stop(): Promise<void>;
  /**
   * Looks for takes that can begin. Call it after a change to an owner's takes.
   * @param ownerId `null` for projects without an owner
   */
  abstract wake(ownerId: string | null): void;
}
