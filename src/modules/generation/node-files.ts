import type { ObjectInfo } from '../providers/public/comfy-types';
import { nodeParam } from '../workflows/public/node-params';
import type { Workflow } from '../workflows/public/workflow';
import { isFileParam } from './file-params';
import type { SentParam } from './sent-params';

/** ComfyUI reads `name [output]` from another of the node's folders. */
const FOLDER_SUFFIX = /\[(?:input|output|temp)\]\s*$/i;

/**
 * The first param by which a request reaches for a file in the node's own folders (contract §2, node files), although
 * its manifest doesn't open it; `null` when there is none. Media paths in params that take media are none. Pure.
 */
export function nodeFileParam(
  workflow: Workflow,
  sent: readonly SentParam[],
  info: ObjectInfo | null,
): string | null {
  const reaching = sent.find(({ name, value, nested }) => {
    if (workflow.open_params.includes(name)) return false;
    const suffixed = typeof value === 'string' && FOLDER_SUFFIX.test(value);
    const param = Object.hasOwn(workflow.params, name) ? workflow.params[name] : undefined;
    if (param) return suffixed && isFileParam(param);
    const found = nested ? nodeParam(workflow, name, info) : null;
    return found !== null && (suffixed || found.namesFile);
  });
  return reaching?.name ?? null;
}
