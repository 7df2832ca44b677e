import { ConnectionError, KinoraError } from '@kinora/client';
import { QueryClient } from '@tanstack/react-query';
import { currentConnection } from './events/connection';

/** Whether the next attempt may succeed. Without the event stream, the service is away for all. */
function mayPass(error: Error): boolean {
  if (error instanceof ConnectionError) return currentConnection().state === 'online';
  return error instanceof KinoraError && error.status >= 500;
}

/** Events keep the data fresh, so nothing is polled and nothing goes stale by time. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Infinity,
      gcTime: 5 * 60_000,
      refetchOnWindowFocus: false,
      networkMode: 'always',
      // What the service refused stays refused; after a lost connection, what failed is fetched when it is back.
      retry: (count, error) => mayPass(error) && count < 2,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
