import { type JsonRecord, recordOr, recordsOf } from '../../../platform/json';
import { nonEmpty } from '../brief';
import { excerpt, PAGE, pageOf } from '../page';
import { DETAIL, type Tool } from '../tool';
import { objectArgument, pathArgument, picked, RequestRefused, without } from '../tool-api';
import { fieldsOf } from '../tool-schema';

const READS = { readOnly: true, idempotent: true };

const WORKFLOWS: Tool = {
  name: 'get_workflows',
  title: 'Workflows',
  description:
    'Lists what can be made, or describes one workflow: its params with bounds and defaults, sizes, what it lacks. Read the one that you use first.',
  hints: READS,
  input: {
    workflow_id: { schema: { type: 'string', description: 'One workflow. Omitted: a list.' } },
    ...fieldsOf('GET /api/workflows', { kind: '', runnable: 'Only those a node can run now.' }),
    ...PAGE,
    detail: DETAIL,
  },
  requests: ['GET /api/workflows/{workflow_id}'],
  run: async (args, api) => {
    if (args['workflow_id'] === undefined)
      return pageOf(api, {
        path: '/api/workflows',
        query: picked(args, ['kind', 'runnable', 'limit', 'cursor']),
        detail: args['detail'],
        short: shortWorkflow,
      });
    const body = await api.get(`/api/workflows/${pathArgument(args, 'workflow_id')}`);
    return { body, brief: briefWorkflow(body) };
  },
};

function shortWorkflow(workflow: JsonRecord): JsonRecord {
  const needed = Object.entries(recordOr(workflow['inputs'])).filter(([, use]) => use !== 'none');
  return {
    ...nonEmpty(workflow, 'id', 'kind', 'modes', 'runnable_on'),
    ...excerpt(workflow, 'description'),
    ...(needed.length === 0 ? {} : { inputs: Object.fromEntries(needed) }),
  };
}

/** Params that few requests send are only named. */
function briefWorkflow(workflow: JsonRecord): JsonRecord {
  const params = Object.entries(recordOr(workflow['params'])) as [string, JsonRecord][];
  const isAdvanced = ([, { group, required }]: readonly [string, JsonRecord]): boolean =>
    group === 'advanced' && required !== true;
  return {
    ...nonEmpty(workflow, 'id', 'name', 'kind', 'modes', 'inputs', 'supports_lora', 'runnable_on'),
    ...excerpt(workflow, 'description', 400),
    params: Object.fromEntries(
      params
        .filter((param) => !isAdvanced(param))
        .map(([name, param]) => [name, briefParam(param)]),
    ),
    advanced_params: params.filter(isAdvanced).map(([name]) => name),
    ...nonEmpty(workflow, 'sizes', 'lacks'),
    ...nonEmpty(recordOr(workflow['requirements']), 'notes'),
  };
}

const MAX_CHOICES = 12;

function briefParam(param: JsonRecord): JsonRecord {
  const { choices } = param;
  return {
    ...nonEmpty(param, 'type', 'required', 'default', 'minimum', 'maximum', 'grid'),
    ...(Array.isArray(choices) ? { choices: choices.slice(0, MAX_CHOICES) } : {}),
    ...excerpt(param, 'description'),
  };
}

const NODES: Tool = {
  name: 'get_nodes',
  title: 'Nodes',
  description: 'Lists the nodes that run the jobs: state, queue, devices.',
  hints: READS,
  input: { ...PAGE, detail: DETAIL },
  requests: ['GET /api/providers', 'GET /api/providers/{id}'],
  run: async (args, api) =>
    pageOf(api, {
      path: '/api/providers',
      query: picked(args, ['limit', 'cursor']),
      detail: args['detail'],
      short: (node) => nonEmpty(node, 'id', 'status', 'is_default', 'roles', 'queue', 'error'),
    }),
};

const PLAN: Tool = {
  name: 'plan',
  title: 'Plan a request',
  description:
    'Checks a request without running it: which nodes accept it, how long it would wait and run, and the resolved values.',
  hints: READS,
  input: {
    type: { schema: { enum: ['image', 'video'] } },
    request: {
      schema: { type: 'object', description: 'The arguments of make_image or make_video.' },
    },
    detail: DETAIL,
  },
  required: ['type', 'request'],
  requests: ['POST /api/plan'],
  run: async ({ type, ...args }, api) => {
    const fields = without(objectArgument(args, 'request'), 'idempotency_key');
    const request = { provider: 'auto', ...fields, type };
    const body = await api.post('/api/plan', request).catch((error: unknown) => {
      throw error instanceof RequestRefused ? error.ofMember('request', 'type') : error;
    });
    return { body, brief: { ...body, providers: recordsOf(body, 'providers').map(shortVerdict) } };
  },
};

const shortVerdict = (verdict: JsonRecord): JsonRecord =>
  nonEmpty(
    verdict,
    ...['provider', 'accepted', 'can_run_now', 'reasons'],
    ...['expected_wait_seconds', 'expected_run_seconds'],
  );

/** What is there, and what a request would do. */
export const DISCOVER: readonly Tool[] = [WORKFLOWS, NODES, PLAN];
