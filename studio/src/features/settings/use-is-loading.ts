import { useState } from 'react';
import { useAgents, useProfile } from '../../api/agents';
import { useLinks } from '../../api/media-links';
import { useHealth } from '../../api/providers';
import type { Session } from '../../api/types';
import { useWebhooks } from '../../api/webhooks';

/**
 * Whether something is still asked for that would move the sections below it if it came later. Once nothing is, the sections
 * stay: those that failed ask again by themselves.
 */
export function useIsLoading(session: Session | undefined, managesKeys: boolean): boolean {
  const profile = useProfile(session?.agent?.id ?? '');
  const own = { ofAll: false };
  const lists = [useAgents({ enabled: managesKeys }), useWebhooks(own), useLinks(own)];
  const queries = [profile, ...lists, useHealth()];
  const isLoading = queries.some((query) => query.isLoading);
  const [wasLoaded, setWasLoaded] = useState(false);
  if (session && !isLoading && !wasLoaded) setWasLoaded(true);
  return !wasLoaded && isLoading;
}
