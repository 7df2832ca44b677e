import { IconHistory, IconUser, IconWand } from '@tabler/icons-react';
import { keepPreviousData, useIsFetching, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { distinctNames } from '../../api/character-names';
import { api } from '../../api/client';
import type { Media } from '../../api/types';
import { searchable } from '../../ui/search-text';
import { useWorkflows } from '../../api/workflows';
import { distinctPrompts, matching } from './model';
import type { PaletteEntry } from './PaletteAction';

const MAX_MEDIA = 6;
const MAX_PROMPTS = 4;
const MAX_OTHERS = 4;
/** How many jobs are read for their prompts. More than are shown, because several jobs may share a prompt. */
const JOBS_READ = 20;
/** How long results stay cached. Short, because every query that is typed has results of its own. */
const SEARCH_MEMORY_MS = 30_000;

/** What is found for a query. Without one: recent prompts and nothing else. */
export function usePaletteResults(query: string) {
  const q = searchable(query);
  const media = useMediaEntries(q);
  const prompts = usePromptEntries(q);
  const workflows = useWorkflowEntries(q);
  const characters = useCharacterEntries(q);
  const error = media.error ?? prompts.error ?? workflows.error ?? characters.error;
  // While true, some results may still be those of an earlier query.
  const isLoading = useIsFetching({ predicate: ({ queryKey }) => queryKey[1] === 'palette' }) > 0;
  return {
    media: media.entries,
    prompts: prompts.entries,
    workflows: workflows.entries,
    characters: characters.entries,
    error,
    isLoading,
  };
}

const SEARCH_OPTIONS = { placeholderData: keepPreviousData, gcTime: SEARCH_MEMORY_MS } as const;

interface Found {
  readonly entries: readonly PaletteEntry[];
  readonly error: Error | null;
}

function useMediaEntries(q: string): Found {
  const navigate = useNavigate();
  const { data, error } = useQuery({
    ...SEARCH_OPTIONS,
    queryKey: ['media', 'palette', q],
    enabled: q !== '',
    queryFn: ({ signal }) =>
      api.get('/api/media', { params: { query: { q, limit: MAX_MEDIA } }, signal }),
  });
  const items = q === '' ? [] : ((data?.items ?? []) as readonly Media[]);
  const entries = items.map(({ path, name, description, prompt, thumbnail_url, placeholder }) => ({
    id: `media ${path}`,
    label: [description, prompt].find(Boolean) ?? name,
    thumbnail: thumbnail_url,
    placeholder,
    run: () => void navigate({ to: '.', search: (before: object) => ({ ...before, view: path }) }),
  }));
  return { entries, error };
}

function usePromptEntries(q: string): Found {
  const navigate = useNavigate();
  const { data: workflows = [] } = useWorkflows();
  const { data, error } = useQuery({
    ...SEARCH_OPTIONS,
    queryKey: ['jobs', 'palette', q],
    queryFn: ({ signal }) =>
      api.get('/api/jobs', {
        params: { query: { limit: JOBS_READ, group: 'batch', ...(q !== '' && { q }) } },
        signal,
      }),
  });
  const jobs = distinctPrompts(data?.items ?? [], MAX_PROMPTS);
  const entries = jobs.map(({ prompt_id, prompt, workflow }) => ({
    id: `prompt ${prompt_id}`,
    icon: IconHistory,
    label: prompt,
    note: workflows.find(({ id }) => id === workflow)?.name ?? workflow,
    run: () => void navigate({ to: '/generate', search: { remix: prompt_id } as object }),
  }));
  return { entries, error };
}

function useWorkflowEntries(q: string): Found {
  const navigate = useNavigate();
  const { data = [], error } = useWorkflows();
  const named = data.map(({ id, name, kind }) => ({ id, label: name, keywords: `${id} ${kind}` }));
  const entries = matching(named, q, q === '' ? 0 : MAX_OTHERS).map(({ id, label }) => ({
    id: `workflow ${id}`,
    icon: IconWand,
    label,
    run: () => void navigate({ to: '/generate', search: { workflow: id } as object }),
  }));
  return { entries, error };
}

function useCharacterEntries(q: string): Found {
  const navigate = useNavigate();
  const { data, error } = useQuery({
    ...SEARCH_OPTIONS,
    queryKey: ['characters', 'palette', q],
    enabled: q !== '',
    queryFn: ({ signal }) =>
      api.get('/api/characters', { params: { query: { q, limit: MAX_OTHERS } }, signal }),
  });
  const entries = distinctNames(q === '' ? [] : (data?.items ?? [])).map(({ id, name }) => ({
    id: `character ${id}`,
    icon: IconUser,
    label: name,
    run: () => void navigate({ to: `/characters/${id}` as '/characters' }),
  }));
  return { entries, error };
}
