import { emptyAnswer, jsonAnswer, type Answer } from '../http/answer';
import { readJsonBody } from '../http/request-body';
import { itemTuple } from '../queue/queue-item';
import type { WireValue } from '../wire/json';
import { PythonError, requireObject, toInt, truthy } from '../wire/python';
import type { NodeRequest, RouteContext, Routes } from './route-context';

/** `/queue`, `/history`, `POST /interrupt` and `POST /free`. */
export function queueRoutes(context: RouteContext): Routes {
  const { queue, history } = context;
  return {
    'GET /queue': () =>
      jsonAnswer({
        queue_running: queue.running.map(itemTuple),
        queue_pending: queue.waiting.map(itemTuple),
      }),
    'POST /queue': async (request) => deleteFrom(queue, request),
    'GET /history': ({ query }) =>
      jsonAnswer(
        history.page(integerParam(query, 'max_items'), integerParam(query, 'offset') ?? -1),
      ),
    'GET /history/{prompt_id}': (_request, promptId) => {
      const entry = history.get(promptId);
      return jsonAnswer(entry === undefined ? {} : new Map([[promptId, entry]]));
    },
    'POST /history': async (request) => deleteFrom(history, request),
    'POST /interrupt': async (request) => interrupt(request, context),
    'POST /free': async (request) => {
      const body = requireObject(await readJsonBody(request));
      context.free(truthy(body.get('free_memory')));
      return emptyAnswer(200);
    },
  };
}

/** A whole number of the query; Python's `int()` refuses everything else, which makes a 500. */
function integerParam(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  return text === null ? undefined : Number(toInt(text));
}

interface DeletableEntries {
  clear(): void;
  delete(id: string): unknown;
}

async function deleteFrom(entries: DeletableEntries, request: NodeRequest): Promise<Answer> {
  const sent = await readJsonBody(request);
  // The real one only asks whether the keys are in it, which a list and a text answer, too.
  const hasNoKeys = Array.isArray(sent) || typeof sent === 'string';
  const body = hasNoKeys ? new Map<string, WireValue>() : requireObject(sent);
  if (truthy(body.get('clear'))) entries.clear();
  const ids = body.has('delete') ? body.get('delete') : [];
  if (!isIterable(ids)) throw new PythonError('TypeError', 'the value is not a list');
  for (const id of Array.isArray(ids) ? ids : []) if (typeof id === 'string') entries.delete(id);
  return emptyAnswer(200);
}

const isIterable = (value: WireValue | undefined): boolean =>
  Array.isArray(value) || value instanceof Map || typeof value === 'string';

/** Interrupts the running prompt, with an id only if it is that prompt. */
async function interrupt(
  request: NodeRequest,
  { queue, interruption }: RouteContext,
): Promise<Answer> {
  const body = await readJsonBody(request).catch((error: unknown) => {
    if (error instanceof SyntaxError) return new Map();
    throw error;
  });
  const promptId = requireObject(body).get('prompt_id');
  const isMeant = !truthy(promptId) || queue.running.some((one) => one.promptId === promptId);
  if (isMeant) interruption.raise();
  return emptyAnswer(200);
}
