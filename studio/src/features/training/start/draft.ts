import type { Run, RunSummary, StartRun, Template } from '../../../api/training-runs';
import type { Dataset } from '../../../api/datasets';
import { firstFreeName, nextName, triggerOf } from '../model';
import type { Values } from './fields';

/** What is in the form. */
export interface Draft {
  readonly dataset: string | null;
  readonly template: string | null;
  /** `undefined` while it follows from the dataset. */
  readonly name?: string;
  readonly trigger?: string;
  readonly values: Values;
}

interface FormStart {
  readonly datasets: readonly Dataset[];
  readonly templates: readonly Template[];
  /** The dataset that the address names. */
  readonly dataset: string | undefined;
  /** The run that is tried again. */
  readonly earlier: Run | undefined;
}

/** What the form begins with. Of the settings of an earlier run, the API returns only the steps. */
export function firstDraft({ datasets, templates, dataset, earlier }: FormStart): Draft {
  const standard = templates.find(({ is_default }) => is_default)?.name ?? null;
  if (earlier !== undefined)
    return {
      dataset: earlier.dataset,
      template: templates.some(({ name }) => name === earlier.base_config)
        ? earlier.base_config
        : standard,
      name: nextName(earlier.job_name),
      trigger: earlier.trigger_word,
      values: { steps: earlier.steps },
    };
  const only = datasets.length === 1 ? datasets[0]?.id : undefined;
  return { dataset: dataset ?? only ?? null, template: standard, values: {} };
}

/** Whether there still are the dataset and the template that were chosen. */
export const isUpToDate = (
  { dataset, template }: Draft,
  { datasets, templates }: Pick<FormStart, 'datasets' | 'templates'>,
): boolean =>
  (dataset === null || datasets.some(({ id }) => id === dataset)) &&
  (template === null || templates.some(({ name }) => name === template));

/** The name and the trigger word: those that were typed, else what follows from the dataset. */
export function namesOf({ dataset, name, trigger }: Draft, runs: readonly RunSummary[]) {
  return {
    name: name ?? (dataset === null ? '' : firstFreeName(dataset, runs)),
    trigger: trigger ?? (dataset === null ? '' : triggerOf(dataset)),
  };
}

/** What is sent; `undefined` while something is missing. */
export function requestOf(draft: Draft, runs: readonly RunSummary[]): StartRun | undefined {
  const { name, trigger } = namesOf(draft, runs);
  const { dataset, template, values } = draft;
  if (dataset === null || name === '' || trigger.trim() === '') return undefined;
  return {
    job_name: name,
    trigger_word: trigger.trim(),
    dataset,
    ...(template !== null && { base_config: template }),
    ...values,
  };
}
