import { useLocation, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { rootRoute } from './root-route';

/** What lies above the page: the lightbox, a comparison, or neither. */
export interface Overlay {
  /** The item that the lightbox shows now, also before the page has rendered it. */
  readonly shown: () => string | undefined;
  /** Opens the lightbox; Back closes it. With `replace` it goes on to another item. */
  readonly open: (path: string, options?: { readonly replace?: boolean }) => void;
  readonly compare: (paths: readonly string[], options?: { readonly replace?: boolean }) => void;
}

/** Opens the lightbox or a comparison above the page that is in view. */
export function useOverlay(): Overlay {
  const router = useRouter();
  return useMemo(() => {
    const show = (
      params: { readonly view?: string; readonly compare?: string },
      replace = false,
    ) => {
      void router.navigate({
        to: '.',
        search: (before) => ({ ...before, view: undefined, compare: undefined, ...params }),
        replace,
        resetScroll: false,
      });
    };
    return {
      shown: () => (router.latestLocation.search as { readonly view?: string }).view,
      open: (path, options) => {
        show({ view: path }, options?.replace);
      },
      compare: (paths, options) => {
        show({ compare: paths.join(',') }, options?.replace);
      },
    };
  }, [router]);
}

/**
 * Closes what lies above the page: back to the entry that opened it, or, after a deep link, to the page without it.
 * For the one component that is mounted with every page.
 */
export function useCloseOverlay(): () => void {
  const router = useRouter();
  const { view, compare } = useSearch({ from: rootRoute.id });
  const { pathname } = useLocation();
  const canGoBack = useCanGoBack(view !== undefined || compare !== undefined, pathname);
  return () => {
    if (canGoBack.current) router.history.back();
    else
      void router.navigate({
        to: '.',
        search: (before) => ({ ...before, view: undefined, compare: undefined }),
        replace: true,
        resetScroll: false,
      });
  };
}

/** Whether going back leads to the page alone or to the lightbox under a comparison, rather than out of the page. */
function useCanGoBack(isOpen: boolean, page: string) {
  const canGoBack = useRef(false);
  const pageAlone = useRef<string>(undefined);
  useEffect(() => {
    if (!isOpen) pageAlone.current = page;
    canGoBack.current = isOpen && pageAlone.current === page;
  }, [isOpen, page]);
  return canGoBack;
}
