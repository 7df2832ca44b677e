import type { Caller } from '../../platform/access/caller';
import type { CallerEnd, CallerEndReason, Watch } from '../../platform/access/caller-watch';
import { InvalidKey, KeyChanged, MissingKey } from '../../platform/access/key.errors';

const REFUSALS = {
  key_changed: KeyChanged,
  key_revoked: InvalidKey,
  key_required: MissingKey,
} as const;

/** One stream or wait that is open, with the rights that it was opened with. */
export class OpenWatch implements Watch {
  private readonly controller = new AbortController();
  private ended: CallerEnd | null = null;

  constructor(
    readonly caller: Caller,
    /** Call it when it is over. */
    readonly release: () => void,
  ) {}

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  get end(): CallerEnd | null {
    return this.ended;
  }

  stop(reason: CallerEndReason): void {
    if (this.ended) return;
    this.ended = { reason, refusal: new REFUSALS[reason]() };
    this.release();
    this.controller.abort();
  }
}
