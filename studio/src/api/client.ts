import { createKinora } from '@kinora/client';
import { reportUnauthorized } from './unauthorized';

/** The API of the service that the Studio comes from. Queries repeat what fails (query-client.ts). */
export const api = createKinora({
  url: location.origin,
  retries: 0,
  fetch: async (request) => {
    const response = await fetch(request);
    if (response.status === 401) reportUnauthorized();
    return response;
  },
});
