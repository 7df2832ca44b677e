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

/** A node's JSON. The same object while the answer is cached, so that consumers can cache derived data by identity. */
export interface DiscoveryResponse {
  /** Strict JSON as the node wrote it: numbers keep all their digits. */
  readonly text: string;
  readonly value: unknown;
}

/** Forwards discovery requests to nodes: GET, without headers of the caller. */
export abstract class NodeDiscovery {
  /**
   * Throws `NodeUnreachable` (502), `NodeBusy` (503), `NodeBadAnswer` (502: a redirect, no JSON, over 64 MiB) or
   * `NodeAnswered` (the node's own status).
   */
  abstract get(providerId: string, request: DiscoveryRequest): Promise<DiscoveryResponse>;
}
