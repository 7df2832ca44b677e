import { useAgents, useProfile } from '../../api/agents';
import { useHealth } from '../../api/providers';

/** Whether something is still asked for that would move the sections below it if it came later. */
export function useIsLoading(account: string | null, managesKeys: boolean): boolean {
  const queries = [useProfile(account ?? ''), useAgents({ enabled: managesKeys }), useHealth()];
  return queries.some(({ isLoading }) => isLoading);
}
