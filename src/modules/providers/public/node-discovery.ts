import type { JsonRecord } from '../../../platform/json';
import type { Caller } from '../../../platform/access/caller';

/** A read-only request to a node (`object_info`, `models`, `queue`…). */
export interface DiscoveryRequest {
  /** For limits per caller only; nothing about the caller is sent to the node. */
  readonly caller: Pick<Caller, 'ownerId'>;
  /** The decoded path; already validated by the calling code. */
  readonly segments: readonly string[];
  /** Encoded, without its question mark; may be empty. Not sent to `object_info` and `models`, which take none. */
  readonly query: string;
}

/** A node's JSON. The same object while the answer is cached. */
export interface DiscoveryResponse {
  readonly value: unknown;
  /** Strict JSON as the node wrote it, with all digits of its numbers; null when it wrote `NaN` or `Infinity`. */
  readonly chunks: readonly Buffer[] | null;
}

/** Forwards discovery requests to nodes: GET, without headers of the caller. */
export abstract class NodeDiscovery {
  /**
   * Not for the whole `object_info`. Throws `NodeUnreachable` (502), `NodeBusy` (503), `NodeBadAnswer` (502: a redirect,
   * no JSON, too large) or `NodeAnswered` (the node's own status).
   */
  abstract get(providerId: string, request: DiscoveryRequest): Promise<DiscoveryResponse>;

  /** `object_info`, with integers beyond 2^53 rounded. Cached for seconds. Throws as `get` does. */
  abstract objectInfo(providerId: string): Promise<JsonRecord>;
}
