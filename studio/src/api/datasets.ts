import type { Schemas } from '@kinora/client';
import { type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api } from './client';
import { uploadForm } from './media-upload';
import { allItems, cursorPages, type PageQuery } from './pages';

export type Dataset = Schemas['DatasetResponse'];
export type DatasetItem = Schemas['DatasetItemResponse'];
export type DatasetReport = Schemas['DatasetReportResponse'];
export type DatasetWarning = DatasetReport['warnings'][number];
export type CaptionEdit = Schemas['EditCaptionsDto'];
export type CaptionsChanged = Schemas['CaptionsChangedResponse'];

const PAGE = 60;

const pathOf = (id: string) => ({ path: { id } });

/** The caller's datasets, newest first. */
export const useDatasets = () =>
  useInfiniteQuery({
    queryKey: ['datasets', 'pages'],
    ...cursorPages(PAGE, fetchDatasets),
  });

const fetchDatasets = (query: PageQuery, signal: AbortSignal) =>
  api.get('/api/lora-training/datasets', { params: { query }, signal });

/** Every dataset of the caller, to choose from, newest first. */
export const useDatasetChoices = ({ enabled = true } = {}) =>
  useQuery({
    queryKey: ['datasets', 'choices'],
    queryFn: ({ signal }) => allItems((page) => fetchDatasets(page, signal)),
    enabled,
  });

export const useDataset = (id: string) =>
  useQuery({
    queryKey: ['dataset', id],
    queryFn: () => api.get('/api/lora-training/datasets/{id}', { params: pathOf(id) }),
  });

/** The picture that a dataset is shown by: the first one by name. */
export const useFirstItem = (id: string, { enabled }: { readonly enabled: boolean }) =>
  useQuery({
    queryKey: ['dataset', id, 'first'],
    queryFn: async () => {
      const params = { ...pathOf(id), query: { limit: 1 } };
      const { items } = await api.get('/api/lora-training/datasets/{id}/items', { params });
      return items[0] ?? null;
    },
    enabled,
  });

/** All pictures of a dataset with their captions, by name. */
export const useDatasetItems = (id: string) =>
  useQuery({
    queryKey: itemsKey(id),
    queryFn: ({ signal }) => itemsOf(id, signal),
  });

const itemsKey = (id: string) => ['dataset', id, 'items'];

/** All pictures of a dataset with their captions, by name, as they are now. */
export const itemsOf = (id: string, signal?: AbortSignal) =>
  allItems((query) =>
    api.get('/api/lora-training/datasets/{id}/items', {
      params: { ...pathOf(id), query },
      ...(signal && { signal }),
    }),
  );

/** What could spoil a training run on the dataset. */
export const useDatasetReport = (id: string, { enabled }: { readonly enabled: boolean }) =>
  useQuery({
    queryKey: ['dataset', id, 'report'],
    queryFn: ({ signal }) =>
      api.get('/api/lora-training/datasets/{id}/report', { params: pathOf(id), signal }),
    placeholderData: (before) => before,
    enabled,
  });

export const createDataset = (body: Pick<Schemas['DatasetDto'], 'id' | 'name' | 'description'>) =>
  api.post('/api/lora-training/datasets', { body });

export const deleteDataset = (id: string) =>
  api.delete('/api/lora-training/datasets/{id}', { params: pathOf(id) });

/** Copies pictures of the library into the dataset. */
export const addToDataset = (id: string, paths: readonly string[], caption: string) =>
  api.post('/api/lora-training/datasets/{id}/items', {
    params: pathOf(id),
    body: { paths: [...paths], caption },
  });

/** Puts a file into the dataset, but not into the library. */
export const uploadToDataset = (
  id: string,
  file: File,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<Schemas['ItemsChangedResponse']> =>
  uploadForm(
    `/api/lora-training/datasets/${encodeURIComponent(id)}/items/upload`,
    { file },
    onProgress,
    signal,
  );

export const removeFromDataset = (id: string, names: readonly string[]) =>
  api.delete('/api/lora-training/datasets/{id}/items', {
    params: pathOf(id),
    body: { names: [...names] },
  });

export const setCaption = (id: string, name: string, caption: string) =>
  api.patch('/api/lora-training/datasets/{id}/captions', {
    params: pathOf(id),
    body: { captions: [{ name, caption }] },
  });

/** Writes a caption that was saved into the cached list. */
export const showCaption = (queries: QueryClient, id: string, name: string, caption: string) =>
  queries.setQueryData<readonly DatasetItem[]>(itemsKey(id), (items) =>
    items?.map((item) => (item.name === name ? { ...item, caption } : item)),
  );

/** Changes all captions; with `dry_run` it only answers what would change. */
export const editCaptions = (id: string, body: CaptionEdit) =>
  api.post('/api/lora-training/datasets/{id}/captions', { params: pathOf(id), body });

/** What an edit of all captions would change. Nothing is asked without one. */
export const useCaptionPreview = (id: string, edit: CaptionEdit | undefined) =>
  useQuery({
    queryKey: ['dataset', id, 'caption-preview', edit],
    queryFn: () => editCaptions(id, { ...edit, dry_run: true }),
    enabled: edit !== undefined,
    placeholderData: (before) => before,
    retry: false,
    gcTime: 0,
  });

/** Changes of captions that can be undone, newest first. */
export const useCaptionVersions = (id: string) =>
  useQuery({
    queryKey: ['dataset', id, 'caption-versions'],
    queryFn: () =>
      api.get('/api/lora-training/datasets/{id}/captions/versions', { params: pathOf(id) }),
    select: ({ items }) => items,
  });

export const undoCaptions = (id: string) =>
  api.post('/api/lora-training/datasets/{id}/captions/undo', { params: pathOf(id), body: {} });

/** Fetches everything about the dataset again, after a change of it. */
export async function refreshDataset(queries: QueryClient, id: string): Promise<void> {
  void queries.invalidateQueries({ queryKey: ['datasets'] });
  // Invalidating does not restart a first fetch, and its answer may be older than the change.
  await queries.cancelQueries({ queryKey: ['dataset', id] });
  await queries.invalidateQueries({ queryKey: ['dataset', id] });
}

/** Address of an item's thumbnail. */
export const itemThumbnail = ({ url }: DatasetItem, edge: 256 | 512 | 1024): string =>
  `${url}?thumbnail=${edge}`;
