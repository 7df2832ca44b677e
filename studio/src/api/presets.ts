import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from './client';
import { queryClient } from './query-client';
import type { Schemas } from './types';

export type Preset = Schemas['PresetResponse'];

/** The caller's presets, all workflows. */
export const usePresets = () =>
  useQuery({
    queryKey: ['presets'],
    queryFn: async ({ signal }) =>
      (await answerOf(api.GET('/api/presets', { params: { query: { limit: 200 } }, signal })))
        .items,
  });

const refresh = () => queryClient.invalidateQueries({ queryKey: ['presets'] });

export async function createPreset(body: Schemas['PresetDto']): Promise<Preset> {
  const preset = await answerOf(api.POST('/api/presets', { body }));
  await refresh();
  return preset;
}

export async function renamePreset(id: string, name: string): Promise<void> {
  await answerOf(api.PATCH('/api/presets/{id}', { params: { path: { id } }, body: { name } }));
  await refresh();
}

export async function deletePreset(id: string): Promise<void> {
  await answerOf(api.DELETE('/api/presets/{id}', { params: { path: { id } } }));
  await refresh();
}
