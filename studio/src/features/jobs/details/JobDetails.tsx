import { Skeleton } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useBatch, useJob } from '../../../api/jobs';
import { useLiveJob } from '../../../api/live-jobs';
import type { Job } from '../../../api/types';
import { ErrorState } from '../../../ui/ErrorState';
import { IconAction } from '../../../ui/IconAction';
import { Loading } from '../../../ui/Loading';
import { JobState } from '../JobState';
import { copyAndTell } from '../../../ui/copy';
import { useAreNamesLoading, useParamsOf } from '../use-names';
import { jobsWords as words } from '../words';
import { JobActionBar } from './JobActionBar';
import { JobFacts } from './JobFacts';
import { JobGraphButton } from './JobGraphButton';
import { JobInputs } from './JobInputs';
import { JobOutputs } from './JobOutputs';
import { JobProblem } from './JobProblem';
import { JobRequest } from './JobRequest';
import { JobSettings } from './JobSettings';
import { JobTimeline } from './JobTimeline';
import styles from './JobDetails.module.css';

/** Everything about one job. */
export function JobDetails({ id }: { readonly id: string }) {
  const job = useJob(id);
  const areFactsLoading = useAreFactsLoading(job.data);
  if (job.error !== null && job.data === undefined)
    return <ErrorState error={job.error} onRetry={() => void job.refetch()} />;
  if (job.data === undefined || areFactsLoading)
    return (
      <Loading>
        <div className={styles.details}>
          <Skeleton height={220} radius="xs" />
          <Skeleton height={40} radius="xs" />
          <Skeleton height={160} radius="xs" />
        </div>
      </Loading>
    );
  return <LoadedJob job={job.data} />;
}

/** Whether something is still asked for that would move what stands below it. */
function useAreFactsLoading(job: Job | undefined): boolean {
  const areNamesLoading = useAreNamesLoading();
  const params = useParamsOf(job?.workflow);
  const batch = useBatch(job?.batch);
  return areNamesLoading || params.isLoading || batch.isLoading;
}

function LoadedJob({ job }: { readonly job: Job }) {
  const live = useLiveJob(job.prompt_id);
  const prompt = job.prompt || words.noPrompt;
  const current = live ? { ...job, ...live.job } : job;
  return (
    <div className={styles.details}>
      <JobOutputs job={current} previewRev={live?.previewRev ?? null} />
      <JobState job={current} live={live} prompt={prompt} hasProblem={false} />
      <JobProblem job={current} nodeErrors={job.node_errors} />
      <JobActionBar job={current} />
      {job.prompt !== '' && (
        <section className={styles.prompt}>
          <p dir="auto">{job.prompt}</p>
          <IconAction
            icon={IconCopy}
            label={words.details.copyPrompt}
            onClick={() => void copyAndTell(job.prompt)}
          />
        </section>
      )}
      <JobFacts job={current} />
      <JobInputs inputs={job.inputs} />
      <JobSettings job={job} />
      <JobTimeline timeline={job.timeline} />
      <JobRequest id={job.prompt_id} />
      <JobGraphButton id={job.prompt_id} failedNode={job.error?.node_id ?? null} />
    </div>
  );
}
