import type { JobRow } from './job.entity';

/** Everything but the texts that callers write. */
const ROW = 2_048;

/** What a row weighs in memory, in characters, roughly. */
export function jobWeight({ prompt, description }: JobRow): number {
  return ROW + prompt.length + description.length;
}

/** What a memory of rows may weigh. */
export const MOST_WEIGHT = 8 * 1024 * 1024;
