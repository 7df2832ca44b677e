import { emptyAnswer, jsonAnswer, type Answer } from '../http/answer';
import type { NodeRequest } from '../http/node-request';
import type { Route } from '../http/router';
import { itemTuple } from '../queue/queue-item';
import { requireObject, truthy } from '../wire/python';
import type { RouteContext } from './route-context';

/** `GET` and `POST /queue`, `POST /interrupt`, `POST /free`. */
export function queueRoutes(context: RouteContext): readonly Route[] {
  const { queue } = context;
  return [
    {
      method: 'GET',
      pattern: '/queue',
      handle: () =>
        jsonAnswer({
          queue_running: queue.running.map(itemTuple),
          queue_pending: queue.waiting.map(itemTuple),
        }),
    },
    {
      method: 'POST',
      pattern: '/queue',
      handle: async (request) => deletePending(request, context),
    },
    {
      method: 'POST',
      pattern: '/interrupt',
      handle: async (request) => interrupt(request, context),
    },
    { method: 'POST', pattern: '/free', handle: async (request) => free(request, context) },
  ];
}

async function deletePending(request: NodeRequest, { queue }: RouteContext): Promise<Answer> {
  const body = requireObject(await request.json());
  if (truthy(body.get('clear'))) queue.clear();
  const ids = body.get('delete');
  for (const id of Array.isArray(ids) ? ids : []) if (typeof id === 'string') queue.delete(id);
  return emptyAnswer(200);
}

/** Interrupts the running prompt, with an id only if it is that prompt. */
async function interrupt(
  request: NodeRequest,
  { queue, interruption }: RouteContext,
): Promise<Answer> {
  const body = await request.json().catch((error: unknown) => {
    if (error instanceof SyntaxError) return new Map();
    throw error;
  });
  const promptId = requireObject(body).get('prompt_id');
  const isMeant = !truthy(promptId) || queue.running.some((one) => one.promptId === promptId);
  if (isMeant) interruption.raise();
  return emptyAnswer(200);
}

async function free(request: NodeRequest, context: RouteContext): Promise<Answer> {
  const body = requireObject(await request.json());
  context.free(truthy(body.get('free_memory')));
  return emptyAnswer(200);
}
