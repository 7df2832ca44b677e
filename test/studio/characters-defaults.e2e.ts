import type { Page } from 'playwright-core';
import { violations } from '../support/axe';
import { eventually } from '../support/eventually';
import { holdBack } from '../support/hold-back';
import { intercept } from '../support/intercept';
import { TestKinora } from '../support/kinora';
import { describeWith } from '../support/required-programs';
import { StudioBrowser } from '../support/studio-browser';
import { smallTargets } from '../support/touch-targets';

describeWith('chromium', 'the default settings of a character in the Studio', () => {
  let kinora: TestKinora;
  let browser: StudioBrowser;
  let page: Page;

  beforeAll(async () => {
    const providers = [{ id: 'simulator', kind: 'simulator', step_ms: 0 }];
    kinora = await TestKinora.start({ providers });
    await kinora.online();
    browser = await StudioBrowser.launch(kinora.url);
    page = await browser.open('/characters');
  });
  afterAll(async () => {
    await browser.close();
    await kinora.close();
  });
  afterEach(() => expect(browser.problems()).toEqual([]));

  const open = async (id: string, defaults: Record<string, unknown>) => {
    await kinora.post('/api/characters', { id, name: id, defaults });
    await page.goto(`/characters/${id}`);
  };
  const stored = async (id: string) =>
    (await kinora.get<{ defaults: Record<string, unknown> }>(`/api/characters/${id}`)).body
      .defaults;
  const isStored = (id: string, defaults: unknown) =>
    eventually(
      async () => JSON.stringify(await stored(id)) === JSON.stringify(defaults),
      `the defaults are ${JSON.stringify(defaults)}`,
    );
  const add = async (search: string, option: string | RegExp) => {
    await page.getByRole('button', { name: 'Add setting' }).press('Enter');
    await page.getByRole('textbox', { name: 'Find a setting' }).fill(search);
    await page.getByRole('option', { name: option }).waitFor();
    await page.keyboard.press('Enter');
  };
  /** The defaults of each change that the page sends from now on. */
  const changesOf = async (id: string) => {
    const changes: unknown[] = [];
    await intercept(page, new RegExp(`/api/characters/${id}$`), (route) => {
      const request = route.request();
      if (request.method() === 'PATCH')
        changes.push((request.postDataJSON() as { defaults: unknown }).defaults);
      return route.fallback();
    });
    return changes;
  };
  const focused = (role: 'spinbutton' | 'textbox' | 'button', name: string | RegExp) =>
    page.getByRole(role, { name }).and(page.locator(':focus')).waitFor();

  it('adds settings of the workflows by keyboard, sets, removes and puts them back', async () => {
    await open('mara', {});
    await add('steps', /^Steps \d+ workflows/);
    await focused('spinbutton', 'Steps');
    await eventually(
      async () => typeof (await stored('mara'))['steps'] === 'number',
      'it begins with a usual value',
    );
    const steps = page.getByRole('spinbutton', { name: 'Steps' });
    await steps.fill('40');
    await steps.press('Enter');
    await isStored('mara', { steps: 40 });
    await page.getByRole('slider', { name: 'Steps, slider' }).press('ArrowRight');
    await isStored('mara', { steps: 41 });
    await add('sampler', /^Sampler/);
    await focused('button', /^Sampler: /);
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Search' }).fill('ddim');
    await page.keyboard.press('Enter');
    await isStored('mara', { steps: 41, sampler: 'ddim' });
    await page.getByRole('button', { name: 'Remove Steps' }).press('Enter');
    await isStored('mara', { sampler: 'ddim' });
    await focused('button', 'Add setting');
    const message = page.getByRole('status').filter({ hasText: 'Steps removed' });
    await message.getByRole('button', { name: 'Undo' }).click();
    await isStored('mara', { sampler: 'ddim', steps: 41 });
  });

  it('stores words once they are typed, and nothing of a setting that is removed before', async () => {
    await open('tom', {});
    const changes = await changesOf('tom');
    await add('negative', /^Negative prompt/);
    await focused('textbox', 'Negative prompt');
    await page.getByRole('button', { name: 'Remove Negative prompt' }).click();
    await page.getByRole('textbox', { name: 'Negative prompt' }).waitFor({ state: 'detached' });
    await add('negative', /^Negative prompt/);
    await page.getByRole('textbox', { name: 'Negative prompt' }).fill('hat, glasses');
    await page.keyboard.press('Tab');
    await isStored('tom', { negative: 'hat, glasses' });
    expect(changes).toEqual([{ negative: 'hat, glasses' }]);
    expect(await page.getByRole('status').filter({ hasText: 'removed' }).count()).toBe(0);
    await page.reload();
    const words = page.getByRole('textbox', { name: 'Negative prompt' });
    expect(await words.inputValue()).toBe('hat, glasses');
  });

  it('brings a number into its range, and asks for one that is missing', async () => {
    await open('ida', { steps: 20, width: 512 });
    const steps = page.getByRole('spinbutton', { name: 'Steps' });
    await steps.fill('0');
    await steps.press('Tab');
    await isStored('ida', { steps: 1, width: 512 });
    await steps.fill('');
    await page.getByRole('alert').getByText('Set a value, or remove the setting.').waitFor();
    await steps.fill('12');
    await steps.press('Tab');
    await isStored('ida', { steps: 12, width: 512 });
    const width = page.getByRole('spinbutton', { name: 'Width' });
    await width.fill('515');
    await width.press('Enter');
    await isStored('ida', { steps: 12, width: 512 });
    expect(await width.inputValue()).toBe('512');
  });

  it('says at a setting why the service refuses it', async () => {
    await open('rosa', { steps: 20 });
    await add('negative', /^Negative prompt/);
    const words = page.getByRole('textbox', { name: 'Negative prompt' });
    await words.fill('雨'.repeat(12_000));
    await words.press('Tab');
    const refused = (text: string) =>
      page.locator('[data-param="negative"]').getByRole('alert').getByText(text).waitFor();
    await refused('Send at most 32 kB.');
    await words.fill('hat');
    await words.evaluate(
      `document.querySelector('[data-param="negative"] textarea').setRangeText('\\0')`,
    );
    await words.pressSequentially('s');
    await words.press('Tab');
    await refused('Send text without NUL characters and lone surrogates.');
    expect(await words.getAttribute('aria-invalid')).toBe('true');
    expect(await stored('rosa')).toEqual({ steps: 20 });
    await words.fill('hat');
    await words.press('Tab');
    await isStored('rosa', { steps: 20, negative: 'hat' });
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await words.fill('雨'.repeat(12_000));
    await words.press('Tab');
    await refused('Send at most 32 kB.');
    await words.fill('hat');
    await words.press('Tab');
    await page.getByRole('alert').waitFor({ state: 'detached' });
    expect(await words.getAttribute('aria-invalid')).toBeNull();
  });

  it('keeps what was refused at one setting while others are added and saved', async () => {
    await open('gina', {});
    await add('negative', /^Negative prompt/);
    const words = page.getByRole('textbox', { name: 'Negative prompt' });
    await words.fill('雨'.repeat(12_000));
    await words.press('Tab');
    const refusal = page.getByRole('alert').getByText('Send at most 32 kB.');
    await refusal.waitFor();
    await add('seed', /^Seed/);
    await focused('spinbutton', 'Seed');
    await add('steps', /^Steps \d+ workflows/);
    await focused('spinbutton', 'Steps');
    await page.getByRole('spinbutton', { name: 'Steps' }).fill('7');
    await page.keyboard.press('Enter');
    await isStored('gina', { steps: 7 });
    await refusal.waitFor();
    expect(await words.inputValue()).toHaveLength(12_000);
    await page.getByRole('button', { name: 'Add setting' }).press('Enter');
    await page.getByRole('textbox', { name: 'Find a setting' }).fill('see');
    await page.getByText('Nothing found').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove Seed' }).click();
    await page.getByRole('button', { name: 'Remove Negative prompt' }).click();
    await words.waitFor({ state: 'detached' });
    expect(await page.getByRole('listitem').filter({ hasText: 'Seed' }).count()).toBe(0);
  });

  it('sends one value of a slider at a time, and then the newest', async () => {
    await open('nina', { steps: 20 });
    const slider = page.getByRole('slider', { name: 'Steps, slider' });
    await slider.waitFor();
    const { held, sendOn } = await holdBack(page, '**/api/characters/nina', 'PATCH');
    const changes = await changesOf('nina');
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) await slider.press(key);
    await eventually(async () => held.length > 0, 'the first value is on its way');
    await sendOn();
    await isStored('nina', { steps: 23 });
    expect(changes).toEqual([{ steps: 21 }, { steps: 23 }]);
    expect(await slider.inputValue()).toBe('23');
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('puts a switch back that is turned off while it is turned on', async () => {
    await intercept(page, '**/api/workflows/sd15-t2i', async (route) => {
      const response = await route.fetch();
      const workflow = (await response.json()) as { params: { steps: object } };
      const clean = { ...workflow.params.steps, type: 'boolean', role: null, label: 'Clean' };
      await route.fulfill({
        response,
        json: { ...workflow, params: { ...workflow.params, clean } },
      });
    });
    await open('iris', { clean: false });
    const clean = page.getByRole('switch', { name: 'Clean' });
    await clean.waitFor();
    const { held, sendOn } = await holdBack(page, '**/api/characters/iris', 'PATCH');
    const changes = await changesOf('iris');
    await clean.press('Space');
    await eventually(async () => held.length > 0, 'the first value is on its way');
    await clean.press('Space');
    await sendOn();
    await eventually(async () => changes.length === 2, 'the second value is sent');
    await isStored('iris', { clean: false });
    expect(changes).toEqual([{ clean: true }, { clean: false }]);
    expect(await clean.isChecked()).toBe(false);
    await page.unroute('**/api/workflows/sd15-t2i');
  });

  it('keeps what it has no control for, until that is removed', async () => {
    await open('nora', { 'node_3.cfg': { a: 1 }, steps: 'many', workflow_params: { cfg: 5 } });
    await page.getByText('{"a":1}').waitFor();
    await page.getByText('many', { exact: true }).waitFor();
    const guidance = page.getByRole('spinbutton', { name: 'Guidance (CFG)' });
    await guidance.fill('6.5');
    await guidance.press('Enter');
    await isStored('nora', {
      'node_3.cfg': { a: 1 },
      steps: 'many',
      workflow_params: { cfg: 6.5 },
    });
    await page.getByRole('button', { name: 'Remove node_3.cfg' }).click();
    await page.getByRole('button', { name: 'Remove Steps' }).click();
    await isStored('nora', { workflow_params: { cfg: 6.5 } });
  });

  it('does not bring back a setting that is removed while its value is on its way', async () => {
    await open('lena', { steps: 20 });
    const steps = page.getByRole('spinbutton', { name: 'Steps' });
    await steps.fill('30');
    const { held, sendOn } = await holdBack(page, '**/api/characters/lena', 'PATCH');
    await page.getByRole('button', { name: 'Remove Steps' }).click();
    await eventually(async () => held.length > 0, 'the value is on its way');
    await sendOn();
    await page.getByRole('status').filter({ hasText: 'Steps removed' }).waitFor();
    await steps.waitFor({ state: 'detached' });
    expect(await stored('lena')).toEqual({});
  });

  it('does not bring back a setting that is removed while its first value is on its way', async () => {
    await open('mila', {});
    const { held, sendOn } = await holdBack(page, '**/api/characters/mila', 'PATCH');
    const changes = await changesOf('mila');
    await add('steps', /^Steps \d+ workflows/);
    await eventually(async () => held.length > 0, 'the value is on its way');
    await page.getByRole('button', { name: 'Remove Steps' }).click();
    await sendOn();
    await page.getByRole('status').filter({ hasText: 'Steps removed' }).waitFor();
    await page.getByRole('spinbutton', { name: 'Steps' }).waitFor({ state: 'detached' });
    expect(changes).toEqual([{ steps: expect.any(Number) as number }, {}]);
    expect(await stored('mila')).toEqual({});
  });

  it('does not bring back a setting that others remove while it is edited', async () => {
    await open('lola', { steps: 20, width: 512 });
    const changes = await changesOf('lola');
    const steps = page.getByRole('spinbutton', { name: 'Steps' });
    await steps.fill('30');
    await kinora.as(null).patch('/api/characters/lola', { defaults: { width: 512 } });
    await steps.waitFor({ state: 'detached' });
    const width = page.getByRole('spinbutton', { name: 'Width' });
    await width.fill('640');
    await width.press('Enter');
    await isStored('lola', { width: 640 });
    expect(changes).toEqual([{ width: 640 }]);
  });

  it('lets people decide about a value that others change meanwhile', async () => {
    await open('olga', { steps: 20 });
    const steps = page.getByRole('spinbutton', { name: 'Steps' });
    await steps.fill('30');
    await kinora.as(null).patch('/api/characters/olga', { defaults: { steps: 25 } });
    await page.getByRole('button', { name: 'Keep mine: Steps' }).click();
    await isStored('olga', { steps: 30 });
  });

  it('moves nothing when the settings are known, and needs no workflow that can’t be read', async () => {
    await page.setViewportSize({ width: 1000, height: 900 });
    const { held } = await holdBack(page, '**/api/workflows/sd15-t2i', 'GET');
    await open('yara', { negative: 'hat', steps: 20, sampler: 'euler', other: [1] });
    const below = page.getByRole('heading', { name: 'Pictures and clips' });
    const button = page.getByRole('button', { name: 'Add setting' });
    await button.waitFor();
    await eventually(async () => held.length > 0, 'the workflow is asked for');
    expect(await page.getByRole('slider', { name: 'Steps, slider' }).count()).toBe(0);
    const places = async () => [await below.boundingBox(), await button.boundingBox()];
    const before = await places();
    for (const route of held) await route.fulfill({ status: 404, json: {} });
    await page.getByRole('slider', { name: 'Steps, slider' }).waitFor();
    expect(await places()).toEqual(before);
    await page.unroute('**/api/workflows/sd15-t2i');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('shows them as text to people who may not change the character', async () => {
    await intercept(page, '**/api/characters/zoe', async (route) => {
      const response = await route.fetch();
      const character = (await response.json()) as object;
      await route.fulfill({ response, json: { ...character, editable: false } });
    });
    await open('zoe', { steps: 20, negative: '', other: [1] });
    const list = page.getByRole('list', { name: 'Default settings' });
    await list.getByText('20', { exact: true }).waitFor();
    expect(await list.getByRole('listitem').allInnerTexts()).toEqual([
      'Negative prompt\nNothing',
      'Steps\n20',
      'other\n[1]',
    ]);
    expect(await list.getByRole('button').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Add setting' }).count()).toBe(0);
    await page.unroute('**/api/characters/zoe');
  });

  it('is accessible, on a phone, too', async () => {
    await kinora.post('/api/characters', {
      id: 'vera',
      name: 'Vera',
      defaults: { negative: 'hat', steps: 20, sampler: 'euler', seed: 7, other: [1] },
    });
    await page.goto('/characters/vera');
    await page.getByRole('slider', { name: 'Steps, slider' }).waitFor();
    expect(await violations(page)).toEqual([]);
    const phone = await browser.open('/characters/vera', {
      width: 390,
      height: 844,
      theme: 'light',
      isPhone: true,
    });
    await phone.getByRole('slider', { name: 'Steps, slider' }).waitFor();
    expect(await violations(phone)).toEqual([]);
    expect(await smallTargets(phone)).toEqual([]);
    expect(await phone.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await phone.context().close();
  });
});
