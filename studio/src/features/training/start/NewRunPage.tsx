import { useSearch } from '@tanstack/react-router';
import { useDatasetChoices } from '../../../api/datasets';
import { useTrainingHealth } from '../../../api/providers';
import { useRun, useRuns, useTemplates } from '../../../api/training-runs';
import { ErrorState } from '../../../ui/ErrorState';
import { PageFrame, PageScroll } from '../../../ui/PageFrame';
import { PathTitle, TopBar } from '../../top-bar/public';
import { SetUpTraining } from '../list/SetUpTraining';
import { TrainingNotice } from '../TrainingNotice';
import { trainingWords } from '../words';
import { NewRunForm } from './NewRunForm';
import { startWords as words } from './words';

/** Asks what to train on which pictures, and says before the start what would prevent or spoil it. */
export function NewRunPage() {
  return (
    <PageFrame
      header={
        <TopBar>
          <PathTitle to="/training" place={trainingWords.title} name={words.title} />
        </TopBar>
      }
    >
      <PageScroll id="training-new">
        <TrainingNotice />
        <Content />
      </PageScroll>
    </PageFrame>
  );
}

/** The form, once everything is there that it begins with. */
function Content() {
  const { dataset, from } = useSearch({ from: '/training/new' });
  const isOff = useTrainingHealth().data?.status === 'off';
  const datasets = useDatasetChoices({ enabled: !isOff });
  const templates = useTemplates();
  const runs = useRuns();
  const earlier = useRun(from ?? '');
  if (isOff) return <SetUpTraining />;
  const parts = [datasets, templates, runs, earlier];
  // What was read before is enough: the form, with all that is typed into it, stays.
  const failed = parts.find(({ error, data }) => error !== null && data === undefined);
  if (failed?.error)
    return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  if (earlier.isLoading || !datasets.data || !templates.data || !runs.data) return null;
  return (
    <NewRunForm
      key={String([dataset, from])}
      datasets={datasets.data}
      templates={templates.data.items}
      problems={templates.data.problems}
      runs={runs.data.pages.flatMap(({ items }) => items)}
      dataset={dataset}
      earlier={earlier.data}
    />
  );
}
