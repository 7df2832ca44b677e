import { emptyAnswer, jsonAnswer, type Answer } from '../http/answer';
import type { NodeRequest } from '../http/node-request';
import type { Route } from '../http/router';
import { requireObject, toInt, truthy } from '../wire/python';
import type { RouteContext } from './route-context';

/** `GET /history`, `GET /history/{prompt_id}`, `POST /history`. */
export function historyRoutes(context: RouteContext): readonly Route[] {
  const { history } = context;
  return [
    {
      method: 'GET',
      pattern: '/history',
      handle: ({ query }) =>
        jsonAnswer(
          history.page(integerParam(query, 'max_items'), integerParam(query, 'offset') ?? -1),
        ),
    },
    {
      method: 'GET',
      pattern: '/history/{prompt_id}',
      handle: (request) => {
        const promptId = request.param('prompt_id');
        const entry = history.get(promptId);
        return jsonAnswer(entry === undefined ? {} : new Map([[promptId, entry]]));
      },
    },
    {
      method: 'POST',
      pattern: '/history',
      handle: async (request) => deleteEntries(request, context),
    },
  ];
}

/** A whole number of the query; Python's `int()` refuses everything else, which makes a 500. */
function integerParam(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  return text === null ? undefined : Number(toInt(text));
}

async function deleteEntries(request: NodeRequest, { history }: RouteContext): Promise<Answer> {
  const body = requireObject(await request.json());
  if (truthy(body.get('clear'))) history.clear();
  const ids = body.get('delete');
  for (const id of Array.isArray(ids) ? ids : []) if (typeof id === 'string') history.delete(id);
  return emptyAnswer(200);
}
