import type { ObjectInfo } from '../providers/public/comfy-types';
import { bindsNodeFile, nodeParam } from '../workflows/public/node-params';
import type { Workflow } from '../workflows/public/workflow';
import { isFileParam } from './file-params';
import type { SentParam } from './sent-params';

/** ComfyUI reads `name [output]` from another of the node's folders. */
const FOLDER_SUFFIX = /\[\s*(?:input|output|temp)\s*\]\s*$/i;

/**
 * The first param by which a request reaches for a file in the node's own folders (contract §2, node files), although
 * its manifest doesn't open it; `null` when there is none. Media paths in params that take media are none. Pure.
 */
export function nodeFileParam(
  workflow: Workflow,
  sent: readonly SentParam[],
  info: ObjectInfo | null,
): string | null {
  const reaching = sent.find(
    (one) => !workflow.open_params.includes(one.name) && reaches(workflow, one, info),
  );
  return reaching?.name ?? null;
}

function reaches(
  workflow: Workflow,
  { name, value, nested }: SentParam,
  info: ObjectInfo | null,
): boolean {
  const param = Object.hasOwn(workflow.params, name) ? workflow.params[name] : undefined;
  if (param && isFileParam(param)) return isSuffixed(value);
  if (param) return bindsNodeFile(workflow, name, info);
  const found = nested ? nodeParam(workflow, name, info) : null;
  return found !== null && (found.namesFile || isSuffixed(value));
}

/** In whatever lists the value stands. */
function isSuffixed(value: unknown): boolean {
  if (typeof value === 'string') return FOLDER_SUFFIX.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(isSuffixed);
}
