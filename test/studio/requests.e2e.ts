import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually';
import { holdBack } from '../support/hold-back';
import { intercept } from '../support/intercept';
import { TestKinora } from '../support/kinora';
import { uniquePng } from '../support/media-samples';
import { describeWith } from '../support/required-programs';
import { StudioBrowser } from '../support/studio-browser';

describeWith('chromium', 'requests of the Studio', () => {
  let kinora: TestKinora;
  let browser: StudioBrowser;
  let page: Page;
  let fox: string;
  let paths: string[];

  beforeAll(async () => {
    kinora = await TestKinora.start({
      providers: [{ id: 'simulator', kind: 'simulator', step_ms: 0 }],
    });
    await kinora.online();
    const upload = async (name: string) =>
      (await kinora.as(null).upload(name, await uniquePng(64, 48))).body.path;
    paths = [await upload('hen.png'), await upload('fox.png')];
    fox = paths[1]!;
    browser = await StudioBrowser.launch(kinora.url);
    page = await browser.open('/gallery');
  });
  afterAll(async () => {
    await browser.close();
    await kinora.close();
  });
  afterEach(() => expect(browser.problems()).toEqual([]));

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const isLost = () => page.getByText('Kinora can’t be reached').first().waitFor();

  const recordOf = async (path: string) => (await kinora.get(`/api/media/${path}`)).body;

  async function select(): Promise<void> {
    await page.goto('/gallery');
    await button('Select fox.png').click();
  }

  it('keeps tags in their dialog until they are saved', async () => {
    await select();
    await page
      .getByRole('toolbar', { name: 'Selection' })
      .getByRole('button', { name: 'Tag' })
      .click();
    const field = page.getByRole('combobox', { name: 'Tags' });
    await field.fill('forest');
    await intercept(page, '**/api/media/metadata', (route) => route.abort());
    await button('Save tags').click();
    await isLost();
    expect(await field.inputValue()).toBe('forest');
    await page.unroute('**/api/media/metadata');
    await button('Save tags').click();
    await page.getByText('Tags of 1 picture changed').waitFor();
    await field.waitFor({ state: 'hidden' });
  });

  it('takes back by Ctrl-Z what the button could not', async () => {
    await select();
    await page.keyboard.press('Delete');
    await button('Undo').waitFor();
    await intercept(page, '**/api/undo/*', (route) => route.abort());
    await button('Undo').click();
    await isLost();
    await page.unroute('**/api/undo/*');
    await page.keyboard.press('Control+z');
    await eventually(
      async () => (await kinora.get(`/api/media/${fox}`)).body['trashed_at'] === null,
      'the picture is back',
    );
  });

  it('sends an upload again on request, and asks before it is broken off', async () => {
    const wouldAsk = () =>
      page.evaluate(`!dispatchEvent(new Event('beforeunload', { cancelable: true }))`);
    const { held } = await holdBack(page, /\/api\/media$/, 'POST');
    const chooser = page.waitForEvent('filechooser');
    await button('Upload files').click();
    await (
      await chooser
    ).setFiles({ name: 'owl.png', mimeType: 'image/png', buffer: await uniquePng(64, 48) });
    await eventually(async () => held.length > 0, 'the file is on its way');
    const panel = page.getByRole('region', { name: 'Uploads' });
    await panel.getByText('Uploading 0 of 1').waitFor();
    expect(await panel.getByRole('button', { name: 'Close' }).count()).toBe(0);
    expect(await wouldAsk()).toBe(true);
    await held[0]?.abort();
    await panel.getByText('1 file not uploaded').waitFor();
    expect(await wouldAsk()).toBe(false);
    await page.unroute(/\/api\/media$/);
    await panel.getByRole('button', { name: 'Try again: owl.png' }).click();
    await panel.getByText('1 file uploaded').waitFor();
    await panel.getByRole('button', { name: 'Close' }).click();
    await panel.waitFor({ state: 'hidden' });
  });

  const fails = (address: string) =>
    intercept(page, address, (route) =>
      route.fulfill({ status: 500, json: { code: 'internal', detail: 'The disk is on fire.' } }),
    );

  it('are sent again after a failure that is shown in place of what is missing', async () => {
    const failed = page.getByText('The disk is on fire.');
    await page.goto('/gallery');
    await fails('**/api/media/*.png?*');
    await button('Select fox.png').click();
    const details = page.getByRole('complementary', { name: 'Details' });
    await details.getByText('The disk is on fire.').waitFor();
    await page.keyboard.press('t');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The disk is on fire.').waitFor();
    await page.unroute('**/api/media/*.png?*');
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByRole('combobox', { name: 'Tags' }).waitFor();
    await fails('**/api/presets*');
    await page.goto('/generate');
    await button('Presets and more').click();
    await failed.waitFor();
    await page.unroute('**/api/presets*');
  });

  it('merge duplicates once, however often people click', async () => {
    const group = { media: await Promise.all(paths.map(recordOf)) };
    await intercept(page, '**/api/media/duplicates?*', (route) =>
      route.fulfill({ json: { items: [group], next_cursor: null } }),
    );
    await page.goto('/gallery?show=duplicates');
    const { held } = await holdBack(page, '**/api/media/duplicates/resolve', 'POST');
    await button('Keep this one: fox.png').dblclick();
    await page.getByRole('button', { name: 'Keep all' }).click({ force: true });
    await eventually(async () => held.length > 0, 'the request is on its way');
    expect(held).toHaveLength(1);
    await page.unroute('**/api/media/duplicates/resolve');
    await page.unroute('**/api/media/duplicates?*');
  });
});
