import { textsAmong } from '../public/model-search';
import { fieldHolds, heldValues } from '../public/generate-fields';
import { PRIVATE_FOLDERS } from '../../providers/public/private-folders';
import { ownValue } from '../../../platform/json';
import type { NextStep } from './dto/workflow.response';
import { isMedia, type MediaParamType } from '../catalogue/media-params';
import { spellModel } from '../graph/model-names';
import type { Workflow, WorkflowParam } from '../public/workflow';
import { submitValues } from '../graph/submit-values';
import type { NodeReadiness } from './workflow-nodes.service';

/** The state that the suggested calls depend on. */
export interface NextStepsInput {
  /** Nodes that take the workflow's kind of job. */
  readonly nodes: readonly NodeReadiness[];
  /** The longest text that a request may hold. */
  readonly promptChars: number;
}

/**
 * The calls between reading a record and a finished job. A step that is `ready` can be sent unchanged; `fill` of the
 * others lists what to fill in.
 */
export function nextSteps(
  workflow: Workflow,
  params: Workflow['params'],
  { nodes, promptChars }: NextStepsInput,
): readonly NextStep[] {
  return [
    checkNodes(nodes),
    ...listCheckpoints(params, nodes),
    ...uploads(params),
    submit(workflow, params, { nodes, promptChars }),
    {
      step: 'poll',
      method: 'GET',
      path: '/api/jobs/{prompt_id}?wait=60',
      why: 'Holds the answer until the job ends, at most 60 seconds; ask again while it is queued or running. Once completed, GET each url of its outputs for the finished files.',
      ready: false,
      fill: ['prompt_id'],
    },
  ];
}

function checkNodes(nodes: readonly NodeReadiness[]): NextStep {
  const able = nodes
    .filter(({ runnable }) => runnable)
    .map(({ id, online }) => (online ? id : `${id} (offline)`));
  const finding =
    able.length > 0
      ? `This workflow can run on: ${able.join(', ')}.`
      : 'No node is known to have everything: see requirements.';
  return {
    step: 'check_nodes',
    method: 'GET',
    path: '/api/providers',
    why: `Tells which nodes are online and how busy they are. ${finding}`,
    ready: true,
  };
}

/** One folder of model files on one node: each node has its own. */
function listCheckpoints(
  params: Workflow['params'],
  nodes: readonly NodeReadiness[],
): readonly NextStep[] {
  const models = Object.entries(params).filter(([, { type }]) => type === 'model');
  const folders = new Set(models.flatMap(([, { folder: named }]) => named ?? []));
  const [folder, ...others] = [...folders].filter(isListed);
  if (folder === undefined) return [];
  const shown = bestNode(nodes) ?? nodes.find(({ isDefault }) => isDefault) ?? nodes[0];
  const provider = shown?.id;
  const more = others.length === 0 ? '' : ` Its other model folders: ${others.join(', ')}.`;
  const takers = models.map(([name]) => name).join(', ');
  return [
    {
      step: 'list_checkpoints',
      method: 'GET',
      path: `/api/comfy/models/${encodeURIComponent(folder)}?provider=${provider ?? '{provider}'}`,
      why: `The files that this node has now, for ${takers}.${more} Left out, the default is used.`,
      ready: provider !== undefined,
      ...(provider === undefined ? { fill: ['provider'] } : {}),
    },
  ];
}

/** Whether `GET /api/comfy` lists the folder for everybody: nodes list none below another. */
const isListed = (folder: string): boolean => !/[\\/]/.test(folder) && !PRIVATE_FOLDERS.has(folder);

function uploads(params: Workflow['params']): readonly NextStep[] {
  return files(params).map(({ name, type }) => ({
    step: `upload_source_${type}`,
    method: 'POST',
    path: '/api/media',
    why: `Multipart, field "file". The answer's path is what the submit takes as ${name}; a media asset that is there already will do.`,
    ready: false,
    fill: ['file'],
  }));
}

function submit(
  workflow: Workflow,
  params: Workflow['params'],
  { nodes, promptChars }: NextStepsInput,
): NextStep {
  const best = bestNode(nodes);
  const { values, needed, isAccepted } = submitValues(workflow, best?.info ?? null, promptChars);
  // A node that was never reached checks the job itself once it is there.
  const mayRun = best !== undefined || nodes.some(({ assessment }) => assessment === null);
  const provider = isAccepted && mayRun ? { provider: 'auto' } : null;
  const candidates = [
    ...(provider === null ? ['provider', ...missingModels(params)] : []),
    ...needed,
  ];
  const fill = [...new Set(candidates)].map((name) =>
    isNested(workflow, name) ? `workflow_params.${name}` : name,
  );
  return {
    step: 'submit',
    method: 'POST',
    path: `/api/${workflow.kind}/generate`,
    why: `Queues one job with the recommended values and answers its prompt_id. Widgets that no param names are set in workflow_params as node_<id>.<input>: GET /api/workflows/${workflow.id}/graph shows them.`,
    ready: fill.length === 0,
    body: { workflow: workflow.id, ...provider, ...placed(workflow, values) },
    ...(fill.length > 0 ? { fill } : {}),
  };
}

/** Does every value of a param go into `workflow_params`? */
function isNested({ kind, params }: Workflow, name: string): boolean {
  const param = ownValue(params, name);
  return param !== undefined && heldValues(kind, name, param) === 'none';
}

/** The default node if it can run the workflow, else an online node, else one that could when it was last online. */
function bestNode(nodes: readonly NodeReadiness[]): NodeReadiness | undefined {
  const able = nodes.filter(({ runnable }) => runnable);
  const online = able.filter((node) => node.online);
  return online.find(({ isDefault }) => isDefault) ?? online[0] ?? able[0];
}

/** Model params whose default no node has, although nodes have other files. */
function missingModels(params: Workflow['params']): readonly string[] {
  return named(params, ({ type, choices = [], default: file }) => {
    const offered = textsAmong(choices);
    const isThere = typeof file === 'string' && spellModel(file, offered) !== null;
    return type === 'model' && choices.length > 0 && !isThere;
  });
}

type Values = Readonly<Record<string, unknown>>;

/** Values by param name, each where a request takes it. */
function placed(workflow: Workflow, values: Values): Values {
  const entries = Object.entries(values);
  const isHeld = ([name, value]: readonly [string, unknown]): boolean =>
    fieldHolds(workflow.kind, name, value);
  const nested = entries.filter((entry) => !isHeld(entry));
  return {
    ...Object.fromEntries(entries.filter(isHeld)),
    ...(nested.length > 0 ? { workflow_params: Object.fromEntries(nested) } : {}),
  };
}

function files(params: Workflow['params']): readonly { name: string; type: MediaParamType }[] {
  return Object.entries(params).flatMap(([name, { type, required }]) =>
    isMedia(type) && required ? [{ name, type }] : [],
  );
}

function named(
  params: Workflow['params'],
  test: (param: WorkflowParam) => boolean,
): readonly string[] {
  return Object.entries(params)
    .filter(([, param]) => test(param))
    .map(([name]) => name);
}
