import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** The webhook whose details are open, by the address, and what opens and closes them. */
export function useOpenWebhook() {
  const { webhook: openId } = useSearch({ from: '/settings' });
  const navigate = useNavigate({ from: '/settings' });
  const open = useCallback(
    (id: string | undefined) =>
      void navigate({
        search: ({ webhook: _before, ...others }) => ({
          ...others,
          ...(id !== undefined && { webhook: id }),
        }),
        resetScroll: false,
      }),
    [navigate],
  );
  const close = useCallback(() => open(undefined), [open]);
  return { openId, open, close };
}
