import type { Page } from 'playwright-core';
import { SimulatorNode } from '../../src/simulator/simulator-node';
import { eventually } from '../support/eventually';
import { holdBack } from '../support/hold-back';
import { intercept, loseAnswer } from '../support/intercept';
import { TestKinora } from '../support/kinora';
import { png } from '../support/media-samples';
import { describeWith } from '../support/required-programs';
import { StudioBrowser } from '../support/studio-browser';

interface Job {
  readonly prompt_id: string;
  readonly prompt: string;
  readonly status: string;
}

describeWith('chromium', 'generating in the Studio', () => {
  let node: SimulatorNode;
  let kinora: TestKinora;
  let browser: StudioBrowser;
  let page: Page;
  let input: string;

  beforeAll(async () => {
    node = await SimulatorNode.start({ stepMs: 0 });
    kinora = await TestKinora.start({
      providers: [{ id: 'node', kind: 'comfyui', base_url: node.url }],
    });
    await kinora.online('node');
    browser = await StudioBrowser.launch(kinora.url);
    page = await browser.open('/');
  });
  afterAll(async () => {
    await browser.close();
    await kinora.close();
    await node.stop();
  });
  afterEach(() => expect(browser.problems()).toEqual([]));

  const jobs = async (): Promise<readonly Job[]> =>
    (await kinora.get<{ items: Job[] }>('/api/jobs?limit=50')).body.items;
  const requestOf = async (id: string) => (await kinora.get(`/api/jobs/${id}/request`)).body;
  const valueOf = (name: string) => async (job: Job) =>
    Object(await requestOf(job.prompt_id)).body[name] as number;
  const prompt = () => page.getByRole('textbox', { name: 'Prompt', exact: true });
  const result = (words: string) =>
    page.getByRole('button', { name: `Open “${words}” in the lightbox` });
  const action = (name: string) =>
    page.getByRole('toolbar', { name: 'Actions' }).getByRole('button', { name });
  /** Jobs begin, and go no further than so many steps. */
  const hold = (steps: number) => node.faults.set({ steps_allowed: steps });
  const release = () => node.faults.reset();
  /** Opens the form of a workflow that is quick to run, with these words. */
  async function write(words: string, address = '/generate?workflow=sd15-t2i'): Promise<void> {
    await page.goto(address);
    await prompt().fill(words);
  }
  /** The draft before may have the same words: the address is done once the request is applied. */
  const requestApplied = () =>
    page.waitForURL(
      ({ pathname, searchParams }) => pathname === '/generate' && !searchParams.has('job'),
    );
  /** Follows a link to the form, without loading the page. */
  const follow = (search: string) =>
    page.evaluate(`history.pushState({}, '', '/generate?${search}')`);
  const submit = () => page.keyboard.press('Control+Enter');
  /** The jobs that a press of Ctrl-Enter adds, newest first. */
  async function submitted(count = 1): Promise<readonly Job[]> {
    const before = (await jobs()).length;
    await submit();
    return eventually(async () => {
      const now = await jobs();
      return now.length >= before + count && now.slice(0, now.length - before);
    }, `${count} jobs are submitted`);
  }

  it('makes a first picture from words and Ctrl-Enter alone, in the same view', async () => {
    await prompt().and(page.locator(':focus')).waitFor();
    await page.keyboard.type('a lighthouse');
    await submit();
    await result('a lighthouse').waitFor();
    expect(new URL(page.url()).pathname).toBe('/generate');
  });

  it('keeps the seed, makes more and returns to the prompt by single keys', async () => {
    await page.keyboard.press('Escape');
    for (const key of ['l', '+', '+', '-']) await page.keyboard.press(key);
    await page.getByRole('button', { name: 'Draw a new seed each time' }).waitFor();
    await page.getByRole('button', { name: /^Generate 2/ }).waitFor();
    for (const key of ['-', 'l', '/']) await page.keyboard.press(key);
    await page.getByRole('button', { name: 'Keep this seed' }).waitFor();
    await prompt().and(page.locator(':focus')).waitFor();
  });

  it('searches the gallery by words and Enter alone', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').locator('input:focus').waitFor();
    await page.keyboard.type('a light nobody has seen');
    await page.keyboard.press('Enter');
    await page.waitForURL(/gallery\?q=/);
    await page.goBack();
  });

  it('shows the progress of the job, then its picture', async () => {
    hold(2);
    await write('a fox');
    await submit();
    await page.getByText(/^step 2 of \d+$/).waitFor();
    expect(
      await page.getByRole('progressbar', { name: 'Progress' }).getAttribute('aria-valuenow'),
    ).toMatch(/^[1-9]/);
    release();
    await result('a fox').waitFor();
  });

  it('shows the result though the job ended while its record was on its way', async () => {
    hold(0);
    await write('a comet');
    const { held } = await holdBack(page, /\/api\/jobs\/[0-9a-f-]{36}$/, 'GET');
    await submit();
    const [route] = await eventually(async () => held.length > 0 && held, 'the record is read');
    const before = await route!.fetch();
    const running = page.getByRole('link', { name: /1 running/ });
    await running.waitFor();
    release();
    await running.waitFor({ state: 'hidden' });
    await route!.fulfill({ response: before });
    await page.unrouteAll();
    await result('a comet').waitFor();
  });

  it('stops a job that runs', async () => {
    hold(0);
    await write('a wolf');
    await submit();
    await action('Cancel').click();
    await page.getByRole('heading', { name: 'This was cancelled' }).waitFor();
    expect((await jobs())[0]).toMatchObject({ prompt: 'a wolf', status: 'cancelled' });
    release();
  });

  it('submits once however often the key is pressed while it is sent', async () => {
    hold(0);
    await write('a heron');
    const { held, sendOn } = await holdBack(page, '**/api/image/generate', 'POST');
    await submit();
    await eventually(async () => held.length > 0, 'the request is on its way');
    await submit();
    await sendOn();
    await action('Cancel').waitFor();
    expect(held).toHaveLength(1);
    expect((await jobs()).filter((job) => job.prompt === 'a heron')).toHaveLength(1);
    await action('Cancel').click();
    await page.getByRole('heading', { name: 'This was cancelled' }).waitFor();
    release();
  });

  it('makes several with seeds that count up', async () => {
    await write('two owls');
    await page.getByRole('button', { name: 'One more' }).click();
    await page.getByRole('button', { name: /^Generate 2/ }).waitFor();
    const made = await submitted(2);
    const seeds = await Promise.all(made.map(valueOf('seed')));
    expect(Math.abs(seeds[0]! - seeds[1]!)).toBe(1);
    await page.getByRole('button', { name: 'One less' }).click();
  });

  it('makes none twice when an answer is lost and the key pressed again', async () => {
    await write('two storks');
    await page.getByRole('button', { name: 'One more' }).click();
    await loseAnswer(page, '**/api/image/generate');
    const [first] = await submitted();
    await page.getByText(/^Kinora can’t be reached/).waitFor();
    const [second] = await submitted();
    await page.getByRole('status').getByText('had arrived after all').waitFor();
    const [seed, next] = await Promise.all([first!, second!].map(valueOf('seed')));
    expect(next).toBe(seed! + 1);
    expect((await jobs()).filter((job) => job.prompt === 'two storks')).toHaveLength(2);
    await page.getByRole('button', { name: 'One less' }).click();
  });

  it('shows the job that was accepted though the next one was refused', async () => {
    await write('three owls');
    const recent = page.getByRole('complementary', { name: 'Recent results' });
    await recent.getByRole('button').first().click();
    await page.getByRole('button', { name: 'One more' }).click();
    let sent = 0;
    await intercept(page, '**/api/image/generate', (route) => {
      sent += 1;
      return sent === 1
        ? route.continue()
        : route.fulfill({ status: 429, json: { detail: 'Full.' } });
    });
    await submit();
    await page.getByText('Full.').waitFor();
    await result('three owls').waitFor();
    await page.unroute('**/api/image/generate');
    await page.getByRole('button', { name: 'One less' }).click();
  });

  it('tries several values of a setting as one batch', async () => {
    await write('a barn');
    await page.getByRole('button', { name: 'Advanced' }).click();
    await page.getByRole('button', { name: 'Try several values' }).click();
    await page.getByRole('button', { name: /^Setting: / }).click();
    await page.getByRole('option', { name: 'Steps' }).click();
    const values = page.getByRole('textbox', { name: 'Values' });
    await values.fill('2, some');
    await page.getByRole('button', { name: 'Advanced' }).click();
    await submit();
    await page.getByRole('group', { name: 'Try several values' }).getByRole('alert').waitFor();
    await values.fill('2,');
    await values.pressSequentially(' 3');
    await page.getByRole('button', { name: /^Generate 2/ }).waitFor();
    // The batch runs, also when its jobs can't be listed.
    await intercept(page, '**/children*', (route) => route.abort());
    const made = await submitted(2);
    await page.unroute('**/children*');
    expect(await page.getByText('can’t be reached').count()).toBe(0);
    const steps = await Promise.all(made.map(valueOf('steps')));
    expect(steps.sort()).toEqual([2, 3]);
    await page.getByRole('button', { name: 'One value only' }).click();
  });

  it('keeps the draft of each workflow over a reload', async () => {
    await write('a draft of one');
    await write('a draft of another', '/generate?workflow=sdxl-t2i');
    await page.reload();
    await page.getByRole('button', { name: /^Workflow: SDXL/ }).waitFor();
    expect(await prompt().inputValue()).toBe('a draft of another');
    await page.goto('/generate?workflow=sd15-t2i');
    await page.getByRole('button', { name: /^Workflow: .*1\.5/ }).waitFor();
    expect(await prompt().inputValue()).toBe('a draft of one');
  });

  it('keeps what another tab has written since', async () => {
    const address = '/generate?workflow=sd15-t2i';
    const [first, second] = [await page.context().newPage(), await page.context().newPage()];
    const words = (tab: Page) => tab.getByRole('textbox', { name: 'Prompt', exact: true });
    for (const tab of [first, second]) {
      await tab.goto(address);
      await words(tab).waitFor();
    }
    await words(first).fill('written in one tab');
    await first.goto('/settings');
    await second.goto('/settings');
    await first.goto(address);
    await words(first).and(first.getByText('written in one tab')).waitFor();
    for (const tab of [first, second]) await tab.close();
  });

  it('renames, applies and deletes a preset', async () => {
    const preset = { name: 'Draft', workflow: 'sd15-t2i', values: { steps: 7 } };
    await kinora.post('/api/presets', preset);
    await write('a preset');
    const menu = page.getByRole('button', { name: 'Presets and more' });
    await menu.click();
    await page.getByRole('button', { name: 'Rename preset Draft' }).click();
    await page.getByRole('textbox', { name: 'Rename preset Draft' }).fill('Quick');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Quick', exact: true }).click();
    await page.getByText('“Quick” applied').waitFor();
    await page.getByRole('button', { name: /^Reset Steps/ }).waitFor();
    await menu.click();
    await page.getByRole('button', { name: 'Delete preset Quick' }).click();
    await page.getByText('“Quick” deleted').waitFor();
    expect((await kinora.get<{ items: object[] }>('/api/presets')).body.items).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Reset Steps/ }).click();
  });

  it('follows the later of two links that are opened one after the other', async () => {
    const body = { workflow: 'sd15-t2i', provider: 'node', width: 64, height: 64, steps: 1 };
    const made = async (words: string) =>
      String(
        (await kinora.post('/api/image/generate', { ...body, prompt: words })).body['prompt_id'],
      );
    const [first, second] = [await made('the first link'), await made('the second link')];
    const opened = page.waitForResponse(`**/api/jobs/${second}/request`);
    const { held, sendOn } = await holdBack(page, `**/api/jobs/${first}/request`, 'GET');
    await follow(`job=${first}`);
    await eventually(async () => held.length > 0, 'the first link is asked about');
    await follow(`job=${second}`);
    await opened;
    await sendOn();
    await requestApplied();
    await prompt().and(page.getByText('the second link')).waitFor();
  });

  it('shows what the API refuses at its field', async () => {
    await write('');
    await submit();
    await page.getByRole('alert').filter({ hasText: 'This can’t be empty.' }).waitFor();
    expect(await prompt().getAttribute('aria-invalid')).toBe('true');
  });

  it('asks at its field for a picture that the workflow needs', async () => {
    await write('a fox', '/generate?workflow=sdxl-i2i');
    await submit();
    const picture = page.getByRole('group', { name: 'Picture' });
    await picture.getByRole('alert').filter({ hasText: 'Choose a picture.' }).waitFor();
    await picture.getByRole('button', { name: 'From disk' }).and(page.locator(':focus')).waitFor();
  });

  it('runs a job again with changes', async () => {
    await write('a boat');
    await submit();
    await result('a boat').waitFor();
    await page.goto('/jobs');
    const row = page.getByRole('listitem').filter({ hasText: 'a boat' }).first();
    await row.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Again with changes' }).click();
    await requestApplied();
    await prompt().and(page.getByText('a boat')).waitFor();
    await prompt().fill('a red boat');
    await submit();
    await result('a red boat').waitFor();
  });

  it('uses an uploaded picture as input, and sends nothing before it is there', async () => {
    await write('a harbour', '/generate?workflow=sdxl-i2i');
    const { held, sendOn } = await holdBack(page, '**/api/media', 'POST');
    browser.requests.length = 0;
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'From disk' }).first().click();
    const buffer = await png(64, 64);
    await (await chooser).setFiles({ name: 'harbour.png', mimeType: 'image/png', buffer });
    await eventually(async () => held.length > 0, 'the picture is on its way');
    await submit();
    await sendOn();
    await page.getByRole('button', { name: /^Remove: / }).waitFor();
    hold(0);
    const [job] = await submitted();
    expect(browser.requests.filter((request) => request.endsWith('generate'))).toHaveLength(1);
    input = Object(await requestOf(job!.prompt_id)).body.image as string;
    expect((await kinora.get(`/api/media/${input}`)).body).toMatchObject({ name: 'harbour.png' });
    await action('Cancel').click();
    await page.getByRole('heading', { name: 'This was cancelled' }).waitFor();
    release();
  });

  it('keeps a picture for the workflow that it was chosen for', async () => {
    await write('a quay', '/generate?workflow=sdxl-i2i');
    const remove = page.getByRole('button', { name: /^Remove: / });
    await remove.click();
    const { held, sendOn } = await holdBack(page, '**/api/media', 'POST');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'From disk' }).first().click();
    const buffer = await png(64, 64);
    await (await chooser).setFiles({ name: 'quay.png', mimeType: 'image/png', buffer });
    await eventually(async () => held.length > 0, 'the picture is on its way');
    await follow('workflow=sd15-t2i');
    await prompt().fill('words alone');
    const uploaded = page.waitForResponse('**/api/media');
    await sendOn();
    await uploaded;
    const [made] = await submitted();
    expect(await requestOf(made!.prompt_id)).not.toMatchObject({ body: { image: input } });
    await follow('workflow=sdxl-i2i');
    await remove.waitFor();
  });

  it.each<[string, string, () => object]>([
    ['words', 'image', () => ({ workflow: 'sd15-t2i', negative: '', seed: 0, width: 520 })],
    [
      'LoRAs',
      'image',
      () => ({
        workflow: 'sdxl-t2i',
        lora_checkpoint: 'film-grain-sdxl.safetensors',
        lora_strength: 0.6,
        priority: 'low',
        workflow_params: { loras: [{ name: 'styles/watercolor-sdxl.safetensors', strength: 0.3 }] },
      }),
    ],
    [
      'a picture and a character',
      'image',
      () => ({
        workflow: 'sdxl-i2i',
        image: input,
        denoise: 0.4,
        characters: [{ id: 'mara', role: 'keeper', lora_strength: 0.5 }],
      }),
    ],
    ['a clip', 'video', () => ({ workflow: 'wan22-14b-i2v', image: input, length: 33, seed: 7 })],
  ])('sends the very same request again: %s', async (_, type, fields) => {
    hold(0);
    await kinora.post('/api/characters', { id: 'mara', name: 'Mara', trigger: 'mara' });
    const body = { provider: 'node', prompt: 'as it was', ...fields() };
    const { body: made, status } = await kinora.post(`/api/${type}/generate`, body);
    expect({ status, made }).toMatchObject({ status: 200 });
    const id = String(made['prompt_id']);
    await page.goto(`/generate?job=${id}`);
    await requestApplied();
    await prompt().and(page.getByText('as it was')).waitFor();
    const [again] = await submitted();
    expect(await requestOf(again!.prompt_id)).toEqual(await requestOf(id));
    for (const job of [id, again!.prompt_id]) await kinora.post(`/api/jobs/${job}/cancel`);
    release();
  });

  it('takes a picture of the gallery as the input of a form by one key', async () => {
    await page.goto('/gallery');
    const first = page.getByRole('gridcell').first();
    await first.getByRole('img').waitFor();
    await first.press('u');
    await page.waitForURL(/generate/);
    await page.getByRole('group', { name: 'Picture' }).getByRole('img').first().waitFor();
  });

  it('opens the result in the lightbox, which Back closes', async () => {
    await write('a pond');
    await submit();
    await result('a pond').click();
    await page.getByRole('dialog').waitFor();
    const address = page.url();
    expect(new URL(address).searchParams.get('view')).toMatch(/\.png$/);
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.goto(address);
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  it('compares the result with the one before', async () => {
    await action('Compare').click();
    await page.getByRole('dialog').waitFor();
    expect(new URL(page.url()).searchParams.get('compare')).toMatch(/\.png.*\.png/);
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });
});
