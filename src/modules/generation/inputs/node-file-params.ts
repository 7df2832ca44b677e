import { ownValue } from '../../../platform/json';
import type { ObjectInfo } from '../../providers/public/comfy-types';
import { nodeParam } from '../../workflows/public/node-params';
import { isOpenInput } from '../../workflows/public/open-inputs';
import type { ParamType, Workflow } from '../../workflows/public/workflow';
import { isFileParam } from './file-params';
import type { SentParam } from '../params/sent-params';

/** ComfyUI reads `name [output]` from another of the node's folders. */
const FOLDER_SUFFIX = /\[\s*(?:input|output|temp)\s*\]\s*$/i;

/** Param types whose values are never texts, and so name no file; that they fit their types was checked before. */
const TEXTLESS_TYPES: ReadonlySet<ParamType> = new Set<ParamType>(['integer', 'number', 'boolean']);

/**
 * The first param that could name a file in the node's own folders and that the manifest
 * doesn't open; `null` when there is none. Media paths in params that take media are allowed.
 */
export function nodeFileParam(
  workflow: Workflow,
  sent: readonly SentParam[],
  info: ObjectInfo | null,
): string | null {
  const refused = sent.find(
    (one) => !isOpenedByManifest(workflow, one.name) && mayReachFile(workflow, one, info),
  );
  return refused?.name ?? null;
}

/** Whether the manifest opens the param itself, or all inputs that it sets. */
function isOpenedByManifest({ params, open_params }: Workflow, name: string): boolean {
  const binds = ownValue(params, name)?.binds ?? [];
  const names = binds.map(({ node, input }) => `node_${node}.${input}`);
  return (
    open_params.includes(name) ||
    (names.length > 0 && names.every((one) => open_params.includes(one)))
  );
}

function mayReachFile(
  workflow: Workflow,
  { name, value, nested }: SentParam,
  info: ObjectInfo | null,
): boolean {
  const own = ownValue(workflow.params, name);
  const param = own ?? (nested ? nodeParam(workflow, name, info) : null);
  if (!param) return false;
  if (isFileParam(param)) return hasFolderSuffix(value);
  if (TEXTLESS_TYPES.has(param.type)) return false;
  return !param.binds.every((bind) => isOpenInput(workflow.graph, bind, value, info));
}

/** Whether a text at any depth of lists and objects ends with a folder suffix. */
function hasFolderSuffix(value: unknown): boolean {
  if (typeof value === 'string') return FOLDER_SUFFIX.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(hasFolderSuffix);
}
