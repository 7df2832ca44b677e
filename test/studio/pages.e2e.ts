import type { Page } from 'playwright-core';
import { violations } from '../support/axe';
import { TestKinora } from '../support/kinora';
import { describeWith } from '../support/required-programs';
import { StudioBrowser, type StudioWindow } from '../support/studio-browser';

const PAGES = [
  '/generate',
  '/gallery',
  '/jobs',
  '/characters',
  '/workflows',
  '/nodes',
  '/settings',
];
const WINDOWS: readonly (readonly [string, StudioWindow])[] = [
  ['dark', { theme: 'dark' }],
  ['light', { theme: 'light' }],
  ['on a phone', { theme: 'light', width: 390, height: 844, isPhone: true }],
];

describeWith('chromium', 'the pages of the Studio', () => {
  let kinora: TestKinora;
  let browser: StudioBrowser;

  beforeAll(async () => {
    kinora = await TestKinora.start({
      providers: [{ id: 'simulator', kind: 'simulator', step_ms: 0 }],
    });
    await kinora.online();
    await fill(kinora);
    browser = await StudioBrowser.launch(kinora.url);
  });

  afterAll(async () => {
    await browser.close();
    await kinora.close();
  });

  afterEach(() => expect(browser.problems()).toEqual([]));

  describe.each(WINDOWS)('%s', (_, window) => {
    let page: Page;
    beforeAll(async () => {
      page = await (await browser.profile(window)).newPage();
    });
    afterAll(() => page.context().close());

    it.each(PAGES)('opens %s by its address, accessible to everybody', async (path) => {
      await page.goto(path);
      await page.getByRole('navigation', { name: 'Main' }).first().waitFor();
      await page.getByRole('main').waitFor();
      expect(new URL(page.url()).pathname).toBe(path);
      expect(await violations(page)).toEqual([]);
    });
  });

  it('reports what the content policy refuses', async () => {
    const page = await browser.open('/settings');
    const refused = page.waitForEvent('console', (message) => message.type() === 'error');
    await page.evaluate(
      `document.head.append(Object.assign(document.createElement('script'), { text: 'document.title = "taken over"' }))`,
    );
    await refused;
    expect(browser.problems()).toEqual([expect.stringContaining('Content Security Policy')]);
    expect(await page.title()).not.toBe('taken over');
    await page.context().close();
  });
});

/** Something of everything that pages show: a picture, a job that failed, a character, a collection. */
async function fill(kinora: TestKinora): Promise<void> {
  const picture = { workflow: 'sd15-t2i', provider: 'simulator', width: 64, height: 64, steps: 1 };
  const made = await kinora.post('/api/image/generate', { ...picture, prompt: 'a fox' });
  const { outputs } = await kinora.finished(String(made.body['prompt_id']));
  const mara = { id: 'mara', name: 'Mara', trigger: 'mara', source_images: [outputs[0]!.path] };
  expect((await kinora.post('/api/characters', mara)).status).toBe(200);
}
