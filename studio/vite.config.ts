import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** The service that `vite` (the development server) passes API requests to. */
const SERVICE = 'http://127.0.0.1:8190';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  oxc: { jsx: { runtime: 'automatic' } },
  build: {
    outDir: 'dist',
    manifest: true,
    // Data URLs would need an exception for fonts in the content security policy.
    assetsInlineLimit: 0,
    // The polyfill fetches with inline attributes that every supported browser understands by itself.
    modulePreload: { polyfill: false },
    // Few files: browsers ask for six at a time over HTTP/1.1, and each request takes longer than a few kilobytes more.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /node_modules/, priority: 2 },
            { name: 'app', tags: ['$initial'], priority: 1 },
            {
              name: 'shared',
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 3_600,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': SERVICE, '/media': SERVICE } },
});
