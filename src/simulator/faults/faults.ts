import { EventEmitter, once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { brokenAnswer, type Answer } from '../http/answer';
import { PythonError } from '../wire/python';

/** Kinds of wrong answers. */
type BrokenAnswerKind =
  | 'invalid_json'
  | 'not_a_number'
  | 'half_body'
  | 'never'
  | 'error_500'
  | 'dropped_connection';

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
  /** This many sampling steps may still run; the next one waits until more are allowed or the prompt is interrupted. */
  readonly steps_allowed?: number;
  /** While true, no events are sent over the open sockets. */
  readonly mute?: boolean;
  /** This many accepted prompts are dropped silently. */
  readonly lose_jobs?: number;
  /** Milliseconds until a prompt is accepted, also when its client has disconnected by then. */
  readonly accept_late_ms?: number;
}

const EVERY = '*';
const OUT_OF_MEMORY = 'torch.OutOfMemoryError';

/** The injected faults of a node. */
export class Faults {
  private settings: FaultSettings = {};
  private readonly spent = new Map<object, number>();
  private lost = 0;
  private stepsAllowed = Infinity;
  private readonly changes = new EventEmitter();

  /** Replaces the named settings and keeps the others. */
  set(settings: FaultSettings): void {
    this.settings = { ...this.settings, ...settings };
    if (settings.lose_jobs !== undefined) this.lost = 0;
    if (settings.steps_allowed !== undefined) this.allowSteps(settings.steps_allowed);
  }

  reset(): void {
    this.settings = {};
    this.spent.clear();
    this.allowSteps(Infinity);
  }

  get mute(): boolean {
    return this.settings.mute === true;
  }

  get acceptLateMs(): number {
    return this.settings.accept_late_ms ?? 0;
  }

  /** Milliseconds per sampling step; `undefined`: the node's own. */
  get stepMs(): number | undefined {
    return this.settings.step_ms;
  }

  /** Waits until a sampling step is allowed, or `signal` aborts. */
  async takeStep(signal: AbortSignal): Promise<void> {
    while (this.stepsAllowed <= 0 && !signal.aborted) {
      await once(this.changes, 'steps', { signal }).catch(() => undefined);
    }
    if (!signal.aborted) this.stepsAllowed -= 1;
  }

  /** Waits for the latency injected into the route. */
  async delay(route: string): Promise<void> {
    const table = this.settings.latency_ms;
    const ms = table?.[route] ?? table?.[EVERY] ?? 0;
    if (ms > 0) await sleep(ms);
  }

  /** The answer to send in place of the right one; `undefined`: never send any. */
  replaceAnswer(route: string, answer: Answer, socket: Socket): Answer | undefined {
    const fault = this.settings.answers?.find(
      (one) =>
        (one.route === route || one.route === EVERY) && this.consume(one, one.times ?? Infinity),
    );
    return fault === undefined ? answer : brokenVersion(fault.kind, answer, socket);
  }

  /** Throws the error injected into the node, if there is one. */
  failNode(nodeId: string, className: string): void {
    const fault = this.settings.fail_nodes?.find(
      (one) => [nodeId, className, EVERY].includes(one.node) && this.consume(one, one.times ?? 1),
    );
    if (fault === undefined) return;
    if (fault.error === 'out_of_memory') {
      throw new PythonError(OUT_OF_MEMORY, fault.message ?? 'Allocation on device 0 would exceed');
    }
    throw new PythonError('RuntimeError', fault.message ?? `injected failure of node ${nodeId}`);
  }

  /** True when the prompt that was just accepted is to be dropped. */
  loseJob(): boolean {
    if (this.lost >= (this.settings.lose_jobs ?? 0)) return false;
    this.lost++;
    return true;
  }

  private allowSteps(count: number): void {
    this.stepsAllowed = count;
    this.changes.emit('steps');
  }

  private consume(fault: object, times: number): boolean {
    const spent = this.spent.get(fault) ?? 0;
    if (spent >= times) return false;
    this.spent.set(fault, spent + 1);
    return true;
  }
}

function brokenVersion(kind: BrokenAnswerKind, answer: Answer, socket: Socket): Answer | undefined {
  switch (kind) {
    case 'invalid_json':
      return withBody(answer, '{"prompt_id": <html>');
    case 'not_a_number':
      return withBody(answer, '{"value": NaN, "limit": -Infinity}');
    case 'half_body':
      return halfOf(answer);
    case 'never':
      return undefined;
    case 'error_500':
      return brokenAnswer();
    case 'dropped_connection':
      socket.destroy();
      return undefined;
  }
}

function withBody({ status, headers }: Answer, text: string): Answer {
  return { status, headers: { ...headers }, body: Buffer.from(text) };
}

/** The length still promises the whole body. */
function halfOf({ status, headers, body = Buffer.from('{"status": "x"}') }: Answer): Answer {
  const length = { 'Content-Length': String(body.length), Connection: 'close' };
  const half = body.subarray(0, Math.floor(body.length / 2));
  return { status, headers: { ...headers, ...length }, body: half };
}
