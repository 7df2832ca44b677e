import { jsonAnswer, type Answer } from '../http/answer';
import { readJsonBody } from '../http/request-body';
import { finishedJob, JOB_STATES, queuedJob, sortJobs, type JobState } from '../queue/job-view';
import type { WireObject, WireValue } from '../wire/json';
import { isCanonicalUuid } from '../wire/canonical-uuid';
import { PythonError, str, toInt } from '../wire/python';
import type { NodeRequest, RouteContext, Routes } from './route-context';

/** `/api/jobs` of newer versions. */
export function jobRoutes(context: RouteContext): Routes {
  return {
    'GET /api/jobs': ({ query }) => list(query, context),
    'GET /api/jobs/{job_id}': (_request, id) => {
      const job = findJob(id, context);
      return job === undefined ? refuse('Job not found', 404) : jsonAnswer(job);
    },
    'POST /api/jobs/{job_id}/cancel': (_request, id) =>
      jsonAnswer({ cancelled: cancel(id, context) }),
    'POST /api/jobs/cancel': async (request) => cancelMany(request, context),
  };
}

function refuse(error: string, status = 400): Answer {
  return jsonAnswer({ error }, status);
}

function findJob(id: string, { queue, history }: RouteContext): WireObject | undefined {
  const entry = history.get(id);
  if (entry !== undefined) return finishedJob(id, entry, true);
  const running = queue.running.find((item) => item.promptId === id);
  if (running !== undefined) return queuedJob(running, 'in_progress');
  const waiting = queue.waiting.find((item) => item.promptId === id);
  return waiting && queuedJob(waiting, 'pending');
}

/** Interrupts the job if it runs, removes it if it waits; false for everything else. */
function cancel(id: string, { queue, interruption }: RouteContext): boolean {
  if (!queue.running.some((item) => item.promptId === id)) return queue.delete(id);
  interruption.raise();
  return true;
}

async function cancelMany(request: NodeRequest, context: RouteContext): Promise<Answer> {
  const body = await readJsonBody(request).catch((error: unknown) => {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  });
  if (body === undefined) return refuse('Request body must be valid JSON');
  const ids = body instanceof Map ? body.get('job_ids') : undefined;
  if (!Array.isArray(ids)) return refuse('job_ids must be a list');
  const wrong = ids.filter((id) => !isCanonicalUuid(id));
  if (wrong.length > 0) {
    const named = wrong.map((id) => str(id));
    return jsonAnswer({ error: 'job_ids contains invalid id(s)', invalid_ids: named }, 400);
  }
  const cancelled = ids.filter((id) => typeof id === 'string' && cancel(id, context));
  return jsonAnswer({ cancelled: cancelled.length > 0 });
}

function list(query: URLSearchParams, context: RouteContext): Answer {
  const states = statesOf(query.get('status'));
  const wrong = states.filter((state) => !JOB_STATES.some((valid) => valid === state));
  if (wrong.length > 0) {
    const valid = JOB_STATES.join(', ');
    return refuse(`Invalid status value(s): ${wrong.join(', ')}. Valid values: ${valid}`);
  }
  const problem = orderProblem(query) ?? pageProblem(query);
  if (problem !== undefined) return refuse(problem);
  const jobs = sorted(filtered(states as readonly JobState[], query, context), query);
  return jsonAnswer(page(jobs, integerParam(query, 'offset'), integerParam(query, 'limit')));
}

function statesOf(text: string | null): readonly string[] {
  if (text === null || text === '') return JOB_STATES;
  return text
    .split(',')
    .map((state) => state.trim().toLowerCase())
    .filter((state) => state !== '');
}

function orderProblem(query: URLSearchParams): string | undefined {
  const by = (query.get('sort_by') ?? 'created_at').toLowerCase();
  if (!['created_at', 'execution_duration'].includes(by)) {
    return "sort_by must be 'created_at' or 'execution_duration'";
  }
  const order = (query.get('sort_order') ?? 'desc').toLowerCase();
  return ['asc', 'desc'].includes(order) ? undefined : "sort_order must be 'asc' or 'desc'";
}

function pageProblem(query: URLSearchParams): string | undefined {
  for (const name of ['limit', 'offset']) {
    if (query.has(name) && integerParam(query, name) === undefined)
      return `${name} must be an integer`;
  }
  const limit = integerParam(query, 'limit');
  return limit !== undefined && limit <= 0 ? 'limit must be a positive integer' : undefined;
}

function integerParam(query: URLSearchParams, name: string): number | undefined {
  try {
    return query.has(name) ? Number(toInt(query.get(name))) : undefined;
  } catch (error) {
    if (error instanceof PythonError) return undefined;
    throw error;
  }
}

function filtered(
  states: readonly JobState[],
  query: URLSearchParams,
  { queue, history }: RouteContext,
): readonly WireObject[] {
  const workflowId = query.get('workflow_id') ?? '';
  const all = [
    ...queue.running.map((item) => queuedJob(item, 'in_progress')),
    ...queue.waiting.map((item) => queuedJob(item, 'pending')),
    ...[...history.all()].map(([id, entry]) => finishedJob(id, entry, false)),
  ];
  return all.filter(
    (job) =>
      states.some((state) => state === job.get('status')) &&
      (workflowId === '' || job.get('workflow_id') === workflowId),
  );
}

function sorted(jobs: readonly WireObject[], query: URLSearchParams): readonly WireObject[] {
  const by = query.get('sort_by')?.toLowerCase() === 'execution_duration';
  const ascending = query.get('sort_order')?.toLowerCase() === 'asc';
  return sortJobs(jobs, by ? 'execution_duration' : 'created_at', !ascending);
}

function page(
  jobs: readonly WireObject[],
  requestedOffset: number | undefined,
  limit: number | undefined,
): WireObject {
  const offset = Math.max(0, requestedOffset ?? 0);
  const part = jobs.slice(offset, limit === undefined ? undefined : offset + limit);
  return new Map<string, WireValue>([
    ['jobs', [...part]],
    [
      'pagination',
      new Map<string, WireValue>([
        ['offset', offset],
        ['limit', limit ?? null],
        ['total', jobs.length],
        ['has_more', offset + part.length < jobs.length],
      ]),
    ],
  ]);
}
