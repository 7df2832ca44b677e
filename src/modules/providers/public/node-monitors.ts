/** Monitors every configured node. Started when the service listens, never by a CLI command. */
export abstract class NodeMonitors {
  abstract start(): void;
  /** Ends every monitor and every embedded node. */
  abstract stop(): Promise<void>;
}
