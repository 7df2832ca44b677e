import type { Option } from '../../../../ui/option-list';
import type { Workflow } from '../../../../api/types';
import { axisTexts, batchBody, type FormState, paramOfRole, toRequest } from '../../model';
import { formWords } from '../../words';
import type { Params } from '../layout/model';
import { plannedRequest } from '../plan/model';

const CAN_VARY = new Set(['integer', 'number', 'choice', 'model', 'text', 'string', 'boolean']);

/** Settings whose values can be tried one after another, in the order of the form. Seeds are what the count is for. */
export function varyOptions(params: Params): readonly Option[] {
  return Object.entries(params)
    .filter(([, { type, role }]) => CAN_VARY.has(type) && role !== 'seed')
    .sort(([, a], [, b]) => groupOf(a.group) - groupOf(b.group) || a.order - b.order)
    .map(([value, { label }]) => ({ value, label }));
}

/** Numbers of "how" are what people compare most. */
const groupOf = (group: string): number => ['how', 'what', 'advanced'].indexOf(group);

/** What is asked about a batch: the same while only the words of the prompt change. */
export const plannedBatch = (state: FormState, workflow: Pick<Workflow, 'params'>) =>
  batchBody(
    state,
    plannedRequest(toRequest(state), paramOfRole(workflow, 'negative')),
    workflow.params,
  );

/** Why a batch is refused, with the value that causes it, if one is. */
export function refusalText(
  typed: string,
  { loc, detail }: { readonly loc: readonly (string | number)[]; readonly detail: string },
): string {
  const value = loc[1] === 'axes' ? axisTexts(typed)[Number(loc[4])] : undefined;
  return value === undefined ? detail : formWords.varyRefused(value, detail);
}
