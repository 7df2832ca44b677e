/** Follows unfinished training runs in the background, while the service runs. */
export abstract class TrainingPolling {
  /** Resumes the runs that were unfinished when the last process ended. Call it once the service listens. */
  abstract start(): void;
  /** Resolves when the running look-ups have ended. */
  abstract stop(): Promise<void>;
  /** Looks a run up now. Resolves after that. */
  abstract lookUp(jobName: string): Promise<void>;
}
