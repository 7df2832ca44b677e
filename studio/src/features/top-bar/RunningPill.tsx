import { UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRunningSummary, useUnfinishedCount } from '../../api/live-jobs';
import { useSecondsUntil } from '../../ui/use-seconds-until';
import { pillText } from './model';
import styles from './TopBar.module.css';
import { topBarWords } from './words';

/** How many jobs run and how long they take; leads to the jobs. */
export function RunningPill() {
  const summary = useRunningSummary();
  const known = summary.running + summary.waiting;
  const more = useUnfinishedCount(known) - known;
  const secondsLeft = useSecondsUntil(more > 0 ? null : summary.endsAt);
  const text = pillText({ ...summary, waiting: summary.waiting + more }, secondsLeft);
  const done = Math.round(summary.fraction * 100);
  const isIdle = known + more === 0;
  return (
    <UnstyledButton
      component={Link}
      to="/jobs"
      className={`${styles.pill} ${isIdle ? styles.idle : ''}`}
      aria-label={topBarWords.openJobs(text)}
    >
      <span
        className={styles.ring}
        style={{ backgroundImage: `conic-gradient(var(--text) ${done}%, var(--line-strong) 0)` }}
        aria-hidden="true"
      />
      <span className={styles.pillText}>{text}</span>
    </UnstyledButton>
  );
}
