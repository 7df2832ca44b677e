import { useDatasetChoices } from '../../../api/datasets';
import { useTrainingHealth } from '../../../api/providers';
import { useRuns } from '../../../api/training-runs';
import { CreateButton } from '../../../routing/CreateAction';
import { ButtonLink } from '../../../routing/links';
import { EmptyState } from '../../../ui/EmptyState';
import { PagedList } from '../../../ui/PagedList';
import { unfinishedFirst } from '../model';
import { trainingWords as words } from '../words';
import styles from './Lists.module.css';
import { RowsSkeleton } from './RowsSkeleton';
import { RunRow } from './RunRow';
import { SetUpTraining } from './SetUpTraining';

/** The caller's runs: what runs and waits first, then the newest. */
export function RunList() {
  return (
    <PagedList query={useRuns()} skeleton={<RowsSkeleton />} empty={<NoRuns />}>
      {(runs) => (
        <ul className={styles.rows} aria-label={words.lists.runs}>
          {unfinishedFirst(runs).map((run) => (
            <RunRow key={run.job_name} run={run} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}

/** The first step that is missing: a toolkit, a dataset, or the run itself. */
function NoRuns() {
  const health = useTrainingHealth().data;
  const isOff = health?.status === 'off';
  const datasets = useDatasetChoices({ enabled: health !== undefined && !isOff });
  if (isOff) return <SetUpTraining />;
  if (datasets.isLoading) return null;
  if (!datasets.data?.length)
    return (
      <EmptyState title={words.runs.empty.title} text={words.runs.empty.text}>
        <CreateButton label={words.datasets.create} />
      </EmptyState>
    );
  return (
    <EmptyState title={words.runs.startable.title} text={words.runs.startable.text}>
      <ButtonLink to="/training/new">{words.newRun}</ButtonLink>
    </EmptyState>
  );
}
