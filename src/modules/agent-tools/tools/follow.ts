import { type JsonRecord, listOr, recordOr, recordsOf } from '../../../platform/json';
import { BRIEF_BYTES, FULL_BYTES, jsonBytes, nonEmpty } from '../brief';
import { fittingPage, PAGE, pageOf } from '../page';
import { DETAIL, IDEMPOTENCY_KEY, type Tool, type ToolAnswer } from '../tool';
import { pathArgument, picked, refusal, segment, type ToolApi, without } from '../tool-api';
import { fieldsOf } from '../tool-schema';
import { briefJob, linksOf, shortJob, shortPart, statesOf } from './job-records';
import { submitted, waitFor } from './make';

const MAX_WAIT_SECONDS = 25;
/** How often a waiting call looks, in seconds: its progress, and whether its caller still may. */
const LOOK_SECONDS = 1;

const ENDED = new Set(['completed', 'failed', 'cancelled', 'stopped']);

/** Something that takes time. */
interface Followed {
  /** What names the unfinished part of it in the arguments of the next call. */
  readonly rest: (body: JsonRecord) => JsonRecord;
  /** Reads its state; `wait`: seconds for which the API may hold its answer. */
  readonly read: (wait: number) => Promise<JsonRecord>;
  /** Reads a page of the files that it has made, where its state doesn't have them. */
  readonly outputs?: (body: JsonRecord) => Promise<JsonRecord>;
  readonly short: (body: JsonRecord) => JsonRecord;
}

const RUN_NAME = { schema: { type: 'string', description: 'Of a training run.' } };

const GET_JOBS: Tool = {
  name: 'get_jobs',
  title: 'Jobs',
  description:
    'State and outputs of jobs (prompt_ids), of a batch, of a generation or render of a project, or state of a training run; wait_seconds waits for the end, and returns the next call if it takes longer. A finished batch has its outputs, those of its last runs first; next_cursor, sent as cursor, gets the others. One prompt_id returns its record, several a list of items. Without any id: your latest jobs.',
  hints: { readOnly: true, idempotent: true },
  input: {
    prompt_ids: { schema: { type: 'array', items: { type: 'string' } } },
    batch_id: { schema: { type: 'string' } },
    project_id: { schema: { type: 'string' } },
    generation_id: { schema: { type: 'string', description: 'With project_id.' } },
    render_id: { schema: { type: 'string', description: 'With project_id.' } },
    job_name: RUN_NAME,
    wait_seconds: {
      schema: { type: 'integer', minimum: 0, maximum: MAX_WAIT_SECONDS, default: 0 },
    },
    ...fieldsOf('GET /api/jobs', { status: '', q: 'Words of the prompt.' }),
    ...PAGE,
    detail: DETAIL,
  },
  requests: [
    'GET /api/jobs/{prompt_id}',
    'GET /api/batches/{id}',
    'GET /api/projects/{project_id}/generations/{generation_id}',
    'GET /api/projects/{project_id}/renders/{render_id}',
  ],
  run: async (args, api) => {
    const followed = followedBy(args, api);
    if (followed) return follow(followed, waitSeconds(args), api);
    const { project_id: project } = args;
    return pageOf(api, {
      path: '/api/jobs',
      query: { ...picked(args, ['status', 'q', 'limit', 'cursor']), project },
      detail: args['detail'],
      short: shortJob,
    });
  },
};

function waitSeconds({ wait_seconds: seconds = 0 }: JsonRecord): number {
  const isValid = typeof seconds === 'number' && seconds >= 0 && seconds <= MAX_WAIT_SECONDS;
  if (isValid) return seconds;
  throw refusal('wait_seconds', `Send a number from 0 to ${MAX_WAIT_SECONDS}.`);
}

/** What the arguments name; `null` for a list of jobs. */
function followedBy(args: JsonRecord, api: ToolApi): Followed | null {
  if (args['prompt_ids'] !== undefined) return jobsOf(args['prompt_ids'], api);
  if (args['batch_id'] !== undefined) {
    const path = `/api/batches/${pathArgument(args, 'batch_id')}`;
    const outputs = (body: JsonRecord) => batchOutputs(args, body, api);
    return { ...part(api, path, picked(args, ['batch_id'])), outputs };
  }
  if (args['job_name'] !== undefined) {
    const path = `/api/lora-training/jobs/${pathArgument(args, 'job_name')}`;
    const short = (run: JsonRecord) => without(run, 'loss_curve');
    return { ...part(api, path, picked(args, ['job_name'])), short };
  }
  for (const [name, folder] of [
    ['generation_id', 'generations'],
    ['render_id', 'renders'],
  ] as const) {
    if (args[name] === undefined) continue;
    const path = `/api/projects/${pathArgument(args, 'project_id')}/${folder}/${pathArgument(args, name)}`;
    return part(api, path, picked(args, ['project_id', name]));
  }
  return null;
}

function jobsOf(ids: unknown, api: ToolApi): Followed {
  const [id, ...more] = Array.isArray(ids) ? (ids as unknown[]) : [];
  if (typeof id === 'string' && id !== '' && more.length === 0) {
    const path = `/api/jobs/${segment(id)}`;
    return { rest: unfinishedJobs, read: (wait) => api.get(path, { wait }), short: briefJob };
  }
  return {
    rest: unfinishedJobs,
    read: (wait) => api.get('/api/jobs', { prompt_ids: ids, wait, until: 'all' }),
    short: (body) => ({ ...body, items: recordsOf(body).map(shortJob) }),
  };
}

function part(api: ToolApi, path: string, what: JsonRecord): Followed {
  return { rest: () => what, read: (wait) => api.get(path, { wait }), short: shortPart };
}

/** Jobs whose outputs one call answers, where they fit. */
const MAX_RUNS = 200;
/** Bytes of a reply that are for the cursor and names of fields. */
const REST_BYTES = 300;

/** The last runs first, as pages of jobs have them; each page in the order of its runs. */
async function batchOutputs(args: JsonRecord, body: JsonRecord, api: ToolApi): Promise<JsonRecord> {
  const { batch_id: batch, limit = MAX_RUNS, cursor, detail } = args;
  const short = (job: JsonRecord) => ({
    outputs: recordsOf(job, 'outputs').map((one) => nonEmpty(one, 'type', 'path')),
  });
  const room =
    detail === 'full' ? FULL_BYTES - jsonBytes(body) : BRIEF_BYTES - jsonBytes(shortPart(body));
  const source = { path: '/api/jobs', query: { batch, limit, cursor }, short };
  const jobs = await fittingPage(api, source, room - REST_BYTES);
  const outputs = recordsOf(jobs)
    .toReversed()
    .flatMap((job) => recordsOf(job, 'outputs'));
  return { outputs, next_cursor: jobs['next_cursor'] };
}

function unfinishedJobs(body: JsonRecord): JsonRecord {
  const unfinished = statesOf(body).filter(({ status }) => !ENDED.has(String(status)));
  return { prompt_ids: unfinished.map(({ prompt_id }) => prompt_id) };
}

/** Waits in short steps: each of them is a request, whose caller is checked again. */
async function follow(followed: Followed, seconds: number, api: ToolApi): Promise<ToolAnswer> {
  const until = api.now() + seconds * 1000;
  let body = await followed.read(0);
  while (!isOver(body)) {
    const left = until - api.now();
    if (left <= 0) break;
    api.progress(progressOf(body));
    const looked = api.now();
    const wait = Math.min(LOOK_SECONDS, left / 1000);
    body = await followed.read(Math.ceil(wait));
    // Beyond the caller's limit of waiting requests, the answer comes at once.
    const rest = wait * 1000 - (api.now() - looked);
    if (!isOver(body) && rest > 0) await api.sleep(rest);
  }
  const next = isOver(body) ? undefined : waitFor(followed.rest(body));
  if (followed.outputs && isOver(body)) body = { ...body, ...(await followed.outputs(body)) };
  return { body, brief: followed.short(body), next, links: linksOf(body) };
}

const isOver = (body: JsonRecord): boolean =>
  statesOf(body).every(({ status }) => ENDED.has(String(status)));

function progressOf(body: JsonRecord) {
  const states = statesOf(body);
  const fractions = states.map((state) =>
    ENDED.has(String(state['status'])) ? 1 : fractionOf(state),
  );
  const fraction = fractions.reduce((sum, one) => sum + one, 0) / Math.max(1, fractions.length);
  const words = [...new Set(states.map(({ status }) => String(status)))].join(', ');
  return { fraction, message: `${words}: ${Math.round(fraction * 100)} %` };
}

function fractionOf(state: JsonRecord): number {
  const { fraction = recordOr(state['progress'])['fraction'] } = state;
  if (typeof fraction === 'number') return fraction;
  // A render counts frames, a training run steps.
  const { step, steps, frames_done: done = step, frames_total: total = steps } = state;
  return Number(total) > 0 ? Number(done) / Number(total) : 0;
}

const CANCEL_JOBS: Tool = {
  name: 'cancel_jobs',
  title: 'Cancel work',
  description:
    'Cancels jobs (prompt_ids, status "queued" for all of yours that wait, or both), a batch, a generation or render of a project, or stops a training run.',
  hints: { destructive: true, idempotent: true },
  input: {
    ...fieldsOf('POST /api/jobs/cancel', { prompt_ids: '', status: '' }),
    batch_id: { schema: { type: 'string' } },
    project_id: { schema: { type: 'string' } },
    generation_id: { schema: { type: 'string', description: 'With project_id.' } },
    render_id: { schema: { type: 'string', description: 'With project_id.' } },
    job_name: RUN_NAME,
  },
  requests: [
    'POST /api/jobs/{prompt_id}/cancel',
    'POST /api/batches/{id}/cancel',
    'POST /api/projects/{project_id}/generations/{generation_id}/cancel',
    'POST /api/projects/{project_id}/renders/{render_id}/cancel',
    'POST /api/lora-training/jobs/{job_name}/stop',
  ],
  run: async (args, api) => {
    const path = cancelPath(args);
    const body = path ? await api.post(path) : await cancelJobs(args, api);
    return {
      body,
      brief: path ? { ...shortPart(body), ...nonEmpty(body, 'job_name') } : body,
    };
  },
};

/** Those that wait first: then no batch goes on. */
async function cancelJobs(args: JsonRecord, api: ToolApi): Promise<JsonRecord> {
  const cancel = (one: JsonRecord) => api.post('/api/jobs/cancel', one);
  const { prompt_ids, status } = args;
  if (prompt_ids === undefined || status === undefined)
    return cancel(picked(args, ['prompt_ids', 'status']));
  const waiting = await cancel({ status });
  const named = await cancel({ prompt_ids });
  const ended = new Set(listOr(waiting['cancelled']));
  return {
    cancelled: [...ended, ...listOr(named['cancelled'])],
    failed: recordsOf(named, 'failed').filter(({ prompt_id }) => !ended.has(prompt_id)),
  };
}

function cancelPath(args: JsonRecord): string | null {
  const at = (name: string): string => pathArgument(args, name);
  if (args['batch_id'] !== undefined) return `/api/batches/${at('batch_id')}/cancel`;
  if (args['job_name'] !== undefined) return `/api/lora-training/jobs/${at('job_name')}/stop`;
  if (args['generation_id'] !== undefined)
    return `/api/projects/${at('project_id')}/generations/${at('generation_id')}/cancel`;
  if (args['render_id'] !== undefined)
    return `/api/projects/${at('project_id')}/renders/${at('render_id')}/cancel`;
  return null;
}

const RERUN_JOB: Tool = {
  name: 'rerun_job',
  title: 'Run a job again',
  description: 'Repeats a job with its seed and settings, with the changes that you send.',
  hints: { costly: true },
  input: {
    prompt_id: { schema: { type: 'string' } },
    ...fieldsOf('POST /api/jobs/{prompt_id}/rerun', {
      changes:
        'Fields of make_image or make_video to change; null removes one: {"seed": null} draws a new seed.',
    }),
    idempotency_key: IDEMPOTENCY_KEY,
  },
  required: ['prompt_id'],
  run: async (args, api) => {
    const path = `/api/jobs/${pathArgument(args, 'prompt_id')}/rerun`;
    return submitted(await api.post(path, picked(args, ['changes']), args['idempotency_key']));
  },
};

/** What follows jobs, ends them and repeats them. */
export const FOLLOW: readonly Tool[] = [GET_JOBS, CANCEL_JOBS, RERUN_JOB];
