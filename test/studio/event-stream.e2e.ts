import type { BrowserContext, Page, Route } from 'playwright-core';
import { SimulatorNode } from '../../src/simulator/simulator-node';
import { eventually } from '../support/eventually';
import { FaultyProxy } from '../support/faulty-proxy';
import { intercept } from '../support/intercept';
import { TestKinora } from '../support/kinora';
import { uniquePng } from '../support/media-samples';
import { describeWith } from '../support/required-programs';
import { StudioBrowser } from '../support/studio-browser';

const TABS = 8;
const HOME_NETWORK = 'kinora.home';

describeWith('chromium', 'the event stream of the Studio', () => {
  let node: SimulatorNode;
  let toNode: FaultyProxy;
  let kinora: TestKinora;
  let browser: StudioBrowser;

  beforeAll(async () => {
    node = await SimulatorNode.start({ stepMs: 0 });
    node.faults.set({ steps_allowed: 0 });
    toNode = await FaultyProxy.before(node.url);
    kinora = await TestKinora.start({
      server: { allowed_hosts: [HOME_NETWORK] },
      providers: [{ id: 'node', kind: 'comfyui', base_url: toNode.url }],
      jobs: { poll_interval_ms: 50 },
    });
    await kinora.online('node');
    browser = await StudioBrowser.launch(kinora.url, [HOME_NETWORK]);
  });

  afterAll(async () => {
    await browser.close();
    await kinora.close();
    await toNode.stop();
    await node.stop();
  });

  afterEach(() => expect(browser.problems()).toEqual([]));

  /** Resolves with the page that reads the stream, once it is the only one. */
  const reader = () =>
    eventually(async () => {
      const [page, ...others] = browser.pagesReading('/api/events');
      return others.length === 0 && page;
    }, 'one tab reads the stream');
  /** A job that runs until it is cancelled. */
  const submit = async (): Promise<string> => {
    const body = { workflow: 'sdxl-t2i', provider: 'node', prompt: 'a fox' };
    return String((await kinora.post('/api/image/generate', body)).body['prompt_id']);
  };
  const running = (page: Page) => page.getByRole('link', { name: /1 running/ });

  async function openTabs(profile: BrowserContext, count: number): Promise<Page[]> {
    const pages: Page[] = [];
    for (let tab = 0; tab < count; tab += 1) {
      const page = await profile.newPage();
      await page.goto('/settings');
      await page.getByRole('main').waitFor();
      pages.push(page);
    }
    return pages;
  }

  it('is what reloads the gallery after uploads, so that several cause one reload', async () => {
    const profile = await browser.profile();
    const page = await profile.newPage();
    const isEvents = ({ pathname }: URL) => pathname === '/api/events';
    await intercept(page, isEvents, (route) => route.abort());
    await page.goto('/gallery');
    await page.getByText('Nothing here yet').waitFor();
    browser.requests.length = 0;
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload files' }).click();
    const names = ['bay.png', 'cape.png', 'dune.png'];
    const files = names.map(async (name) => ({
      name,
      mimeType: 'image/png',
      buffer: await uniquePng(),
    }));
    await (await chooser).setFiles(await Promise.all(files));
    await page.getByText('3 files uploaded').waitFor();
    expect(browser.requests).not.toContain('GET /api/media/layout');
    await page.unroute(isEvents);
    await page.getByRole('button', { name: 'Select dune.png' }).waitFor();
    await profile.close();
  });

  it('is one for all tabs, which all show the job that runs; nothing is polled', async () => {
    const profile = await browser.profile();
    const pages = await openTabs(profile, TABS);
    const first = await reader();
    browser.requests.length = 0;
    const id = await submit();
    for (const page of pages) await running(page).waitFor();
    await kinora.post(`/api/jobs/${id}/cancel`);
    for (const page of pages) await running(page).waitFor({ state: 'hidden' });
    expect(await reader()).toBe(first);
    const repeated = browser.requests.filter((request) => request.startsWith('GET /api/jobs'));
    // A list may be loaded again when a job appears and when it ends, never more often.
    expect(repeated.length).toBeLessThanOrEqual(2 * TABS);
    await profile.close();
  });

  it('moves to another tab when its tab is closed', async () => {
    const profile = await browser.profile();
    const pages = await openTabs(profile, 2);
    const first = await reader();
    const second = pages.find((page) => page !== first)!;
    await first.close();
    expect(await reader()).toBe(second);
    const id = await submit();
    await running(second).waitFor();
    await kinora.post(`/api/jobs/${id}/cancel`);
    await profile.close();
  });

  it('is shared over plain HTTP, where browsers have no Web Locks', async () => {
    const profile = await browser.profile();
    const address = new URL('/settings', kinora.url);
    address.hostname = HOME_NETWORK;
    const pages = [await profile.newPage(), await profile.newPage()];
    for (const page of pages) await page.goto(address.href);
    expect(await pages[0]!.evaluate('isSecureContext')).toBe(false);
    await reader();
    const id = await submit();
    for (const page of pages) await running(page).waitFor();
    await reader();
    await kinora.post(`/api/jobs/${id}/cancel`);
    // There is no clipboard either: a selected field is copied instead.
    address.pathname = '/nodes';
    await pages[0]!.goto(address.href);
    await pages[0]!.getByRole('button', { name: 'How to add a node' }).click();
    const copy = pages[0]!.getByRole('button', { name: 'Copy', exact: true }).first();
    await copy.click();
    await pages[0]!.getByText('Copied', { exact: true }).waitFor();
    await copy.and(pages[0]!.locator(':focus')).waitFor();
    await profile.close();
  });

  it('shows that a node goes away and comes back', async () => {
    const page = await browser.open('/nodes');
    const state = (text: string) => page.getByRole('link', { name: text, exact: true });
    await state('1 of 1 nodes online').waitFor();
    await toNode.away();
    await state('No node is online').waitFor();
    await page.getByRole('listitem').getByText('Away').waitFor();
    await toNode.back();
    await state('1 of 1 nodes online').waitFor();
    await page.getByRole('listitem').getByText('Online').waitFor();
    await page.context().close();
  });

  const newer = (page: Page) => page.getByText('A newer version of Kinora runs now.');

  it('opens a part though its code could not be loaded in advance', async () => {
    const page = await (await browser.profile()).newPage();
    const held: Route[] = [];
    let isPressed = false;
    await intercept(page, '**/assets/ShortcutsDialog-*.js', async (route) => {
      if (isPressed) await route.continue();
      else held.push(route);
    });
    await page.goto('/settings');
    await eventually(async () => held.length > 0, 'the page has asked for the code in advance');
    // While that request is under way, the browser makes no second one for the same file: it fails for both.
    await page.keyboard.press('?');
    isPressed = true;
    for (const route of held) await route.abort();
    await page.getByRole('dialog').waitFor();
    expect(await newer(page).count()).toBe(0);
    await page.context().close();
  });

  it('goes on when the code of a page can’t be loaded, as while the service is away', async () => {
    const page = await (await browser.profile()).newPage();
    await intercept(page, '**/assets/NodesPage-*.js', (route) => route.abort());
    await page.goto('/settings');
    await page.getByRole('heading', { name: 'About' }).waitFor();
    await page.evaluate('window.isSame = true');
    await page.getByRole('link', { name: 'Nodes', exact: true }).click();
    await page.getByText('This page could not be shown').waitFor();
    expect(await page.evaluate('window.isSame')).toBe(true);
    expect(browser.problems()).toEqual([expect.stringContaining('Its code could not be loaded.')]);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { name: 'About' }).waitFor();
    await page.context().close();
  });

  it('offers to reload once the service has other files than the page', async () => {
    const page = await (await browser.profile()).newPage();
    await intercept(page, '**/assets/ShortcutsDialog-*.js', (route) => route.abort());
    await intercept(page, `${kinora.url}/`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<script type="module" src="/b.js"></script>',
      }),
    );
    await page.goto('/settings');
    await newer(page).waitFor();
    await page.unrouteAll();
    const reloaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Reload', exact: true }).click();
    await reloaded;
    await page.getByRole('button', { name: /^Search or command/ }).waitFor();
    expect(await newer(page).count()).toBe(0);
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await page.context().close();
  });

  it('loads the pictures that failed while the service was away', async () => {
    await kinora.as(null).upload('pond.png', await uniquePng());
    const page = await (await browser.profile()).newPage();
    const failed: string[] = [];
    await intercept(page, /thumbnail=/, (route) => {
      failed.push(route.request().url());
      return route.abort();
    });
    await page.goto('/gallery');
    await eventually(async () => failed.length > 0, 'the picture failed');
    await page.unrouteAll();
    kinora = await kinora.restartInPlace();
    await eventually(
      () =>
        page.evaluate<boolean>(`document.querySelector('img[alt="pond.png"]')?.naturalWidth > 0`),
      'the picture is there',
    );
    await page.context().close();
  });

  it('does not announce again, once it is back, what it announced before', async () => {
    const page = await (await browser.profile()).newPage();
    await page.goto('/settings');
    const announcements = page.getByRole('status', { name: 'Announcements' });
    const id = await submit();
    await running(page).waitFor();
    await kinora.post(`/api/jobs/${id}/cancel`);
    await announcements.getByText('1 cancelled').waitFor();
    await intercept(page, '**/api/events', (route) => route.abort());
    kinora = await kinora.restartInPlace();
    const lost = announcements.getByText('The connection to Kinora is lost');
    await lost.waitFor();
    await page.unrouteAll();
    await lost.waitFor({ state: 'hidden' });
    expect(await announcements.innerText()).toBe('');
    await page.context().close();
  });

  it('comes back by itself when the service restarts, with what happened meanwhile', async () => {
    const page = await browser.open('/settings');
    const id = await submit();
    await running(page).waitFor();
    kinora = await kinora.restartInPlace();
    await kinora.post(`/api/jobs/${id}/cancel`);
    await running(page).waitFor({ state: 'hidden' });
    await submit();
    await running(page).waitFor();
    await page.context().close();
  });
});
