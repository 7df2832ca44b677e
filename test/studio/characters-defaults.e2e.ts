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
    await add('negative', /^Negative prompt/);
    await focused('textbox', 'Negative prompt');
    await page.getByRole('button', { name: 'Remove Negative prompt' }).click();
    await page.getByRole('textbox', { name: 'Negative prompt' }).waitFor({ state: 'detached' });
    expect(await stored('tom')).toEqual({});
    await add('negative', /^Negative prompt/);
    await page.getByRole('textbox', { name: 'Negative prompt' }).fill('hat, glasses');
    await page.keyboard.press('Tab');
    await isStored('tom', { negative: 'hat, glasses' });
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

  it('lets people decide about a value that others change meanwhile', async () => {
    await open('olga', { steps: 20 });
    const steps = page.getByRole('spinbutton', { name: 'Steps' });
    await steps.fill('30');
    await kinora.as(null).patch('/api/characters/olga', { defaults: { steps: 25 } });
    await page.getByRole('button', { name: 'Keep mine: Steps' }).click();
    await isStored('olga', { steps: 30 });
  });

  it('shows them as text to people who may not change the character', async () => {
    await intercept(page, '**/api/characters/zoe', async (route) => {
      const response = await route.fetch();
      const character = (await response.json()) as object;
      await route.fulfill({ response, json: { ...character, editable: false } });
    });
    await open('zoe', { steps: 20, other: [1] });
    const list = page.getByRole('list', { name: 'Default settings' });
    await list.getByText('20', { exact: true }).waitFor();
    expect(await list.getByRole('listitem').allInnerTexts()).toEqual(['Steps\n20', 'other\n[1]']);
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
