import { useRouter, useSearch } from '@tanstack/react-router';
import { rootRoute } from './root-route';

/** The dialog of a page that makes something new. It is in the address, so that other places can lead to it. */
export function useCreateDialog() {
  const router = useRouter();
  const { navigate, history } = router;
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
    close: () => {
      // Somebody may have closed it while a request of its form was under way.
      if (router.state.location.search.new !== true) return;
      if (history.canGoBack()) history.back();
      else show(false);
    },
  };
}
