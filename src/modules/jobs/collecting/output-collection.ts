import { NodeBadAnswer } from '../../providers/public/node-errors';
import type { OutputFailure } from '../tracking/job-state';
import { outputFailure } from './output-failure';
import type { OrderedOutput } from './output-order';

/** How far the outputs of one job are collected. In memory only: a restart begins again, and media recognises stored ones. */
export class OutputCollection {
  /** Aborted when the job ends in another way, or the service stops. */
  readonly abort = new AbortController();
  /** The outputs that can't be kept. */
  readonly failures: OutputFailure[] = [];
  private readonly settled = new Set<number>();
  private readonly badAnswers = new Map<number, number>();

  /** @param isFirstTry none of the outputs can be stored already */
  constructor(
    readonly promptId: string,
    public isFirstTry: boolean,
  ) {}

  /** How many outputs are kept, or were deleted by a user. */
  get kept(): number {
    return this.settled.size - this.failures.length;
  }

  isAborted(): boolean {
    return this.abort.signal.aborted;
  }

  isPending({ position }: OrderedOutput): boolean {
    return !this.settled.has(position);
  }

  settle({ position }: OrderedOutput): void {
    this.settled.add(position);
  }

  /** Settles an output if it can never be kept. @returns whether it did so */
  giveUp(error: unknown, ordered: OrderedOutput): boolean {
    const { position, output } = ordered;
    const before = this.badAnswers.get(position) ?? 0;
    const badAnswers = before + (error instanceof NodeBadAnswer ? 1 : 0);
    this.badAnswers.set(position, badAnswers);
    const failure = outputFailure(error, output, badAnswers);
    if (!failure) return false;
    this.failures.push(failure);
    this.settle(ordered);
    return true;
  }
}
