import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import './tokens.css';
import './base.css';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startEvents } from '../api/events/events';
import { queryClient } from '../api/query-client';
import { preloadPages } from './preload-pages';
import { Providers } from './Providers';

/** Mantine and react-remove-scroll write `<style>` elements, which the page's policy admits with this nonce only. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
setNonce(nonce);

// Before anything is fetched: no change is missed between an answer and the first event.
startEvents(queryClient);

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <Providers nonce={nonce} />
  </StrictMode>,
);
preloadPages();
