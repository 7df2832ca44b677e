import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from './client';

export const sessionKey = ['session'] as const;

/** Who this browser is signed in as, and what the install offers. */
export const useSession = () =>
  useQuery({ queryKey: sessionKey, queryFn: () => answerOf(api.GET('/api/session')) });

export const signIn = (key: string) => answerOf(api.POST('/api/session', { body: { key } }));

export const signOut = () => answerOf(api.DELETE('/api/session'));
