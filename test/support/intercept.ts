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

/** The service answers the next request to an address, and the answer never reaches the page. */
export async function loseAnswer(page: Page, address: string): Promise<void> {
  let isLost = false;
  await intercept(page, address, async (route) => {
    if (isLost) return route.fallback();
    isLost = true;
    await route.fetch();
    return route.abort();
  });
}
