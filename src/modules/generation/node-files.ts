import type { ObjectInfo } from '../providers/public/comfy-types';
import { bindsNodeFile, bindsPrompts, nodeParam } from '../workflows/public/node-params';
import type { ParamType, Workflow, WorkflowParam } from '../workflows/public/workflow';
import { isFileParam } from './file-params';
import { namesPlace } from './named-place';
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

/** Params whose value goes into the graph as it was sent. */
const TEXTS: ReadonlySet<ParamType> = new Set<ParamType>(['string', 'text', 'choice']);

/** By the input that the value goes to, and by the value: packs name their inputs as they like. */
function reaches(
  workflow: Workflow,
  { name, value, nested }: SentParam,
  info: ObjectInfo | null,
): boolean {
  const param = Object.hasOwn(workflow.params, name) ? workflow.params[name] : undefined;
  if (param) return reachesThrough(param, workflow, { name, value }, info);
  const found = nested ? nodeParam(workflow, name, info) : null;
  return found !== null && (found.namesFile || isSuffixed(value) || namesPlace(value));
}

function reachesThrough(
  param: WorkflowParam,
  workflow: Workflow,
  { name, value }: Pick<SentParam, 'name' | 'value'>,
  info: ObjectInfo | null,
): boolean {
  if (isFileParam(param)) return isSuffixed(value);
  if (bindsNodeFile(workflow, name, info)) return true;
  return TEXTS.has(param.type) && namesPlace(value) && !bindsPrompts(workflow, name, info);
}

/** In whatever lists the value stands. */
function isSuffixed(value: unknown): boolean {
  if (typeof value === 'string') return FOLDER_SUFFIX.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(isSuffixed);
}
