import type { Schemas } from '@kinora/client';
import { type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api } from './client';
import { refreshLinks } from './media-links';
import { cursorPages } from './pages';

export type Agent = Schemas['AgentResponse'];
export type AgentKey = Schemas['AgentKeyResponse'];
type AgentChanges = Schemas['UpdateAgentDto'];

const agentsKey = ['agents'] as const;

const PAGE = 100;

const path = (id: string) => ({ params: { path: { id } } });

/** All agents, newest first; admins only. */
export const useAgents = ({ enabled = true } = {}) =>
  useInfiniteQuery({
    enabled,
    queryKey: agentsKey,
    ...cursorPages(PAGE, (query, signal) => api.get('/api/agents', { params: { query }, signal })),
  });

/** The key is in this answer and nowhere else. */
export const createAgent = (body: Schemas['CreateAgentDto']): Promise<AgentKey> =>
  api.post('/api/agents', { body });

export const updateAgent = (id: string, body: AgentChanges): Promise<Agent> =>
  api.patch('/api/agents/{id}', { ...path(id), body });

/** The key before stops working at once. */
export const rotateAgentKey = (id: string): Promise<AgentKey> =>
  api.post('/api/agents/{id}/rotate', path(id));

export const deleteAgent = (id: string) => api.delete('/api/agents/{id}', path(id));

/** After keys have changed. Links end with the keys that made them. */
export const refreshAgents = (queryClient: QueryClient) =>
  Promise.all([queryClient.invalidateQueries({ queryKey: agentsKey }), refreshLinks(queryClient)]);

const profileOf = (id: string) => ({ params: { path: { agent_id: id } } });

/** Picture and a few words of an account; nothing is asked for an empty id. */
export const useProfile = (id: string) =>
  useQuery({
    enabled: id !== '',
    queryKey: [...agentsKey, 'profile', id],
    queryFn: async () => (await api.get('/api/agents/{agent_id}/profile', profileOf(id))).profile,
  });

export const updateProfile = (id: string, body: Schemas['UpdateProfileDto']) =>
  api.patch('/api/agents/{agent_id}/profile', { ...profileOf(id), body });
