/** An owner of jobs that wait for a node. */
export interface WaitingOwner {
  /** The owner's id; empty for jobs without an owner. */
  readonly owner: string;
  /** How many of their jobs wait. */
  readonly count: number;
}

/**
 * How many jobs of each owner in the queue go before a job of `owner`, in the order of the queue.
 * @param queue waiting owners in the order of their turns; an owner who is not in it comes last
 * @param rank how many jobs of the same owner go before it
 */
export function turnsBefore(
  queue: readonly WaitingOwner[],
  owner: string,
  rank: number,
): readonly number[] {
  const index = queue.findIndex((waiting) => waiting.owner === owner);
  const position = index === -1 ? queue.length : index;
  return queue.map(({ count }, at) => {
    if (at === position) return rank;
    // Owners in front have had one turn more when it is this job's turn.
    return Math.min(count, at < position ? rank + 1 : rank);
  });
}
