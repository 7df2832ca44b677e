import type { TakeKey } from '../takes/take-sources';
import type { TakeRow } from '../records/take.entity';

const keyOf = ({ shotId, kind }: TakeKey): string => `${shotId} ${kind}`;

/** A set of takes, identified by shot and kind. */
export class TakeKeys {
  private readonly keys: Set<string>;

  constructor(takes: readonly TakeKey[]) {
    this.keys = new Set(takes.map(keyOf));
  }

  add(take: TakeKey): void {
    this.keys.add(keyOf(take));
  }

  has(take: TakeKey): boolean {
    return this.keys.has(keyOf(take));
  }
}

/** A take of a bulk call, and those that it is made from. */
export interface Linked<T extends TakeKey> {
  readonly take: T;
  /** Positions in the same list, all of them before this one. */
  readonly after: readonly number[];
}

/**
 * Sorts takes so that each comes after those that it is made from; otherwise they keep their order.
 * @param sourcesOf the takes that a take is made from; they may include takes outside of the list
 */
export function inOrder<T extends TakeKey>(
  takes: readonly T[],
  sourcesOf: (take: T) => readonly TakeKey[],
): readonly Linked<T>[] {
  const byKey = new Map(takes.map((take) => [keyOf(take), take]));
  const positions = new Map<T, number>();
  const ordered: Linked<T>[] = [];
  const visiting = new Set<T>();
  const place = (take: T): void => {
    if (positions.has(take) || visiting.has(take)) return;
    visiting.add(take);
    const sources = sourcesOf(take).flatMap((source) => byKey.get(keyOf(source)) ?? []);
    for (const source of sources) place(source);
    const after = sources.flatMap((source) => positions.get(source) ?? []);
    positions.set(take, ordered.length);
    ordered.push({ take, after: [...new Set(after)].sort((a, b) => a - b) });
  };
  for (const take of takes) place(take);
  return ordered;
}

/** The columns of takes that the feeder reads. */
export type FedTake = Pick<TakeRow, 'id' | 'kind' | 'status' | 'after'>;

/** What can be done for a generation now. */
export interface NextSteps<T> {
  /** Takes that can't be made, because one that they are made from didn't complete. */
  readonly skipped: readonly T[];
  /** Takes that can begin, in order. */
  readonly ready: readonly T[];
  readonly isDone: boolean;
}

const OPEN: ReadonlySet<string> = new Set(['waiting', 'queued', 'running']);

/** A take whose source was deleted counts like one whose source failed. */
export function nextSteps<T extends FedTake>(takes: readonly T[]): NextSteps<T> {
  const byId = new Map(takes.map((take) => [take.id, take]));
  const waiting = takes.filter(({ status }) => status === 'waiting');
  const isLost = (id: string): boolean => {
    const status = byId.get(id)?.status ?? 'failed';
    return status !== 'completed' && !OPEN.has(status);
  };
  const skipped = waiting.filter(({ after }) => after.some(isLost));
  const ready = waiting.filter(({ after }) =>
    after.every((id) => byId.get(id)?.status === 'completed'),
  );
  return { skipped, ready, isDone: takes.every(({ status }) => !OPEN.has(status)) };
}
