import type { Page, Route } from 'playwright-core';
import { intercept } from './intercept';

/** Requests of a method to an address wait in `held` from now on, until `sendOn` is called. */
export async function holdBack(page: Page, address: string | RegExp, method: string) {
  const held: Route[] = [];
  await intercept(page, address, (route) =>
    route.request().method() === method ? void held.push(route) : route.continue(),
  );
  const sendOn = async () => {
    for (const route of held) await route.continue();
    await page.unroute(address);
  };
  return { held, sendOn };
}
