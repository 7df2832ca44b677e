/** Starts and stops looking after nodes: `main` calls it, after the service listens and before it closes. */
export abstract class NodeMonitoring {
  abstract start(): void;
  abstract stop(): Promise<void>;
}
