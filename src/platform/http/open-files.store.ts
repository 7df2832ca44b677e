import { readFileSync } from 'node:fs';

/** What macOS allows at least, after Node has raised its limit. Also taken for a Linux without `/proc`. */
const OPEN_FILES_ELSEWHERE = 10_240;

/** How many files this process may open at once. `process.report` has it, too, but takes a hundredth of a start. */
export function maxOpenFiles(): number {
  const soft = /^Max open files +(\d+|unlimited)/m.exec(limits())?.[1];
  if (soft === undefined) return OPEN_FILES_ELSEWHERE;
  return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft);
}

function limits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}
