import { QueryClient } from '@tanstack/react-query';
import { ApiError, ConnectionLost } from './api-error';

const mayPass = (error: Error): boolean =>
  error instanceof ConnectionLost || (error instanceof ApiError && error.status >= 500);

/** Events keep the data fresh, so nothing is polled and nothing goes stale by time. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Infinity,
      gcTime: 5 * 60_000,
      refetchOnWindowFocus: false,
      networkMode: 'always',
      // What the service refused stays refused. A lost connection is tried again when it is back, too.
      retry: (count, error) => mayPass(error) && count < 2,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
