/** Kinds of wrong answers. */
export type BrokenAnswerKind =
  'invalid_json' | 'not_a_number' | 'half_body' | 'never' | 'error_500' | 'dropped_connection';

/** The faults that can be injected. Routes are named by method and pattern: `GET /history/{prompt_id}`. */
export interface FaultSettings {
  /** Milliseconds added before a route does anything; `*` for all routes. */
  readonly latency_ms?: Readonly<Record<string, number>>;
  /** Wrong answers by route (`*` for all), `times` times (default: until reset). The route still does its work. */
  readonly answers?: readonly {
    readonly route: string;
    readonly kind: BrokenAnswerKind;
    readonly times?: number;
  }[];
  /** Nodes that fail: by id, by class, or `*`; `times` times (default: once). */
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
  /** Milliseconds until a prompt is accepted, also when its client has disconnected by then. */
  readonly accept_late_ms?: number;
}
