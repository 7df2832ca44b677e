/** An owner of jobs that wait for a node. */
export interface WaitingOwner {
  /** The owner's id; empty for jobs without an owner. */
  readonly owner: string;
  /** How many of theirs wait. */
  readonly count: number;
}

/**
 * How many jobs of each owner of the queue go before one of `owner`, in the order of the queue.
 * @param queue who waits, whose turn comes first first; an owner who isn't in it comes behind all who are
 * @param rank how many of the owner's own go before it
 */
export function turnsBefore(
  queue: readonly WaitingOwner[],
  owner: string,
  rank: number,
): readonly number[] {
  const found = queue.findIndex((waiting) => waiting.owner === owner);
  const mine = found === -1 ? queue.length : found;
  return queue.map(({ count }, at) => {
    if (at === mine) return rank;
    // Whoever's turn comes first has had one turn more than mine when it is this job's.
    return Math.min(count, at < mine ? rank + 1 : rank);
  });
}
