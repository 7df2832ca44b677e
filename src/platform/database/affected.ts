import type { DeleteResult, UpdateResult } from 'typeorm';

/** How many rows a write changed. Every driver that we use tells; one that doesn't is a programming error. */
export function affected(result: UpdateResult | DeleteResult): number {
  const count = result.affected;
  if (count === undefined || count === null) throw new Error('the driver told no row count');
  return count;
}
