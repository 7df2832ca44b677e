import type { Schemas } from '@kinora/client';
import { useQuery } from '@tanstack/react-query';
import { api, postOnce } from './client';
import { allItems } from './pages';
import { queryClient } from './query-client';

export type Preset = Schemas['PresetResponse'];

/** The caller's presets, all workflows. */
export const usePresets = () =>
  useQuery({
    queryKey: ['presets'],
    queryFn: ({ signal }) =>
      allItems((query) => api.get('/api/presets', { params: { query }, signal })),
  });

const refresh = () => queryClient.invalidateQueries({ queryKey: ['presets'] });

export async function createPreset(body: Schemas['PresetDto']): Promise<Preset> {
  const preset = await postOnce('/api/presets', { body });
  await refresh();
  return preset;
}

export async function renamePreset(id: string, name: string): Promise<void> {
  await api.patch('/api/presets/{id}', { params: { path: { id } }, body: { name } });
  await refresh();
}

export async function deletePreset(id: string): Promise<void> {
  await api.delete('/api/presets/{id}', { params: { path: { id } } });
  await refresh();
}
