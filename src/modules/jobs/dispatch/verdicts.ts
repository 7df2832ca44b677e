import type { SubmitOutcome } from '../../providers/public/node-access';
import type { Verdict } from '../public/job-queue';

/** Node's words that a submitting request may still be waiting for. In memory: the row is the truth. */
export class Verdicts {
  private readonly open = new Map<string, PromiseWithResolver>();

  /** From now on a verdict on this prompt can be waited for. */
  expect(promptId: string): void {
    let resolve: (verdict: Verdict) => void = () => undefined;
    const promise = new Promise<Verdict>((done) => {
      resolve = done;
    });
    this.open.set(promptId, { promise, resolve });
  }

  /** The verdict to come, or `null` when none is expected. */
  awaited(promptId: string): Promise<Verdict> | null {
    return this.open.get(promptId)?.promise ?? null;
  }

  /** The node's word. It can be asked for until the row has it, too. */
  tell(promptId: string, outcome: SubmitOutcome): void {
    this.open.get(promptId)?.resolve(toVerdict(outcome));
  }

  /** Nothing more is to be expected: the row tells. */
  close(promptId: string): void {
    this.open.get(promptId)?.resolve({ ok: true });
    this.open.delete(promptId);
  }
}

interface PromiseWithResolver {
  readonly promise: Promise<Verdict>;
  readonly resolve: (verdict: Verdict) => void;
}

/** Anything but the node's own no is a yes: the job exists and will be handed over, or looked for. */
function toVerdict(outcome: SubmitOutcome): Verdict {
  switch (outcome.kind) {
    case 'accepted':
      return Object.keys(outcome.nodeErrors).length === 0
        ? { ok: true, number: outcome.number, nodeErrors: {} }
        : { ok: false, number: outcome.number, nodeErrors: outcome.nodeErrors };
    case 'refused':
      return { ok: false, nodeErrors: outcome.nodeErrors };
    case 'busy':
    case 'not_delivered':
    case 'uncertain':
      return { ok: true };
  }
}
