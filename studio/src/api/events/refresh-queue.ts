import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/** Changes that arrive within this time cause one refetch. */
const COLLECT_MS = 400;

/**
 * Marks queries as out of date, so that those on screen are fetched again: at most every 400 ms, and in a hidden tab only
 * once it is shown.
 */
export class RefreshQueue {
  private readonly keys = new Map<string, QueryKey>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly queryClient: QueryClient) {
    document.addEventListener('visibilitychange', () => this.flush());
  }

  /** @param key the beginning of the keys of all queries concerned */
  add(...key: QueryKey): void {
    // What is asked for later is current, so a tab that stays hidden for long collects no keys for it.
    if (this.queryClient.getQueryCache().findAll({ queryKey: key }).length === 0) return;
    this.keys.set(JSON.stringify(key), key);
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.flush();
    }, COLLECT_MS);
  }

  private flush(): void {
    if (document.hidden) return;
    const keys = [...this.keys.values()];
    this.keys.clear();
    for (const queryKey of keys) {
      // The answer would not have the change that is being sent, which is shown already.
      if (this.queryClient.isMutating({ mutationKey: queryKey }) > 0) {
        this.add(...queryKey);
        continue;
      }
      // Invalidating does not restart a first fetch, and its answer may be older than the change: refetch after it.
      if (this.queryClient.isFetching({ queryKey, predicate: isFirst }) > 0) this.add(...queryKey);
      void this.queryClient.invalidateQueries({ queryKey });
    }
  }
}

const isFirst = ({ state }: Query): boolean => state.data === undefined;
