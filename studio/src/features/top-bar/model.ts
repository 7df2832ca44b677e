import type { RunningSummary } from '../../api/events/live-job-states';
import { topBarWords } from './words';

/**
 * `2 running · 40 s`, `1 of 4 running · 2 min`, `3 waiting`, `3 waiting · node away`. Without a time when that is unknown or
 * over.
 */
export function pillText(
  { running, waiting, away }: Pick<RunningSummary, 'running' | 'waiting' | 'away'>,
  secondsLeft: number | null,
): string {
  if (running + waiting === 0) return topBarWords.idle;
  const count =
    running === 0 ? topBarWords.waiting(waiting) : topBarWords.running(running, running + waiting);
  if (away > 0) return `${count} · ${topBarWords.away}`;
  return secondsLeft === null || secondsLeft < 1
    ? count
    : `${count} · ${topBarWords.left(secondsLeft)}`;
}
