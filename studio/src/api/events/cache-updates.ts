import type { LiveEvent, LiveEventData, LiveEventKind } from '@kinora/client';
import type { QueryClient, QueryFilters, QueryKey } from '@tanstack/react-query';
import type { Run } from '../training-runs';
import type { Job, LiveJob, MediaTile, Provider } from '../types';
import { isUnfinished } from './live-job-states';
import { patchLists } from './patch-lists';
import type { RefreshQueue } from './refresh-queue';

type Updates = {
  readonly [Kind in LiveEventKind]?: (data: LiveEventData[Kind]) => void;
};

/** Updates the query cache by events: writes the records that they carry, and marks what they only name for a refetch. */
export class CacheUpdates {
  private readonly updates: Updates;

  constructor(
    private readonly queryClient: QueryClient,
    private readonly refresh: RefreshQueue,
  ) {
    this.updates = {
      job: (job) => this.updateJob(job),
      media: (change) => this.updateMedia(change),
      provider: (provider) => this.updateProvider(provider),
      batch: (batch) => this.updateBatch(batch),
      workflow: ({ id }) => this.refreshListAndItem('workflows', 'workflow', id),
      character: ({ id }) => this.refreshListAndItem('characters', 'character', id),
      collection: ({ id }) => this.refreshListAndItem('collections', 'collection', id),
      preset: ({ id }) => this.refreshListAndItem('presets', 'preset', id),
      project: ({ id }) => this.refreshListAndItem('projects', 'project', id),
      render: (render) => this.updateRender(render),
      run: (run) => this.updateRun(run),
      session: () => this.refreshListAndItem('agents', 'session'),
    };
  }

  receive({ kind, data }: LiveEvent): void {
    const update = this.updates[kind] as ((data: unknown) => void) | undefined;
    update?.(data);
  }

  private updateJob(job: LiveJob): void {
    const key = ['job', job.prompt_id];
    const cached = this.queryClient.getQueryData<Job>(key);
    this.patch<Job>({ queryKey: key, exact: true }, (record) => ({ ...record, ...job }));
    // Without a cached record, a request that read it before this event may be in flight.
    if (cached?.status !== job.status) this.refresh.add(...key);
    const otherStatuses: string[] = [];
    const isListed = this.patchAll<LiveJob>(['jobs'], (item) => {
      if (item.prompt_id !== job.prompt_id) return item;
      if (item.status !== job.status) otherStatuses.push(item.status);
      return { ...item, ...job };
    });
    // A list may show one status only, so the job may now belong to another list.
    if (!isListed || otherStatuses.length > 0) this.refreshJobs(job);
    if (!isListed) this.refresh.add('prompts');
  }

  /** The history has only jobs that have ended, and may have many pages to fetch. */
  private refreshJobs(job: LiveJob): void {
    if (!isUnfinished(job)) this.refresh.add('jobs');
    else for (const list of ['unfinished', 'palette']) this.refresh.add('jobs', list);
  }

  private updateMedia({ path, paths, records = [] }: LiveEventData['media']): void {
    const tiles = new Map(records.map((record) => [record.path, record]));
    this.patchAll<MediaTile>(['media'], (item) => {
      const tile = tiles.get(item.path);
      return tile ? { ...item, ...tile } : item;
    });
    this.refresh.add('media');
    this.refresh.add('media-links');
    for (const each of paths ?? [path]) this.refresh.add('media-item', each);
  }

  private updateProvider({ removed, ...provider }: LiveEventData['provider']): void {
    const before: Provider[] = [];
    this.patchAll<Provider>(['providers'], (item) => {
      if (item.id !== provider.id) return item;
      before.push(item);
      return removed ? undefined : provider;
    });
    if (before.length === 0) this.refresh.add('providers');
    // Which workflows and LoRAs can be used depends on the nodes that are online.
    if (removed || before.some(({ status }) => status !== provider.status))
      for (const resource of ['workflows', 'workflow', 'loras']) this.refresh.add(resource);
  }

  private updateBatch(batch: LiveEventData['batch']): void {
    const isListed = this.patchAll<LiveEventData['batch']>(['batches'], (item) =>
      item.id === batch.id ? { ...item, ...batch } : item,
    );
    if (!isListed) this.refresh.add('batches');
    this.refresh.add('batch', batch.id);
  }

  private updateRender(render: LiveEventData['render']): void {
    const otherStatuses: string[] = [];
    const key = ['project', render.project_id, 'renders'];
    const isListed = this.patchAll<LiveEventData['render']>(key, (item) => {
      if (item.id !== render.id) return item;
      if (item.status !== render.status) otherStatuses.push(item.status);
      return render;
    });
    // The status of the project follows that of its render.
    if (!isListed || otherStatuses.length > 0)
      this.refreshListAndItem('projects', 'project', render.project_id);
  }

  private updateRun(run: LiveEventData['run']): void {
    const key = ['run', run.job_name];
    this.patch<Run>({ queryKey: key, exact: true }, (cached) => ({ ...cached, ...run }));
    // Its loss curve, samples, checkpoints and log have gone on, too.
    this.refresh.add(...key);
    const otherStatuses: string[] = [];
    const isListed = this.patchAll<LiveEventData['run']>(['runs'], (item) => {
      if (item.job_name !== run.job_name) return item;
      if (item.status !== run.status) otherStatuses.push(item.status);
      return run;
    });
    if (!isListed) this.refresh.add('runs');
    // A dataset can't be changed while a run uses it.
    if (!isListed || otherStatuses.length > 0)
      this.refreshListAndItem('datasets', 'dataset', run.dataset);
  }

  private refreshListAndItem(list: string, item: string, id?: string): void {
    this.refresh.add(list);
    this.refresh.add(item, ...(id === undefined ? [] : [id]));
  }

  /** Changes the items of all cached lists under the key; true if any item changed. */
  private patchAll<T>(queryKey: QueryKey, change: (item: T) => T | undefined): boolean {
    let isChanged = false;
    this.patch<unknown>({ queryKey }, (data) => {
      const next = patchLists<T>(data, change);
      isChanged ||= next !== data;
      return next;
    });
    return isChanged;
  }

  /** Changes cached data. Unlike with `setQueryData`, what was out of date stays so. */
  private patch<T>(filters: QueryFilters, change: (data: T) => T): void {
    for (const query of this.queryClient.getQueryCache().findAll(filters)) {
      const data = query.state.data as T | undefined;
      if (data === undefined) continue;
      const next = change(data);
      if (next !== data) query.setState({ data: next });
    }
  }
}
