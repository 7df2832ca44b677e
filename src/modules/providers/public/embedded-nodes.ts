/** A node that runs inside this service. */
export interface EmbeddedNode {
  /** Where it listens, `http://127.0.0.1:…`. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts the nodes that the configuration wants inside the service: providers of kind `simulator` without a
 * `base_url`. The app binds it to the simulator; loaded on first use only.
 */
export abstract class EmbeddedNodes {
  abstract start(provider: {
    readonly id: string;
    readonly step_ms: number;
  }): Promise<EmbeddedNode>;
}
