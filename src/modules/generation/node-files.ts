import type { ObjectInfo } from '../providers/public/comfy-types';
import { bindsNodeFile, bindsPrompts, nodeParam } from '../workflows/public/node-params';
import type { ParamType, Workflow, WorkflowParam } from '../workflows/public/workflow';
import { isFileParam } from './inputs/file-params';
import { holdsPlace, namesPlace } from './named-place';
import type { SentParam } from './params/sent-params';

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
  const reaching = sent.find((one) => !isOpen(workflow, one.name) && reaches(workflow, one, info));
  return reaching?.name ?? null;
}

/** By its own name, or by the names of all inputs that it goes to. */
function isOpen({ params, open_params }: Workflow, name: string): boolean {
  const binds = Object.hasOwn(params, name) ? (params[name]?.binds ?? []) : [];
  const names = binds.map(({ node, input }) => `node_${node}.${input}`);
  return (
    open_params.includes(name) ||
    (names.length > 0 && names.every((one) => open_params.includes(one)))
  );
}

/** Params whose value goes into the graph as it was sent. */
const TEXTS: ReadonlySet<ParamType> = new Set<ParamType>(['string', 'text', 'choice']);

const MODELS: ReadonlySet<ParamType> = new Set<ParamType>(['model', 'lora']);

/** By the inputs that the value comes to, and by the value: packs name their inputs as they like. */
function reaches(
  workflow: Workflow,
  { name, value, nested }: SentParam,
  info: ObjectInfo | null,
): boolean {
  const param = Object.hasOwn(workflow.params, name) ? workflow.params[name] : undefined;
  if (param) return reachesThrough(param, workflow, { name, value }, info);
  const found = nested ? nodeParam(workflow, name, info) : null;
  if (found === null) return false;
  if (found.namesFile || isSuffixed(value)) return true;
  return found.isPrompt ? namesPlace(value) : holdsPlace(value);
}

function reachesThrough(
  param: WorkflowParam,
  workflow: Workflow,
  { name, value }: Pick<SentParam, 'name' | 'value'>,
  info: ObjectInfo | null,
): boolean {
  if (isFileParam(param)) return isSuffixed(value);
  if (bindsNodeFile(workflow, name, info)) return true;
  // Models are looked up in the node's list, and there is none while it was never reached.
  const isFree = TEXTS.has(param.type) || (info === null && MODELS.has(param.type));
  if (!isFree || bindsPrompts(workflow, name, info)) return false;
  return holdsPlace(value) || isFileElsewhere(value);
}

/** `x.png [output]`: prose may end in a word in brackets, a file's name hardly does. */
const FILE_ELSEWHERE = /\.\w{1,10}\s*\[\s*(?:input|output|temp)\s*\]\s*$/i;

const isFileElsewhere = (value: unknown): boolean =>
  typeof value === 'string' && FILE_ELSEWHERE.test(value);

/** In whatever lists the value stands. */
function isSuffixed(value: unknown): boolean {
  if (typeof value === 'string') return FOLDER_SUFFIX.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(isSuffixed);
}
