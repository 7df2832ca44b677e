import { useRouter, useSearch } from '@tanstack/react-router';
import { rootRoute } from './root-route';

/** The dialog of a page that makes something new. It is in the address, so that other places can lead to it. */
export function useCreateDialog() {
  const { navigate, history } = useRouter();
  const isOpen = useSearch({ from: rootRoute.id }).new === true;
  const show = (isShown: boolean) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, new: isShown || undefined }),
      replace: !isShown,
      resetScroll: false,
    });
  return {
    isOpen,
    open: () => show(true),
    /** Back to the place that opened it; after a deep link, to the page without it. */
    close: () => (history.canGoBack() ? history.back() : show(false)),
  };
}
