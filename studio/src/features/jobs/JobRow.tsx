import { Link } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import type { JobSummary } from '../../api/types';
import { useLiveJob } from '../../api/live-jobs';
import { useProviderName } from '../../api/providers';
import { useWorkflowName } from '../../api/workflows';
import { Time } from '../../ui/Time';
import { BatchLabel } from './BatchLabel';
import { JobMenu } from './JobMenu';
import { JobState } from './JobState';
import { JobThumbnail } from './JobThumbnail';
import { RunTime } from './RunTime';
import styles from './JobRow.module.css';
import { jobsWords as words } from './words';

const promptOf = ({ prompt }: JobSummary): string => prompt || words.noPrompt;

/** The batch that a row stands for. */
const shownBatch = ({ batch }: JobSummary, isGrouped: boolean): string | null =>
  isGrouped ? batch : null;

interface JobRowProps {
  readonly job: JobSummary;
  readonly style: CSSProperties;
  readonly isOpen: boolean;
  readonly isTabStop: boolean;
  readonly isGrouped: boolean;
  /** What tells it apart from the other jobs of its batch. */
  readonly values: string | undefined;
  readonly onFocus: () => void;
}

/** One job: its picture, its words, how far it is. The row is a link to the details. */
export function JobRow({ job, style, isOpen, isTabStop, isGrouped, values, onFocus }: JobRowProps) {
  const live = useLiveJob(job.prompt_id);
  const current = live?.job ?? job;
  const prompt = promptOf(job);
  const tabIndex = isTabStop ? 0 : -1;
  return (
    <div
      role="listitem"
      className={styles.row}
      style={style}
      data-row={job.prompt_id}
      data-open={isOpen || undefined}
    >
      <JobThumbnail job={current} previewRev={live?.previewRev ?? null} />
      <div className={styles.words}>
        <Link
          to="/jobs"
          search={(before) => ({ ...before, job: job.prompt_id })}
          resetScroll={false}
          className={styles.prompt}
          tabIndex={tabIndex}
          onFocus={onFocus}
          aria-current={isOpen || undefined}
          title={prompt}
        >
          <bdi>{prompt}</bdi>
        </Link>
        <About
          job={current}
          batch={shownBatch(job, isGrouped)}
          values={values}
          tabIndex={tabIndex}
        />
      </div>
      <JobState job={current} live={live} prompt={prompt} />
      <div className={styles.times}>
        <Time iso={current.created_at} />
        <RunTime job={current} />
      </div>
      <JobMenu job={current} tabIndex={tabIndex} hasCancel />
    </div>
  );
}

interface AboutProps extends Pick<JobRowProps, 'job' | 'values'> {
  readonly batch: string | null;
  readonly tabIndex: number;
}

/** What tells the job apart, what made it and where. */
function About({ job, values, batch, tabIndex }: AboutProps) {
  const workflow = useWorkflowName(job.workflow);
  const provider = useProviderName(job.provider);
  return (
    <div className={styles.about} data-batch={batch ?? undefined}>
      {values && (
        <span className={styles.values} title={values} dir="auto">
          {values}
        </span>
      )}
      <span className={styles.name} title={workflow}>
        {workflow}
      </span>
      <span className={styles.name} title={provider}>
        {provider}
      </span>
      {batch !== null && <BatchLabel id={batch} tabIndex={tabIndex} />}
    </div>
  );
}
