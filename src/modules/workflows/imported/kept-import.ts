import { isRecord, listOr, recordOr } from '../json-values';
import type { Workflow } from '../public/workflow';
import type { Resolution } from './resolve-import';

export type ReadyImport = Extract<Resolution, { state: 'ready' }>;

/** Changes when what is kept changes its form: older ones are made anew. */
const FORM = 3;

/** A resolution as it is kept on the disk. */
export function toKept(ready: ReadyImport): unknown {
  const { workflow, guesses, warnings, described } = ready;
  return { form: FORM, workflow, guesses, warnings, described };
}

/** A resolution that was kept; `null` for anything else. Only this service writes there. */
export function fromKept(id: string, value: unknown): ReadyImport | null {
  if (!isRecord(value) || value['form'] !== FORM) return null;
  const workflow = recordOr(value['workflow']);
  const sound =
    workflow['id'] === id && isRecord(workflow['graph']) && isRecord(workflow['params']);
  if (!sound) return null;
  return {
    state: 'ready',
    workflow: workflow as unknown as Workflow,
    guesses: recordOr(value['guesses']) as ReadyImport['guesses'],
    warnings: listOr(value['warnings']) as ReadyImport['warnings'],
    described: Number(value['described']),
  };
}
