import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../access/caller';
import { CallerWatch } from '../access/caller-watch';
import { Clock } from '../clock/clock';
import { HourlyTasks } from '../clock/hourly-tasks';
import { AppError, codedError } from '../errors/app-error';
import { canonicalJson } from './canonical-json';
import { IdempotencyClaims, KeyTaken } from './idempotency-claims';
import type { Plain } from '../plain';
import type { IdempotencyKeyEntity } from './idempotency-key.entity';
import { requestContext } from './request-context';
import { IdempotencyRepository, type KeyId } from './idempotency.repository';

export class IdempotencyMismatch extends codedError({
  code: 'idempotency_mismatch',
  status: 409,
  meaning: 'The Idempotency-Key was used within 24 hours for another request. Send a new key.',
}) {
  constructor() {
    super('This Idempotency-Key belongs to another request. Use a new key.');
  }
}

/** How long a key returns its first answer. Milliseconds. */
const KEY_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** A request that may be sent twice. */
export interface RepeatableRequest {
  readonly caller: Caller;
  /** Method and path. */
  readonly route: string;
  /** The `Idempotency-Key`, where one was sent. */
  readonly key: string | undefined;
  readonly body: unknown;
}

type KeyRow = Plain<IdempotencyKeyEntity>;

/** Identifies a request. */
type RequestIdentity = KeyId & Pick<KeyRow, 'fingerprint' | 'version'>;

interface Running {
  readonly identity: RequestIdentity;
  /** The answer as JSON, or `null` if the request failed and freed the key. */
  readonly done: Promise<string | null>;
}

/** Answers the same request once: repeats get the first answer, and nothing runs twice. */
@Injectable()
export class IdempotencyService {
  private readonly running = new Map<string, Running>();

  constructor(
    private readonly keys: IdempotencyRepository,
    private readonly claims: IdempotencyClaims,
    private readonly clock: Clock,
    private readonly callers: CallerWatch,
    hourly: HourlyTasks,
  ) {
    hourly.add({
      name: 'delete expired idempotency keys',
      run: () => keys.sweep(new Date(clock.before(KEY_LIFETIME_MS)).toISOString()),
    });
  }

  /**
   * Runs `work`, or returns its earlier answer. `work` attaches what it creates (`IdempotencyClaims`); if the process
   * ended before the answer was stored, `recover` rebuilds it from what was created, or answers `null` or throws a 404
   * if that is gone. Without `recover`, the answer can't be rebuilt.
   * An answer stored for other rights than the caller's present ones isn't returned: it is rebuilt too, or, where
   * nothing was created, `work` runs again. Throws {@link IdempotencyMismatch}, what `work` throws, and the refusal of a
   * caller whose access ends while waiting.
   */
  async run<T extends object>(
    request: RepeatableRequest,
    work: () => Promise<T>,
    recover: (subject: string) => Promise<T | null> = () => Promise.resolve(null),
  ): Promise<T> {
    if (request.key === undefined) return work();
    const { ownerId, version } = request.caller;
    const fingerprint = fingerprintOf(request);
    const identity = { caller: ownerId ?? '', key: request.key, fingerprint, version };
    const slot = JSON.stringify([identity.caller, identity.key]);
    for (let other = this.running.get(slot); other; other = this.running.get(slot)) {
      if (other.identity.fingerprint !== fingerprint) throw new IdempotencyMismatch();
      const answer = await this.waitFor(other, request.caller);
      if (answer !== null && other.identity.version === version)
        return replayed(JSON.parse(answer) as T);
    }
    return this.runExclusively(slot, identity, () => this.runOnce(identity, work, recover));
  }

  /** Stops waiting when the caller loses access. */
  private async waitFor({ done }: Running, caller: Caller): Promise<string | null> {
    const watch = this.callers.watch(caller);
    try {
      const answer = watch.signal.aborted
        ? null
        : await Promise.race([done, nullWhenAborted(watch.signal)]);
      if (watch.end) throw watch.end.refusal;
      return answer;
    } finally {
      watch.release();
    }
  }

  /** Makes other requests with the same key wait until this one has its answer. */
  private async runExclusively<T>(
    slot: string,
    identity: RequestIdentity,
    answer: () => Promise<T>,
  ): Promise<T> {
    let finish: (answer: string | null) => void = () => undefined;
    const done = new Promise<string | null>((resolve) => (finish = resolve));
    this.running.set(slot, { identity, done });
    try {
      const result = await answer();
      this.running.delete(slot);
      finish(JSON.stringify(result));
      return result;
    } finally {
      this.running.delete(slot);
      finish(null);
    }
  }

  private async runOnce<T extends object>(
    identity: RequestIdentity,
    work: () => Promise<T>,
    recover: (subject: string) => Promise<T | null>,
  ): Promise<T> {
    const row = await this.keys.find({ caller: identity.caller, key: identity.key });
    const earlier = row && this.isUnexpired(row) ? await this.replay(row, identity, recover) : null;
    if (earlier) return replayed(earlier);
    if (row) await this.keys.release({ caller: row.caller, key: row.key });
    const claim = {
      row: { ...identity, response: null, created_at: this.clock.timestamp() },
      subjects: new Set<string>(),
    };
    try {
      const result = await this.claims.runWithClaim(claim, work);
      const [subject = ''] = [...claim.subjects].slice(-1);
      return await this.store({ ...claim.row, subject }, result);
    } catch (error) {
      if (error instanceof KeyTaken) return this.runOnce(identity, work, recover);
      throw error;
    }
  }

  /** The earlier answer as the caller may see it now; `null` when nothing is left of it. */
  private async replay<T extends object>(
    row: KeyRow,
    { fingerprint, version }: RequestIdentity,
    recover: (subject: string) => Promise<T | null>,
  ): Promise<T | null> {
    if (row.fingerprint !== fingerprint) throw new IdempotencyMismatch();
    if (row.response !== null && row.version === version) return JSON.parse(row.response) as T;
    const recovered = await recover(row.subject).catch(nullIfGone);
    return recovered && this.store({ ...row, version }, recovered);
  }

  private isUnexpired(row: KeyRow): boolean {
    return this.clock.elapsedSince(Date.parse(row.created_at)) < KEY_LIFETIME_MS;
  }

  private async store<T extends object>(row: KeyRow, result: T): Promise<T> {
    await this.keys.storeAnswer({ ...row, response: JSON.stringify(result) });
    return result;
  }
}

function nullIfGone(error: unknown): null {
  if (error instanceof AppError && error.spec.status === 404) return null;
  throw error;
}

function replayed<T>(answer: T): T {
  requestContext.getStore()?.markReplayed?.();
  return answer;
}

const nullWhenAborted = (signal: AbortSignal): Promise<null> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }));

function fingerprintOf({ route, body }: RepeatableRequest): string {
  return createHash('sha256')
    .update(`${route}\n${canonicalJson(body)}`)
    .digest('hex');
}
