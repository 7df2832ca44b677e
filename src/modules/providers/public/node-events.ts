import type { Observable } from 'rxjs';

/**
 * Events of nodes' sockets. They are only hints: frames get lost, a dropped socket looks like an idle one, and job
 * events reach only the client id that queued the prompt. `NodeAccess.lookUp` is authoritative.
 */
export type NodeEvent =
  /** A socket is open; prompts submitted from now on should carry this client id. */
  | { readonly kind: 'connected'; readonly providerId: string; readonly clientId: string }
  | { readonly kind: 'disconnected'; readonly providerId: string }
  /** The node's count of running and pending prompts, everybody's. */
  | { readonly kind: 'queue'; readonly providerId: string; readonly remaining: number }
  | { readonly kind: 'started'; readonly providerId: string; readonly promptId: string }
  | {
      readonly kind: 'executing';
      readonly providerId: string;
      readonly promptId: string;
      readonly nodeId: string;
    }
  /** Steps of the node that is running now (`value` of `max`). */
  | {
      readonly kind: 'progress';
      readonly providerId: string;
      readonly promptId: string;
      readonly nodeId: string;
      readonly value: number;
      readonly max: number;
    }
  /** Nodes of the graph that are finished, as far as the node has reported them. */
  | {
      readonly kind: 'nodes_done';
      readonly providerId: string;
      readonly promptId: string;
      readonly done: readonly string[];
    }
  | {
      readonly kind: 'preview';
      readonly providerId: string;
      readonly promptId: string;
      readonly mime: 'image/jpeg' | 'image/png';
      readonly bytes: Buffer;
    }
  /** execution_success, execution_error or execution_interrupted: look the result up now. */
  | { readonly kind: 'ended'; readonly providerId: string; readonly promptId: string };

/** Device memory in use while one of our prompts ran, in bytes. */
export interface MemorySample {
  readonly providerId: string;
  readonly promptId: string;
  readonly used: number;
  readonly total: number;
  /** The node's count of running and pending prompts at that time, everybody's. */
  readonly remaining: number;
}

export abstract class NodeEvents {
  abstract readonly stream: Observable<NodeEvent>;
  /** Memory samples of nodes that run one of our prompts, about one a second. */
  abstract readonly memory: Observable<MemorySample>;
  /** Client id of the provider's open socket; a random one while none is open. */
  abstract clientId(providerId: string): string;
}
