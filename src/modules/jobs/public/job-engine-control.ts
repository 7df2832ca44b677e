/** Starts and stops the work on jobs: `main` calls it, after the service listens and before it closes. */
export abstract class JobEngineControl {
  abstract start(): Promise<void>;
  abstract stop(): Promise<void>;
}
