import type { Page } from 'playwright-core';
import { SimulatorNode } from '../../src/simulator/simulator-node';
import { eventually } from '../support/eventually';
import { holdBack } from '../support/hold-back';
import { intercept } from '../support/intercept';
import { TestKinora } from '../support/kinora';
import { uniquePng } from '../support/media-samples';
import { describeWith } from '../support/required-programs';
import { StudioBrowser } from '../support/studio-browser';
import { waitUntil } from '../support/wait-until';

const AWAY = { kind: 'comfyui', base_url: 'http://127.0.0.1:9' };

describeWith('chromium', 'jobs, nodes and the palette in the Studio', () => {
  let node: SimulatorNode;
  let slow: SimulatorNode;
  let kinora: TestKinora;
  let browser: StudioBrowser;
  let page: Page;
  let failed: string;

  beforeAll(async () => {
    node = await SimulatorNode.start({ stepMs: 0 });
    slow = await SimulatorNode.start({ stepMs: 600_000 });
    kinora = await TestKinora.start({
      providers: [
        { id: 'node', kind: 'comfyui', name: 'Attic', base_url: node.url },
        { id: 'slow', kind: 'comfyui', name: 'Cellar', base_url: slow.url },
        { id: 'loft', name: 'Loft', ...AWAY },
        { id: 'shed', name: 'Shed', ...AWAY },
      ],
    });
    await kinora.online('node');
    await kinora.online('slow');
    node.faults.set({ fail_nodes: [{ node: '*', message: 'a weight is missing' }] });
    failed = (await kinora.finished(await submit('node', 'a storm'))).prompt_id;
    await submit('loft', 'a barn');
    await submit('slow', 'a first wave');
    await submit('slow', 'a second wave');
    browser = await StudioBrowser.launch(kinora.url);
    page = await browser.open('/jobs', { theme: 'light' });
  });
  afterAll(async () => {
    await browser.close();
    await kinora.close();
    await node.stop();
    await slow.stop();
  });
  afterEach(() => expect(browser.problems()).toEqual([]));

  async function submit(provider: string, prompt: string): Promise<string> {
    const body = { workflow: 'sd15-t2i', provider, prompt, width: 64, height: 64, steps: 2 };
    return String((await kinora.post('/api/image/generate', body)).body['prompt_id']);
  }

  async function showGraph() {
    await page.getByRole('button', { name: 'Show the graph' }).click();
    return page.getByRole('dialog', { name: 'Graph of the job' });
  }

  it('says in the list of jobs whose turn is next, as in Generate', async () => {
    await page.getByText('Queued · next').waitFor();
    await page.goto('/generate');
    await page.getByText(/next/).first().waitFor();
  });

  it('marks the graph node that failed', async () => {
    await page.goto(`/jobs?job=${failed}`);
    const graph = await showGraph();
    const marked = graph.getByRole('listitem').filter({ hasText: 'Failed' });
    await marked.and(page.locator(':focus')).waitFor();
    expect(await marked.count()).toBe(1);
    await graph.getByRole('button', { name: 'Close', exact: true }).click();
  });

  it('keeps the size of the graph while it loads and is searched', async () => {
    await page.goto(`/jobs?job=${failed}`);
    const { held, sendOn } = await holdBack(page, '**/api/jobs/*/graph', 'GET');
    const graph = await showGraph();
    await waitUntil(() => held.length > 0);
    const size = await graph.boundingBox();
    await sendOn();
    const search = graph.getByRole('searchbox');
    await search.fill('nothing of the kind');
    await graph.getByText('No node matches').waitFor();
    expect(await graph.boundingBox()).toEqual(size);
    await search.fill('');
  });

  it('follows a link to the same graph node as often as it is used', async () => {
    const graph = page.getByRole('dialog', { name: 'Graph of the job' });
    const target = graph.getByRole('listitem').first().and(page.locator(':focus'));
    const link = graph.getByRole('button', { name: /^Go to node Load checkpoint/ }).last();
    for (let time = 0; time < 2; time += 1) {
      await link.click();
      await target.waitFor();
      await graph.getByRole('searchbox').focus();
    }
    await page.keyboard.press('Escape');
  });

  it('asks once for the batches of all rows', async () => {
    for (const prompt of ['a tower', 'a bridge']) {
      const base = { workflow: 'sd15-t2i', type: 'image', provider: 'node', prompt };
      const { id } = (await kinora.post('/api/batches', { base, count: 2 })).body;
      const batch = async () => (await kinora.get(`/api/batches/${String(id)}`)).body;
      await eventually(async () => (await batch())['finished_at'] !== null, 'the batch has ended');
    }
    const before = browser.requests.length;
    await page.goto('/jobs');
    await page.getByRole('link', { name: 'Batch of 2' }).nth(1).waitFor();
    const asked = browser.requests.slice(before).filter((one) => one.includes('/api/batches'));
    expect(asked).toEqual(['GET /api/batches']);
  });

  it('says how many jobs are not listed, and no number to cancel that may be those of others', async () => {
    await page.goto('/jobs');
    await page.getByRole('button', { name: 'Cancel 2 queued jobs' }).waitFor();
    const queued = /\/api\/jobs\?.*status=queued.*with_total/;
    await intercept(page, queued, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), total: 300 } });
    });
    await page.goto('/jobs');
    await page.getByText('298 more, shown as other jobs finish').waitFor();
    await page.getByRole('button', { name: 'Cancel your queued jobs' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel your queued jobs?' });
    await dialog.getByText('Keep them').click();
    await page.unroute(queued);
  });

  it('shows in the light theme no skeleton as dark as a border', async () => {
    const { held, sendOn } = await holdBack(page, '**/api/jobs?*', 'GET');
    await page.goto('/jobs');
    await page.locator('[aria-busy="true"] [data-visible]').first().waitFor();
    const [colour, press] = await page.evaluate<string[]>(`(() => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = 'var(--press)';
      const skeleton = document.querySelector('[aria-busy="true"] [data-visible]');
      return [getComputedStyle(skeleton, '::after').backgroundColor, getComputedStyle(probe).color];
    })()`);
    expect(held.length).toBeGreaterThan(0);
    expect(colour).toBe(press);
    await sendOn();
  });

  it('tells of the jobs that wait for a node, also while it is away', async () => {
    await page.goto('/nodes');
    const row = (name: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
    await row('Cellar').getByText('1 running').waitFor();
    await row('Cellar').getByRole('link', { name: 'Show its 2 jobs' }).waitFor();
    await row('Shed').getByText('No jobs wait for it').waitFor();
    await row('Loft').getByRole('link', { name: 'Show its job' }).click();
    await page.getByRole('link', { name: 'a barn' }).waitFor();
    await eventually(
      async () => (await page.getByRole('link', { name: /wave/ }).count()) === 0,
      'only the jobs of the node are listed',
    );
  });

  it('shows in the rows of a batch the value by which they differ', async () => {
    const base = { type: 'image', workflow: 'sd15-t2i', provider: 'loft', prompt: 'a mill' };
    const axes = [{ param: 'steps', values: [11, 12] }];
    const batch = await kinora.post('/api/batches', { base, axes });
    await page.goto(`/jobs?batch=${String(batch.body['id'])}`);
    await page.getByRole('listitem').getByText('Steps 11', { exact: true }).waitFor();
    await page.getByRole('listitem').getByText('Steps 12', { exact: true }).waitFor();
  });

  it('shows the contact sheet of a batch', async () => {
    await page.getByRole('button', { name: 'Contact sheet' }).click();
    const sheet = page.getByRole('dialog', { name: 'Contact sheet: Batch of 2' });
    const picture = sheet.getByRole('img', { name: /^The results of Batch of 2/ });
    await picture.waitFor();
    await eventually(
      () => picture.evaluate(({ naturalWidth }: { naturalWidth: number }) => naturalWidth > 0),
      'the picture has loaded',
    );
    const download = page.waitForEvent('download');
    await sheet.getByRole('button', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe('Batch of 2.webp');
    // The picture that is shown: the service would draw another one.
    expect((await download).url()).toMatch(/^blob:/);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });
  });

  it('leads through the pages of the contact sheet of a large batch', async () => {
    const base = { type: 'image', workflow: 'sd15-t2i', provider: 'loft', prompt: 'a mill' };
    const axes = [{ param: 'seed', values: Array.from({ length: 65 }, (_, seed) => seed) }];
    const batch = await kinora.post('/api/batches', { base, axes });
    const id = String(batch.body['id']);
    await kinora.post(`/api/batches/${id}/cancel`);
    await page.goto(`/jobs?batch=${id}`);
    // Also where no run has become a job.
    await page.getByText('0 of 65 done, 65 cancelled').waitFor();
    await page.getByRole('button', { name: 'Contact sheet' }).click();
    const sheet = page.getByRole('dialog', { name: 'Contact sheet: Batch of 65' });
    const height = async (number: number) => {
      const picture = sheet.getByRole('img', { name: new RegExp(`page ${number} of 2$`) });
      await picture.waitFor();
      return picture.evaluate<number, { decode(): Promise<void>; naturalHeight: number }>(
        async (image) => {
          await image.decode();
          return image.naturalHeight;
        },
      );
    };
    const heightOfFirst = await height(1);
    expect(await sheet.getByRole('button', { name: 'Previous page' }).isDisabled()).toBe(true);
    await sheet.getByRole('button', { name: 'Next page' }).click();
    expect(await height(2)).toBeLessThan(heightOfFirst);
    expect(await sheet.getByRole('button', { name: 'Next page' }).isDisabled()).toBe(true);
    const download = page.waitForEvent('download');
    await sheet.getByRole('button', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe('Batch of 65 2.webp');
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });
  });

  it('counts no job as running whose node is away', async () => {
    await page.goto('/jobs');
    await page.getByRole('link', { name: /^1 of \d+ running · node away/ }).waitFor();
  });

  it('leaves the focus in the palette that was opened before the form was there', async () => {
    const { held, sendOn } = await holdBack(page, '**/api/workflows/*', 'GET');
    await page.goto('/generate');
    await waitUntil(() => held.length > 0);
    await page.getByRole('navigation', { name: 'Main' }).first().waitFor();
    await page.keyboard.press('Control+k');
    const search = page.getByRole('dialog').getByPlaceholder('Search, or choose a command');
    await search.and(page.locator(':focus')).waitFor();
    await sendOn();
    await page.locator('main textarea').first().waitFor();
    await page.keyboard.type('storm');
    expect(await search.inputValue()).toBe('storm');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  it('puts recent prompts, which come later, below the commands', async () => {
    await page.keyboard.press('Control+k');
    const lines = page.getByRole('dialog').locator('[data-action]');
    await lines.filter({ hasText: 'a second wave' }).waitFor();
    const texts = await lines.allInnerTexts();
    const place = (text: string) => texts.findIndex((line) => line.startsWith(text));
    expect(place('a second wave')).toBeGreaterThan(place('API documentation'));
    await page.keyboard.press('Escape');
  });

  it('takes what is typed right after the keys that open the palette', async () => {
    await page.goto('/jobs');
    await page.getByRole('list', { name: /^Jobs/ }).waitFor();
    const focused = await page.evaluate<string>(`(() => {
      const keys = { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true };
      document.body.dispatchEvent(new KeyboardEvent('keydown', keys));
      return document.activeElement.placeholder;
    })()`);
    expect(focused).toBe('Search, or choose a command');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  const choose = async (command: string) => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(command);
    const lines = page.getByRole('dialog').locator('[data-action]');
    await lines.first().filter({ hasText: command }).waitFor();
    await page.keyboard.press('Enter');
  };

  it.each([
    ['New character', '/characters', 'New character'],
    ['New project', '/projects', 'New project'],
    ['Import a workflow', '/workflows', 'Import a workflow'],
  ])('opens by the command %s the dialog of %s, and goes back', async (command, path, title) => {
    await page.goto('/jobs');
    await page.getByRole('list', { name: /^Jobs/ }).waitFor();
    await choose(command);
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.waitForURL('/jobs');
  });

  it('goes from a project that was made back to the list, not to its dialog', async () => {
    await page.goto('/projects');
    await page.getByRole('button', { name: 'New project' }).first().click();
    await page.getByLabel('Title').fill('The lighthouse');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'The lighthouse' }).waitFor();
    await page.goBack();
    await page.waitForURL('/projects');
    await page.getByRole('link', { name: /The lighthouse/ }).waitFor();
  });

  it('uploads files by a command, and shows them in the gallery', async () => {
    await page.goto('/jobs');
    await page.getByRole('list', { name: /^Jobs/ }).waitFor();
    const chooser = page.waitForEvent('filechooser');
    await choose('Upload files');
    const buffer = await uniquePng(64, 64);
    await (await chooser).setFiles([{ name: 'coast.png', mimeType: 'image/png', buffer }]);
    await page.getByText('1 file uploaded').waitFor();
    expect(new URL(page.url()).pathname).toBe('/gallery');
  });

  it('says in the palette why little is found while the service is away', async () => {
    await intercept(page, /\/api\/(?:jobs|media|characters)/, (route) => route.abort());
    await page.keyboard.press('Control+k');
    await page.keyboard.type('storm');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('alert').getByText('Kinora can’t be reached').waitFor();
    await page.unrouteAll();
    await page.keyboard.press('Escape');
  });

  it('lists the keys of the jobs under ?', async () => {
    await page.goto('/jobs');
    await page.getByRole('list', { name: /^Jobs/ }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByRole('heading', { name: 'Jobs' }).waitFor();
    await page.keyboard.press('Escape');
  });
});
