import { emptyAnswer, jsonAnswer, jsonTextAnswer } from '../http/answer';
import type { Route } from '../http/router';
import type { RouteContext } from './route-context';

/** `/object_info`, `/models` and `/embeddings`. */
export function modelRoutes(context: RouteContext): readonly Route[] {
  const { models, catalogue, lists } = context;
  return [
    {
      method: 'GET',
      pattern: '/object_info',
      handle: async () => jsonTextAnswer(catalogue.describeAll(await lists())),
    },
    {
      method: 'GET',
      pattern: '/object_info/{node_class}',
      handle: async (request) => {
        const name = request.param('node_class');
        const info = catalogue.describe(name, await lists());
        return jsonAnswer(info === undefined ? {} : new Map([[name, info]]));
      },
    },
    { method: 'GET', pattern: '/models', handle: () => jsonAnswer(models.folders) },
    {
      method: 'GET',
      pattern: '/models/{folder}',
      handle: async (request) => {
        const names = await models.list(request.param('folder'));
        return names === undefined ? emptyAnswer(404) : jsonAnswer(names);
      },
    },
    {
      method: 'GET',
      pattern: '/embeddings',
      handle: async () => {
        const names = (await models.list('embeddings')) ?? [];
        return jsonAnswer(names.map((name) => name.replace(/\.[^./]*$/, '')));
      },
    },
  ];
}
