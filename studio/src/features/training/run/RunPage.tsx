import { Skeleton } from '@mantine/core';
import { useParams, useSearch } from '@tanstack/react-router';
import { type Run, useRun } from '../../../api/training-runs';
import { ButtonLink } from '../../../routing/links';
import { ErrorState } from '../../../ui/ErrorState';
import { Loading } from '../../../ui/Loading';
import { PageFrame, PageScroll } from '../../../ui/PageFrame';
import { isGone } from '../../../ui/problem';
import { PathTitle, TopBar } from '../../top-bar/public';
import { RunState } from '../RunState';
import { TrainingNotice } from '../TrainingNotice';
import { trainingWords } from '../words';
import { Checkpoints } from './Checkpoints';
import { LossChart } from './LossChart';
import { RunBar } from './RunBar';
import { RunFacts } from './RunFacts';
import { RunLog } from './RunLog';
import { RunProblem } from './RunProblem';
import styles from './Run.module.css';
import { Samples } from './Samples';
import { SampleViewer } from './SampleViewer';

/** One run: how far it is, what it has learnt, what it has saved, and what can be done with that. */
export function RunPage() {
  const { name } = useParams({ from: '/training/runs/$name' });
  const { sample } = useSearch({ from: '/training/runs/$name' });
  const record = useRun(name);
  const run = isGone(record) ? undefined : record.data;
  return (
    // Another element once there is a bar in it: it does not move what stands below.
    <PageFrame
      key={String(run !== undefined)}
      header={
        <TopBar>
          <PathTitle to="/training" place={trainingWords.title} name={name} />
        </TopBar>
      }
      filters={run && <RunBar run={run} />}
    >
      <PageScroll id={`run-${name}`}>
        <TrainingNotice />
        {run !== undefined ? (
          <LoadedRun key={name} run={run} />
        ) : record.error !== null ? (
          <ErrorState
            error={record.error}
            onRetry={() => void record.refetch()}
            wayOut={<ButtonLink to="/training">{trainingWords.all}</ButtonLink>}
          />
        ) : (
          <Loading>
            <Skeleton height={64} mb="lg" radius="xs" />
            <Skeleton height={320} radius="xs" />
          </Loading>
        )}
      </PageScroll>
      {run !== undefined && sample !== undefined && <SampleViewer run={name} name={sample} />}
    </PageFrame>
  );
}

function LoadedRun({ run }: { readonly run: Run }) {
  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        <RunState run={run} />
        <RunProblem run={run} />
        <LossChart curve={run.loss_curve} steps={run.steps} />
        <Samples run={run.job_name} />
      </div>
      <div className={styles.side}>
        <RunFacts run={run} />
        <Checkpoints run={run} />
        <RunLog run={run.job_name} />
      </div>
    </div>
  );
}
