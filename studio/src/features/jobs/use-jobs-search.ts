import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { JobsSearch } from './model';

type Change = (patch: Partial<JobsSearch>, options?: { readonly replace?: boolean }) => void;

/** What the address says, and the function that changes a part of it. */
export function useJobsSearch(): readonly [JobsSearch, Change] {
  const search = useSearch({ from: '/jobs' });
  const navigate = useNavigate({ from: '/jobs' });
  const change = useCallback<Change>(
    (patch, { replace = false } = {}) =>
      void navigate({
        search: (before) => withoutEmpty({ ...before, ...patch }),
        replace,
        resetScroll: false,
      }),
    [navigate],
  );
  return [search, change];
}

const withoutEmpty = <T extends object>(search: T): T =>
  Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && value !== ''),
  ) as T;
