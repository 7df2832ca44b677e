/** An owner of jobs that wait for a node. */
export interface WaitingOwner {
  /** The owner's id; empty for jobs without an owner. */
  readonly owner: string;
  /** How many of theirs wait. */
  readonly count: number;
}

/**
 * How many of the jobs that wait for a node go before one of `owner` that has `rank` of its owner's own before it.
 * @param queue who waits, whose turn comes first first; an owner who isn't in it comes behind all who are
 */
export function jobsBefore(queue: readonly WaitingOwner[], owner: string, rank: number): number {
  const found = queue.findIndex((waiting) => waiting.owner === owner);
  const mine = found === -1 ? queue.length : found;
  return queue.reduce((before, { count }, at) => {
    if (at === mine) return before;
    // Whoever's turn comes first has had one turn more than mine when it is this job's.
    return before + Math.min(count, at < mine ? rank + 1 : rank);
  }, rank);
}
