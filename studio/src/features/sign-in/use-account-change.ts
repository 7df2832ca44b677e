import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { sessionKey, useSession } from '../../api/session';
import type { Session } from '../../api/types';
import { afterSession } from './model';

const accountOf = ({ agent, require_api_key }: Session): string | null | undefined => {
  if (agent) return agent.id;
  return require_api_key ? undefined : null;
};

/** Refreshes or reloads the page when the account changes. Answers whether the page was used with an account before. */
export function useAccountChange(): boolean {
  const queryClient = useQueryClient();
  const session = useSession().data;
  const last = useRef<{ account: string | null | undefined; wasSignedOut: boolean }>({
    account: undefined,
    wasSignedOut: false,
  });
  const [wasSignedIn, setWasSignedIn] = useState(false);
  if (session?.agent && !wasSignedIn) setWasSignedIn(true);
  useEffect(() => {
    if (!session) return;
    const account = accountOf(session);
    const next = afterSession(last.current.account, last.current.wasSignedOut, account);
    last.current.wasSignedOut = account === undefined;
    if (account !== undefined) last.current.account = account;
    if (next === 'reload') location.reload();
    if (next === 'refresh')
      void queryClient.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0],
      });
  }, [queryClient, session]);
  return wasSignedIn;
}
