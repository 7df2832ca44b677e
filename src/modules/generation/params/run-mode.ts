import { ownValue } from '../../../platform/json';
import type { ParamType, Workflow } from '../../workflows/public/workflow';
import { isFileParam } from '../inputs/file-params';
import type { SentParam } from './sent-params';

/**
 * The mode of a request that doesn't name one. The first of these that the workflow has:
 * 1. `v2v` if a video was sent; `i2v` if only other files were sent, so audio-driven clips are `i2v`
 * 2. its first mode that starts from a file if one was sent, from text if none was
 * 3. its first mode
 * 4. `t2i` or `t2v`, by its kind
 */
export function runMode(workflow: Workflow, sent: readonly SentParam[]): string {
  const { modes, kind } = workflow;
  const types = fileTypes(workflow, sent);
  const firstSuitable = modes.find((mode) => startsFromText(mode) === (types.size === 0));
  const fromFile = types.has('video') ? 'v2v' : 'i2v';
  const best = types.size > 0 && modes.includes(fromFile) ? fromFile : undefined;
  return best ?? firstSuitable ?? modes[0] ?? (kind === 'image' ? 't2i' : 't2v');
}

/**
 * Why a mode that was sent is invalid: the workflow lacks it, or the files that were sent belong to another mode. `null`
 * for a valid mode. If no mode suits the files, any mode is valid here, and a missing file is reported with the params.
 */
export function modeError(
  workflow: Workflow,
  sent: readonly SentParam[],
  mode: string,
): string | null {
  const { id, modes } = workflow;
  if (modes.length === 0) return `The workflow '${id}' has no modes. Omit \`mode\`.`;
  if (!modes.includes(mode)) return `The workflow '${id}' supports ${modes.join(', ')}.`;
  const hasFile = fileTypes(workflow, sent).size > 0;
  const suitsFiles = (candidate: string): boolean => startsFromText(candidate) !== hasFile;
  if (suitsFiles(mode) || !modes.some(suitsFiles)) return null;
  const suitable = runMode(workflow, sent);
  return hasFile
    ? `The mode ${mode} takes no file. Use mode ${suitable}, or omit \`mode\`.`
    : `Send the file that the mode ${mode} starts from, or use mode ${suitable}.`;
}

const startsFromText = (mode: string): boolean => mode.startsWith('t2');

function fileTypes(workflow: Workflow, sent: readonly SentParam[]): ReadonlySet<ParamType> {
  const types = sent.flatMap(({ name }) => {
    const param = ownValue(workflow.params, name);
    return param && isFileParam(param) ? [param.type] : [];
  });
  return new Set(types);
}
