/** A wrong answer instead of, or made from, the right one. */
export type BrokenAnswerKind =
  'invalid_json' | 'not_a_number' | 'half_body' | 'never' | 'error_500' | 'dropped_connection';

/** Everything that can be made to go wrong. Routes are named as they are written: `GET /history/{prompt_id}`. */
export interface FaultSettings {
  /** Milliseconds added before a route does anything; `*` for all routes. */
  readonly latency_ms?: Readonly<Record<string, number>>;
  /** Wrong answers by route (`*` for all), so many times (default: until reset). The route's work is done. */
  readonly answers?: readonly {
    readonly route: string;
    readonly kind: BrokenAnswerKind;
    readonly times?: number;
  }[];
  /** Nodes that fail: by id, by class, or `*`; so many times (default: once). */
  readonly fail_nodes?: readonly {
    readonly node: string;
    readonly error?: 'exception' | 'out_of_memory';
    readonly message?: string;
    readonly times?: number;
  }[];
  /** Milliseconds per sampling step, in place of the node's own. */
  readonly step_ms?: number;
  /** While true, sockets stay open and nothing is sent over them. */
  readonly mute?: boolean;
  /** This many accepted prompts are dropped silently. */
  readonly lose_jobs?: number;
  /** A prompt is taken only after so many milliseconds, also when its client has hung up by then. */
  readonly accept_late_ms?: number;
}
