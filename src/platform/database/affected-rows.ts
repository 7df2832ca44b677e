import type { DeleteResult, UpdateResult } from 'typeorm';

/** How many rows a write changed. Throws for a driver that doesn't report it. */
export function affectedRows(result: UpdateResult | DeleteResult): number {
  const count = result.affected;
  if (count === undefined || count === null) throw new Error('the driver reported no row count');
  return count;
}
