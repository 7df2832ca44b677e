import type { Page } from 'playwright-core';
import { eventually } from './eventually';

const PROBE = '/interception-probe';

/** Has requests of a page go to a handler, like `page.route`. Resolves once they do, also on a page that is open. */
export async function intercept(
  page: Page,
  address: Parameters<Page['route']>[0],
  handler: Parameters<Page['route']>[1],
): Promise<void> {
  await page.route(address, handler);
  if (page.url() === 'about:blank') return;
  await page.route(`**${PROBE}`, (route) => route.fulfill({ status: 204 }));
  // On a busy machine, Chromium lets requests pass for a moment after it has confirmed `Fetch.enable`.
  await eventually(
    async () => (await page.evaluate(`fetch('${PROBE}').then(({ status }) => status)`)) === 204,
    'requests of the page are intercepted',
  );
  await page.unroute(`**${PROBE}`);
}
