import { isRecord } from '../../../platform/json';
import { listOr, recordOr } from '../json/json-values';
import type { Workflow } from '../public/workflow';
import type { ImportFault } from './import-fault';
import { MOST_FAULTS, type Resolution } from './resolve-import';

type Ready = Extract<Resolution, { state: 'ready' }>;
type Waiting = Extract<Resolution, { state: 'needs_nodes' }>;

/** Changes when what is kept changes its form: older ones are made anew. */
const FORM = 4;

/** A resolution as it is kept on the disk. */
export function toKept(resolution: Resolution): unknown {
  const { state } = resolution;
  switch (state) {
    case 'ready': {
      const { workflow, guesses, warnings, described } = resolution;
      return { form: FORM, state, workflow, guesses, warnings, described };
    }
    case 'needs_nodes':
      return { form: FORM, state, missing: resolution.missing };
    case 'broken':
      return { form: FORM, state, faults: resolution.faults.slice(0, MOST_FAULTS) };
  }
}

/** A resolution that was kept; `null` for anything else. Only this service writes there. */
export function fromKept(id: string, value: unknown): Resolution | null {
  if (!isRecord(value) || value['form'] !== FORM) return null;
  switch (value['state']) {
    case 'ready':
      return readyIn(id, value);
    case 'needs_nodes':
      return { state: 'needs_nodes', missing: listOr(value['missing']) as Waiting['missing'] };
    case 'broken':
      return { state: 'broken', faults: listOr(value['faults']) as readonly ImportFault[] };
    default:
      return null;
  }
}

function readyIn(id: string, value: Readonly<Record<string, unknown>>): Ready | null {
  const workflow = recordOr(value['workflow']);
  const sound =
    workflow['id'] === id && isRecord(workflow['graph']) && isRecord(workflow['params']);
  if (!sound) return null;
  return {
    state: 'ready',
    workflow: workflow as unknown as Workflow,
    guesses: recordOr(value['guesses']) as Ready['guesses'],
    warnings: listOr(value['warnings']) as Ready['warnings'],
    described: Number(value['described']),
  };
}

/**
 * Does what was found now go before what was kept of the very same text? What was made while more nodes were there stays;
 * that no node could use it stands until nodes are asked again.
 */
export function goesBefore(found: Resolution, kept: Resolution, areNodesKnown: boolean): boolean {
  if (kept.state !== 'ready') return areNodesKnown;
  return found.state === 'ready' && found.described > kept.described;
}
