import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error';

/** Events keep the data fresh, so nothing is polled and nothing goes stale by time. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Infinity,
      gcTime: 5 * 60_000,
      refetchOnWindowFocus: false,
      networkMode: 'always',
      // What the service refused stays refused; a lost connection is tried again when it is back.
      retry: (count, error) => error instanceof ApiError && error.status >= 500 && count < 2,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
