import { type QueryClient, useQuery } from '@tanstack/react-query';
import { api } from './client';
import { sessionChanged } from './events/events';
import { reportSignOut } from './sign-out';

export const sessionKey = ['session'] as const;

/** Who this browser is signed in as, and what the install offers. */
export const useSession = () =>
  useQuery({ queryKey: sessionKey, queryFn: () => api.get('/api/session') });

/** Keeps the key in a cookie that scripts can't read. */
export async function signIn(queryClient: QueryClient, key: string): Promise<void> {
  await api.post('/api/session', { body: { key } });
  sessionChanged({ isSignedOut: false });
  await queryClient.invalidateQueries({ queryKey: sessionKey });
}

/** Signs this browser out, and forgets what was written but not sent. The other tabs reload. */
export async function signOut(): Promise<void> {
  await api.delete('/api/session');
  reportSignOut();
  clearDrafts();
  sessionChanged({ isSignedOut: true });
}

const DRAFTS = 'kinora.draft';

function clearDrafts(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(DRAFTS)) localStorage.removeItem(key);
  } catch {
    // Storage is blocked: there are no drafts.
  }
}

/** Whether the caller may do what only admins may. */
export function useIsAdmin(): boolean {
  const { data } = useSession();
  return data !== undefined && (data.unrestricted || (data.agent?.is_admin ?? false));
}
