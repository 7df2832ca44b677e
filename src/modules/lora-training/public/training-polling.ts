/** Follows unfinished training runs in the background, while the service runs. */
export abstract class TrainingPolling {
  /** Resumes the runs that were unfinished when the last process ended. Call it once the service listens. */
  abstract start(): void;
  /** Resolves when the running lookups have ended. */
  abstract stop(): Promise<void>;
  /** Looks a run up now; resolves when that is done. */
  abstract lookUp(jobName: string): Promise<void>;
}
