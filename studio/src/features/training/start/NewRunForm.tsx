import { KinoraError } from '@kinora/client';
import { useDebouncedValue } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Dataset } from '../../../api/datasets';
import {
  refreshRun,
  type Run,
  type RunSummary,
  RunRefused,
  startRun,
  type Template,
  useRunPlan,
} from '../../../api/training-runs';
import { useSubmitting } from '../../../ui/use-submitting';
import { findingText } from '../findings';
import { type Draft, firstDraft, isUpToDate, namesOf, requestOf } from './draft';
import { FieldGroups } from './FieldGroups';
import { refusedFields } from './fields';
import styles from './NewRun.module.css';
import { PlanPanel } from './PlanPanel';
import { RunBasics } from './RunBasics';
import { startWords as words } from './words';

/** The plan is made when nothing has been typed for so long. */
const PAUSE_MS = 400;

interface NewRunFormProps {
  readonly datasets: readonly Dataset[];
  readonly templates: readonly Template[];
  /** Templates that can't be used. */
  readonly problems: readonly { readonly name: string; readonly message: string }[];
  readonly runs: readonly RunSummary[];
  /** Id of the dataset that the address names. */
  readonly dataset: string | undefined;
  /** The run that is tried again. */
  readonly earlier: Run | undefined;
}

/** What was typed last, and in which entry of the history: links of the form lead away from it, and Back returns to it. */
let typed: { readonly entry: string | undefined; readonly draft: Draft } | undefined;

/** The settings of a run at the left; at the right, what it takes, what is wrong, and the button that starts it. */
export function NewRunForm({ runs, problems, ...beginning }: NewRunFormProps) {
  const { datasets, templates } = beginning;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { history } = useRouter();
  const [entry] = useState(() => history.location.state.__TSR_key);
  const [draft, setDraft] = useState<Draft>(() => {
    const kept = typed?.entry === entry ? typed?.draft : undefined;
    return kept && isUpToDate(kept, beginning) ? kept : firstDraft(beginning);
  });
  const change = (patch: Partial<Draft>) => {
    const next = { ...draft, ...patch };
    typed = { entry, draft: next };
    setDraft(next);
  };
  const names = namesOf(draft, runs);
  const request = useMemo(() => requestOf(draft, runs), [draft, runs]);
  const [planned] = useDebouncedValue(request, PAUSE_MS);
  const plan = useRunPlan(request === undefined ? undefined : planned);
  const { isBusy, error, submit } = useSubmitting(async () => {
    if (request === undefined) return;
    await startRun(request);
    typed = undefined;
    void refreshRun(queries, request.job_name);
    await navigate({ to: '/training/runs/$name', params: { name: request.job_name } });
  });
  const problem = error ?? plan.error ?? undefined;
  const refused = problem instanceof KinoraError ? refusedFields(problem.fields) : {};
  return (
    <form className={styles.form} onSubmit={submit}>
      <div className={styles.fields}>
        <RunBasics
          datasets={datasets}
          templates={templates}
          draft={draft}
          names={names}
          refused={refused}
          onChange={change}
        />
        {problems.map(({ name, message }) => (
          <p key={name} className={styles.note}>
            {words.brokenTemplate(name, message)}
          </p>
        ))}
        <FieldGroups
          template={templates.find(({ name }) => name === draft.template)}
          values={draft.values}
          refused={refused}
          onChange={(values) => change({ values })}
        />
      </div>
      <PlanPanel
        name={names.name}
        dataset={draft.dataset}
        plan={request === undefined ? undefined : plan.data}
        isComplete={request !== undefined}
        isBusy={isBusy}
        error={Object.keys(refused).length > 0 ? undefined : problem && inWords(problem)}
      />
    </form>
  );
}

const inWords = (error: Error): Error =>
  error instanceof RunRefused
    ? new Error(findingText({ code: error.code, message: error.message }))
    : error;
