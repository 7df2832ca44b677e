import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { Job, LiveJob, MediaTile, Provider } from '../types';
import type { LiveEvent, LiveEventData, LiveEventKind } from './live-event';
import { patchLists } from './patch-lists';
import type { RefreshQueue } from './refresh-queue';

type Updates = {
  readonly [Kind in LiveEventKind]?: (data: LiveEventData[Kind]) => void;
};

/** Brings what events tell into the cache: patches what they carry, and has fetched again what they only name. */
export class CacheUpdates {
  private readonly updates: Updates;

  constructor(
    private readonly queryClient: QueryClient,
    private readonly refresh: RefreshQueue,
  ) {
    this.updates = {
      job: (job) => this.job(job),
      media: (change) => this.media(change),
      provider: (provider) => this.provider(provider),
      batch: (batch) => this.record('batches', batch),
      workflow: ({ id }) => this.named('workflows', 'workflow', id),
      character: ({ id }) => this.named('characters', 'character', id),
      collection: ({ id }) => this.named('collections', 'collection', id),
      preset: ({ id }) => this.named('presets', 'preset', id),
      session: () => this.named('agents', 'session'),
    };
  }

  receive({ kind, data }: LiveEvent): void {
    const update = this.updates[kind] as ((data: unknown) => void) | undefined;
    update?.(data);
  }

  private job(job: LiveJob): void {
    const key = ['job', job.prompt_id];
    const known = this.queryClient.getQueryData<Job>(key);
    if (known) this.queryClient.setQueryData<Job>(key, { ...known, ...job });
    if (known && known.status !== job.status) this.refresh.add(...key);
    const otherStatuses: string[] = [];
    const isListed = this.patch<LiveJob>(['jobs'], (item) => {
      if (item.prompt_id !== job.prompt_id) return item;
      if (item.status !== job.status) otherStatuses.push(item.status);
      return { ...item, ...job };
    });
    // Lists may be of one status only.
    if (!isListed || otherStatuses.length > 0) this.refresh.add('jobs');
    if (!isListed) this.refresh.add('prompts');
  }

  private media({ path, paths, records = [] }: LiveEventData['media']): void {
    const tiles = new Map(records.map((record) => [record.path, record]));
    this.patch<MediaTile>(['media'], (item) => {
      const tile = tiles.get(item.path);
      return tile ? { ...item, ...tile } : item;
    });
    this.refresh.add('media');
    for (const each of paths ?? [path]) this.refresh.add('media-item', each);
  }

  private provider({ removed, ...provider }: LiveEventData['provider']): void {
    const before: Provider[] = [];
    this.patch<Provider>(['providers'], (item) => {
      if (item.id !== provider.id) return item;
      before.push(item);
      return removed ? undefined : provider;
    });
    if (before.length === 0) this.refresh.add('providers');
    // What can be made depends on the nodes that are there.
    if (removed || before.some(({ status }) => status !== provider.status))
      for (const resource of ['workflows', 'workflow', 'loras']) this.refresh.add(resource);
  }

  private record(resource: string, record: { readonly id: string }): void {
    const isListed = this.patch<{ readonly id: string }>([resource], (item) =>
      item.id === record.id ? { ...item, ...record } : item,
    );
    if (!isListed) this.refresh.add(resource);
    this.refresh.add('batch', record.id);
  }

  private named(list: string, item: string, id?: string): void {
    this.refresh.add(list);
    this.refresh.add(item, ...(id === undefined ? [] : [id]));
  }

  /** Whether any list of the resource had the item. */
  private patch<T>(queryKey: QueryKey, change: (item: T) => T | undefined): boolean {
    let isListed = false;
    this.queryClient.setQueriesData<unknown>({ queryKey }, (data: unknown) => {
      const next = patchLists<T>(data, change);
      isListed ||= next !== data;
      return next;
    });
    return isListed;
  }
}
