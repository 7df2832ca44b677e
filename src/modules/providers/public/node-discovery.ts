import type { Caller } from '../../../platform/access/caller';

/** Something to ask a node: one of its discovery endpoints. */
export interface DiscoveryRequest {
  /** Who asks. Nothing of them goes to the node: nobody's questions may crowd out everybody else's. */
  readonly caller: Pick<Caller, 'ownerId'>;
  /** The path in plain text, segment by segment; whoever asks has judged it. */
  readonly segments: readonly string[];
  /** Encoded, without its question mark; may be empty. `object_info` and `models` know none: theirs stays here. */
  readonly query: string;
}

/** A node's JSON. The same object while the same answer is kept, so that readers can remember what they made of it. */
export interface DiscoveryResponse {
  /** Strict JSON as the node wrote it: numbers keep all their digits. */
  readonly text: string;
  readonly value: unknown;
}

/** Passes questions on to nodes as they are: GET, without anything of the caller's. */
export abstract class NodeDiscovery {
  /**
   * Throws `NodeUnreachable` (502), `NodeBusy` (503), `NodeBadAnswer` (502: a redirect, no JSON, over 64 MiB) or
   * `NodeAnswered` (the node's own status).
   */
  abstract get(providerId: string, question: DiscoveryRequest): Promise<DiscoveryResponse>;
}
