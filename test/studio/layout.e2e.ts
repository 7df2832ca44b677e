import type { Page } from 'playwright-core';
import { TestKinora } from '../support/kinora';
import { describeWith } from '../support/required-programs';
import { StudioBrowser } from '../support/studio-browser';

/** As long as a sentence with a subject, its surroundings, its light and a style. */
const PROMPT = 'a lighthouse on a cliff at dusk, warm light in the windows, oil painting';

describeWith('chromium', 'the layout of the Studio', () => {
  let kinora: TestKinora;
  let browser: StudioBrowser;

  beforeAll(async () => {
    kinora = await TestKinora.start({
      providers: [
        { id: 'simulator', kind: 'simulator', step_ms: 0 },
        { id: 'slow', kind: 'simulator', step_ms: 60_000 },
      ],
    });
    await kinora.online('simulator');
    await kinora.online('slow');
    browser = await StudioBrowser.launch(kinora.url);
  });
  afterAll(async () => {
    await browser.close();
    await kinora.close();
  });
  afterEach(() => expect(browser.problems()).toEqual([]));

  it('says on phones how to begin without a key', async () => {
    const phone = await browser.open('/generate', { width: 390, height: 844, isPhone: true });
    await phone.getByText('Write what it shows, then press Generate.').waitFor();
    await phone.goto('/gallery');
    await phone.getByText('what you upload with the button beside the search').waitFor();
    await phone.goto('/generate?workflow=sdxl-i2i');
    await phone.getByText('Choose a picture', { exact: true }).waitFor();
    await phone.context().close();
  });

  it('shows the whole prompt above its result', async () => {
    const body = { workflow: 'sd15-t2i', provider: 'simulator', prompt: PROMPT, steps: 1 };
    const job = await kinora.post('/api/image/generate', body);
    await kinora.finished(String(job.body['prompt_id']));
    const page = await browser.open('/generate');
    const title = page.locator('header').getByText(PROMPT);
    await title.waitFor();
    expect(await isCut(title)).toBe(false);
    await page.context().close();
  });

  it('shows all actions for a selection in a small window', async () => {
    const page = await browser.open('/gallery', { width: 640, height: 360 });
    await page.locator('[role="gridcell"][data-path]').first().focus();
    await page.keyboard.press('x');
    const bar = page.getByRole('toolbar', { name: 'Selection' });
    await bar.getByText('Delete').waitFor();
    const hidden = await bar.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(hidden).toBe(0);
    const search = page.getByRole('button', { name: /^Search or command/ });
    expect((await search.boundingBox())!.width).toBeGreaterThan(30);
    await page.context().close();
  });

  it('takes taps on a phone while a field has the focus, and shows all further actions', async () => {
    const page = await browser.open('/generate', { width: 390, height: 844, isPhone: true });
    const prompt = page.getByRole('textbox', { name: 'Prompt', exact: true });
    await prompt.tap();
    await page.getByRole('button', { name: 'Presets and more' }).tap();
    await page.getByRole('dialog', { name: 'Presets and more' }).waitFor();
    await page.keyboard.press('Escape');
    await prompt.tap();
    await page.keyboard.type('a small boat');
    await page.getByRole('button', { name: /^Generate/ }).tap();
    await page.locator('header').getByText('a small boat').waitFor();
    await page
      .getByRole('button', { name: 'Keep', exact: true })
      .and(page.locator(':enabled'))
      .waitFor();
    await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).tap();
    const menu = (await page.getByRole('menu').boundingBox())!;
    expect(menu.y).toBeGreaterThanOrEqual(0);
    expect(menu.y + menu.height).toBeLessThanOrEqual(844);
    await page.getByRole('menuitem', { name: 'Upscale' }).tap();
    await page.getByRole('button', { name: /^Workflow: .*upscale/i }).waitFor();
    await page.context().close();
  });

  it('begins the form with the workflow and the node, on a phone too', async () => {
    const page = await browser.open('/generate', { width: 390, height: 844, isPhone: true });
    const fields = [
      page.getByRole('button', { name: /^Workflow: / }),
      page.getByRole('textbox', { name: 'Prompt', exact: true }),
      page.getByRole('button', { name: /^Generate/ }),
    ];
    const boxes = await Promise.all(
      fields.map(async (field) => {
        await field.waitFor();
        return (await field.boundingBox())!;
      }),
    );
    // Each ends above the next: the words need no scrolling either.
    boxes.slice(1).forEach(({ y }, index) => {
      const before = boxes[index]!;
      expect(before.y + before.height).toBeLessThan(y);
    });
    await page.context().close();
  });

  it('marks on phones where one is, also for pages in the menu', async () => {
    const page = await browser.open('/nodes', { width: 390, height: 844, isPhone: true });
    const more = page.getByRole('button', { name: 'More', exact: true });
    await more.and(page.locator('[aria-current]')).waitFor();
    await page.getByRole('link', { name: 'Jobs', exact: true }).click();
    await page.getByRole('heading', { name: 'Jobs' }).waitFor();
    expect(await more.getAttribute('aria-current')).toBeNull();
    await page.context().close();
  });

  it('keeps the controls of the jobs to two rows on a phone', async () => {
    const page = await browser.open('/jobs', { width: 390, height: 844, isPhone: true });
    await page.getByRole('listitem').first().waitFor();
    const search = (await page.getByRole('searchbox').boundingBox())!;
    const list = (await page.getByRole('list', { name: /^Jobs/ }).boundingBox())!;
    expect(list.y - search.y).toBeLessThan(3 * search.height);
    await page.getByRole('button', { name: 'Filters' }).click();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    await sheet.getByRole('button', { name: 'State' }).click();
    await page.getByRole('menuitemradio', { name: 'Failed' }).click();
    await sheet.getByRole('button', { name: 'Show the jobs' }).click();
    await page.getByText('No job matches').waitFor();
    await page.getByRole('button', { name: 'Filters · 1' }).waitFor();
    await page.context().close();
  });

  it('opens the filters of the gallery on a phone without its keyboard', async () => {
    const page = await browser.open('/gallery', { width: 390, height: 844, isPhone: true });
    await page.getByRole('button', { name: 'Filters' }).tap();
    const close = page
      .getByRole('dialog', { name: 'Filters' })
      .getByRole('button', { name: 'Close' });
    await close.and(page.locator(':focus')).waitFor();
    await page.context().close();
  });

  it('shows a name of two lines beside the running jobs on a phone', async () => {
    await kinora.post('/api/image/generate', {
      workflow: 'sd15-t2i',
      provider: 'slow',
      prompt: PROMPT,
    });
    const title = 'Trailer for the harbour festival, with a title that needs two lines';
    const project = await kinora.post<{ id: string }>('/api/projects', { title });
    const page = await browser.open(`/projects/${project.body.id}`, {
      width: 390,
      height: 844,
      isPhone: true,
    });
    await page.getByRole('link', { name: /Open the jobs$/ }).waitFor();
    expect(await isCut(page.getByRole('heading', { level: 1 }).locator('bdi'))).toBe(false);
    await page.context().close();
  });

  it('shortens a title for which there is no room beside the search', async () => {
    const title = 'The last lantern '.repeat(8);
    const project = await kinora.post<{ id: string }>('/api/projects', { title });
    const page = await browser.open(`/projects/${project.body.id}`, { width: 768 });
    const name = page.getByRole('heading', { level: 1 }).locator('bdi');
    await name.waitFor();
    const { x, width } = (await name.boundingBox())!;
    const search = page.getByRole('button', { name: /^Search or command/ });
    expect(x + width).toBeLessThan((await search.boundingBox())!.x);
    await page.context().close();
  });

  it.each([
    '/generate',
    '/gallery',
    '/jobs',
    '/characters',
    '/projects',
    '/workflows',
    '/nodes',
    '/settings',
  ])('opens search and commands from the top of %s', async (address) => {
    const page = await browser.open(address);
    await page.getByRole('button', { name: /^Search or command/ }).click();
    await page.getByRole('dialog').getByPlaceholder('Search').waitFor();
    await page.context().close();
  });
});

const isCut = (text: ReturnType<Page['locator']>): Promise<boolean> =>
  text.evaluate<boolean, Readonly<Record<string, number>>>(
    ({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
      scrollHeight! > clientHeight! || scrollWidth! > clientWidth!,
  );
