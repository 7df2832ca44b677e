import { createKinora } from '@kinora/client';
import { notifyDone } from '../ui/notify';
import { forgetUnanswered, once } from './once';
import { reportUnauthorized } from './unauthorized';

const REPLAYED = 'The first request had arrived after all. This is its answer.';

/** The API of the service that the Studio comes from. Queries repeat what fails (query-client.ts). */
export const api = createKinora({
  url: location.origin,
  retries: 0,
  fetch: async (request) => {
    const response = await fetch(request);
    if (response.status === 401) reportUnauthorized();
    if (request instanceof Request && request.method === 'DELETE' && response.ok)
      forgetUnanswered();
    if (response.headers.has('Idempotent-Replayed')) notifyDone(REPLAYED, { id: 'replayed' });
    return response;
  },
});

/** Like `api.post`, for what must not be done twice: a press after a lost answer gets that answer. */
export const postOnce = ((path: string, init: { readonly params?: object } = {}) =>
  once([path, init], (key) => {
    const params = { ...init.params, header: { 'Idempotency-Key': key } };
    return api.post(path as never, { ...init, params } as never);
  })) as typeof api.post;
