import { ownValue } from '../../../platform/json';
import { textsAmong, findModel } from '../../workflows/public/model-search';
import { seedRange as seedsOf, type SeedRange } from '../../workflows/public/seed-range';
import type { Workflow } from '../../workflows/public/workflow';
import type { SentParam } from './sent-params';
import { linkedValues } from './linked-values';

/**
 * The value of every param of a run: the one that was sent, else the workflow's default.
 * @param resolved values that replace sent ones: staged names of files, a drawn seed
 */
export function paramValues(
  workflow: Workflow,
  sent: readonly SentParam[],
  resolved: ReadonlyMap<string, unknown>,
): Readonly<Record<string, unknown>> {
  const values = new Map<string, unknown>([
    ...linkedValues(workflow, sent),
    ...sent.map(({ name, value }) => [name, value] as const),
    ...resolved,
  ]);
  return Object.fromEntries(
    Object.entries(workflow.params)
      .map(([name, param]) => [name, values.get(name) ?? param.default] as const)
      .filter(([, value]) => value !== undefined),
  );
}

/** Sent model files in the node's spelling; those that the node doesn't list stay as they are. */
export function modelSpellings(
  workflow: Workflow,
  sent: readonly SentParam[],
): ReadonlyMap<string, string> {
  const spelled = new Map<string, string>();
  for (const { name, value } of sent) {
    const param = ownValue(workflow.params, name);
    if (param?.folder === undefined || !param.choices || typeof value !== 'string') continue;
    const offered = textsAmong(param.choices);
    const { file } = findModel(value, offered);
    if (file !== null) spelled.set(name, file);
  }
  return spelled;
}

/** The range to draw a seed from; `null` when a seed was sent, or the workflow has none. */
export function seedRange(workflow: Workflow, sent: readonly SentParam[]): SeedRange | null {
  return sent.some(({ name }) => name === 'seed') ? null : seedsOf(workflow);
}
