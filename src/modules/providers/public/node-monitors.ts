/** Looks after every configured node. Started once the service listens, never by a command. */
export abstract class NodeMonitors {
  abstract start(): void;
  /** Ends every monitor and every embedded node. */
  abstract stop(): Promise<void>;
}
