import type { Ids } from '../../../platform/clock/clock';

const FIRST_MS = 250;
const LONGEST_MS = 5000;

/** How long to wait after that many failures in a row: longer each time, and never two monitors in step. */
export function backoffMs(failures: number, ids: Ids): number {
  const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures, 16));
  return whole / 2 + ids.integer(whole / 2);
}
