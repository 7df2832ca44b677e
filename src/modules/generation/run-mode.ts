import type { Workflow } from '../workflows/public/workflow';
import { isFileParam } from './file-params';
import type { SentParam } from './sent-params';

/**
 * What a run makes from what, where the request doesn't say: the workflow's first mode that starts from a file when
 * one was sent, else its first that starts from text. Pure.
 */
export function runMode(workflow: Workflow, sent: readonly SentParam[]): string {
  const fromFile = sent.some(({ name }) => {
    const param = Object.hasOwn(workflow.params, name) ? workflow.params[name] : undefined;
    return param !== undefined && isFileParam(param);
  });
  const fits = workflow.modes.find((mode) => mode.startsWith('t2') !== fromFile);
  return fits ?? workflow.modes[0] ?? (workflow.kind === 'image' ? 't2i' : 't2v');
}
