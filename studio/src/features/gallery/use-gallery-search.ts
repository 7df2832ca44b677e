import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { type GallerySearch, parseSearch } from './model';

/** What the address asks for, and how to change it. Choices are steps of the history; words and details are not. */
export function useGallerySearch() {
  const address = useSearch({ from: '/gallery' });
  const key = JSON.stringify(parseSearch({ ...address }));
  const search = useMemo(() => JSON.parse(key) as GallerySearch, [key]);
  const navigate = useNavigate();
  const setSearch = useCallback(
    (next: GallerySearch, { replace = false } = {}) => {
      const rest = { ...next, item: undefined, around: undefined };
      void navigate({ to: '/gallery', search: rest, replace, resetScroll: false });
    },
    [navigate],
  );
  const setWords = useCallback(
    (q: string) =>
      void navigate({
        to: '/gallery',
        search: (before) => ({
          ...before,
          item: undefined,
          around: undefined,
          q: q === '' ? undefined : q,
        }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  /** Says in the address which item the details are about. */
  const setItem = useCallback(
    (item: string | undefined) =>
      void navigate({
        to: '.',
        search: (before) => ({ ...before, item, around: undefined }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  return { search, view: address.view, setSearch, setWords, setItem };
}
