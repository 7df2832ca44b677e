import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { queryClient } from '../api/query-client';
import { cssVariablesResolver, mantineTheme } from './mantine-theme';
import styles from './mantine.module.css';
import { router } from './router';
import { SaveStatus } from '../ui/SaveStatus';
import { useTheme } from '../ui/theme-choice';

/** Everything around the pages that has no look of its own. */
export function Providers({ nonce }: { readonly nonce: string }) {
  const theme = useTheme();
  return (
    <MantineProvider
      theme={mantineTheme}
      cssVariablesResolver={cssVariablesResolver}
      forceColorScheme={theme}
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <SaveStatus />
        <Notifications position="bottom-right" limit={3} className={styles.toasts} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
