import { useProviderName } from '../../../api/providers';
import type { Job } from '../../../api/types';
import { duration, exactTime } from '../../../ui/format';
import { timelineSteps } from '../model';
import { DetailsSection } from '../../../ui/DetailsPanel';
import { jobsWords as words } from '../words';
import styles from './JobTimeline.module.css';

const CLOCK = new Intl.DateTimeFormat('en', { timeStyle: 'medium', hourCycle: 'h23' });

/** What happened when, and how long each step took. */
export function JobTimeline({ timeline }: { readonly timeline: Job['timeline'] }) {
  if (timeline.length === 0) return null;
  const hasAttempts = timeline.some(({ attempt }) => attempt > 1);
  const hasMoved = new Set(timeline.map(({ provider }) => provider)).size > 1;
  return (
    <DetailsSection title={words.details.timeline}>
      <ol className={styles.steps}>
        {timelineSteps(timeline).map((step) => (
          <li key={`${step.at} ${step.phase}`} className={styles.step} data-phase={step.phase}>
            <span>
              {words.phases[step.phase]}
              {hasMoved && <NodeName id={step.provider} />}
              {hasAttempts && step.attempt > 0 && (
                <span className={styles.note}> {words.details.attempt(step.attempt)}</span>
              )}
            </span>
            <span className={styles.took}>
              {step.seconds === null ? '' : duration(step.seconds)}
            </span>
            <time dateTime={step.at} title={exactTime(step.at)} className={styles.at}>
              {CLOCK.format(new Date(step.at))}
            </time>
          </li>
        ))}
      </ol>
    </DetailsSection>
  );
}

function NodeName({ id }: { readonly id: string }) {
  return (
    <span className={styles.note} dir="auto">
      {' '}
      {useProviderName(id)}
    </span>
  );
}
