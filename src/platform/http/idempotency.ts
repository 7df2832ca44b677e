import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../access/caller';
import { Clock } from '../clock/clock';
import { AppError, errorSpec } from '../errors/app-error';
import { canonicalJson } from './canonical-json';
import { IdempotencyClaims, KeyTaken } from './idempotency-claims';
import type { Plain } from '../plain';
import type { IdempotencyKeyEntity } from './idempotency-key.entity';
import { IdempotencyRepository, type KeyId } from './idempotency.repository';

const MISMATCH = errorSpec({
  code: 'idempotency_mismatch',
  status: 409,
  meaning: 'The Idempotency-Key was used within 24 hours for another request.',
});

export class IdempotencyMismatch extends AppError {
  constructor() {
    super(MISMATCH, 'This Idempotency-Key belongs to another request. Use a new key.');
  }
}

/** How long a key stands for its first answer. Milliseconds. */
export const KEY_LIFE_MS = 24 * 60 * 60 * 1000;

/** A request that may come twice. */
export interface RepeatableRequest {
  readonly caller: Caller;
  /** Method and path, ids filled in. */
  readonly route: string;
  /** The `Idempotency-Key`, where one was sent. */
  readonly key: string | undefined;
  readonly body: unknown;
}

type KeyRow = Plain<IdempotencyKeyEntity>;

interface Running {
  readonly fingerprint: string;
  /** The answer as JSON, or `null` when the request failed and freed the key. */
  readonly done: Promise<string | null>;
}

/** Answers the same request once (contract §1): repeats get the first answer, and nothing runs twice. */
@Injectable()
export class Idempotency {
  private readonly running = new Map<string, Running>();

  constructor(
    private readonly keys: IdempotencyRepository,
    private readonly claims: IdempotencyClaims,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs `work`, or answers what it answered before. Whoever makes something that lasts inside of `work` attaches it
   * (`IdempotencyClaims`); when the process ended before the answer was known, `recover` rebuilds it from what was
   * made, or answers `null` when that is gone. Throws {@link IdempotencyMismatch}, and what `work` throws.
   */
  async run<T extends object>(
    request: RepeatableRequest,
    work: () => Promise<T>,
    recover: (subject: string) => Promise<T | null>,
  ): Promise<T> {
    if (request.key === undefined) return work();
    const id = { caller: request.caller.ownerId ?? '', key: request.key };
    const fingerprint = fingerprintOf(request);
    const slot = JSON.stringify([id.caller, id.key]);
    for (let other = this.running.get(slot); other; other = this.running.get(slot)) {
      if (other.fingerprint !== fingerprint) throw new IdempotencyMismatch();
      const answer = await other.done;
      if (answer !== null) return JSON.parse(answer) as T;
    }
    return this.alone(slot, fingerprint, () => this.once({ ...id, fingerprint }, work, recover));
  }

  /** Lets the others of the same key wait meanwhile. */
  private async alone<T>(slot: string, fingerprint: string, answer: () => Promise<T>): Promise<T> {
    let finish: (answer: string | null) => void = () => undefined;
    const done = new Promise<string | null>((resolve) => (finish = resolve));
    this.running.set(slot, { fingerprint, done });
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

  private async once<T extends object>(
    asked: KeyId & { readonly fingerprint: string },
    work: () => Promise<T>,
    recover: (subject: string) => Promise<T | null>,
  ): Promise<T> {
    const row = await this.keys.find({ caller: asked.caller, key: asked.key });
    if (row && this.stands(row)) {
      if (row.fingerprint !== asked.fingerprint) throw new IdempotencyMismatch();
      if (row.response !== null) return JSON.parse(row.response) as T;
      const recovered = await recover(row.subject);
      if (recovered) return this.kept(row, recovered);
    }
    if (row) await this.keys.free({ caller: row.caller, key: row.key });
    const claim = {
      row: { ...asked, response: null, created_at: this.clock.timestamp() },
      subjects: new Set<string>(),
    };
    try {
      const result = await this.claims.hold(claim, work);
      const [subject = ''] = [...claim.subjects].slice(-1);
      return await this.kept({ ...claim.row, subject }, result);
    } catch (error) {
      if (error instanceof KeyTaken) return this.once(asked, work, recover);
      throw error;
    }
  }

  private stands(row: KeyRow): boolean {
    return this.clock.now() - Date.parse(row.created_at) < KEY_LIFE_MS;
  }

  private async kept<T extends object>(row: KeyRow, result: T): Promise<T> {
    await this.keys.keep({ ...row, response: JSON.stringify(result) });
    return result;
  }
}

function fingerprintOf({ route, body }: RepeatableRequest): string {
  return createHash('sha256')
    .update(`${route}\n${canonicalJson(body)}`)
    .digest('hex');
}
