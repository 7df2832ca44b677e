import type { Page } from 'playwright-core';
import { violations } from '../support/axe';
import { eventually } from '../support/eventually';
import { intercept } from '../support/intercept';
import { holdBack } from '../support/hold-back';
import { TestKinora } from '../support/kinora';
import { uniquePng } from '../support/media-samples';
import { describeWith } from '../support/required-programs';
import { StudioBrowser } from '../support/studio-browser';
import { waitUntil } from '../support/wait-until';

describeWith('chromium', 'the painter of masks', () => {
  let kinora: TestKinora;
  let browser: StudioBrowser;
  let page: Page;
  let picture: string;

  beforeAll(async () => {
    kinora = await TestKinora.start({
      providers: [{ id: 'simulator', kind: 'simulator', step_ms: 0 }],
    });
    await kinora.online();
    picture = (await kinora.as(null).upload('pond.png', await uniquePng(64, 48))).body.path;
    browser = await StudioBrowser.launch(kinora.url);
  });
  afterAll(async () => {
    await browser.close();
    await kinora.close();
  });
  afterEach(async () => {
    expect(browser.problems()).toEqual([]);
    await page.context().close();
  });

  beforeEach(async () => {
    page = await (await browser.profile()).newPage();
    // No shipped workflow has a mask.
    await intercept(page, '**/api/workflows/sdxl-i2i', async (route) => {
      const response = await route.fetch();
      const { params, ...record } = await response.json();
      const mask = { ...params.image, type: 'mask', role: null, label: 'Mask', required: false };
      await route.fulfill({ response, json: { ...record, params: { ...params, mask } } });
    });
    await page.goto(`/generate?workflow=sdxl-i2i&input=${picture}`);
  });

  const painter = () => page.getByRole('dialog', { name: 'Paint a mask' });
  const canvas = () => painter().getByRole('slider', { name: /^Mask:/ });
  const open = (name: string) => page.getByRole('button', { name }).click();
  const press = (name: string) => painter().getByRole('button', { name }).click();

  /** How many pixels are painted. */
  const painted = (): Promise<number> =>
    page.evaluate(`(({ width, height }, context) =>
      context.getImageData(0, 0, width, height).data.filter((value, at) => at % 4 === 3 && value > 0).length
    )(...[document.querySelector('[role=dialog] canvas')].flatMap((canvas) => [canvas, canvas.getContext('2d')]))`);

  it('loses no mask by a key or a click beside it', async () => {
    await open('Paint a mask');
    await canvas().click();
    const undo = painter().getByRole('button', { name: 'Undo' });
    await undo.and(page.locator(':enabled')).waitFor();
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await undo.click();
    await page.keyboard.press('Escape');
    await painter().waitFor({ state: 'hidden' });
  });

  it('paints by keys alone', async () => {
    await open('Paint a mask');
    await painter().locator('canvas:not([inert] *)').focus();
    for (let time = 0; time < 6; time += 1) await page.keyboard.press('[');
    expect(await painted()).toBe(0);
    await page.keyboard.press('Space');
    const dab = await painted();
    expect(dab).toBeGreaterThan(0);
    await page.keyboard.press('ArrowLeft');
    expect(await painted()).toBe(dab);
    await page.keyboard.press('Shift+ArrowUp');
    expect(await painted()).toBeGreaterThan(dab);
    await page.keyboard.press('Control+z');
    expect(await painted()).toBe(dab);
    expect(await violations(page)).toEqual([]);
  });

  it('takes no strokes before its picture has loaded', async () => {
    const { held, sendOn } = await holdBack(
      page,
      `${kinora.url}/media/${encodeURIComponent(picture)}`,
      'GET',
    );
    await open('Paint a mask');
    await waitUntil(() => held.length > 0);
    const box = await painter().locator('canvas').boundingBox();
    await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
    await page.keyboard.press('i');
    await sendOn();
    await painter()
      .getByRole('button', { name: 'Use mask' })
      .and(page.locator(':enabled'))
      .waitFor();
    expect(await painted()).toBe(0);
    await canvas().click();
    expect(await painted()).toBeGreaterThan(0);
  });

  it('shows what is painted, which is transparent in the file, in the form and in the gallery', async () => {
    const background = (name: string) =>
      page.evaluate<string>(
        `getComputedStyle(document.querySelector('img[alt="${name}"]')).backgroundImage`,
      );
    await open('Paint a mask');
    await canvas().click();
    const stored = page.waitForResponse('**/api/media');
    await press('Use mask');
    const { path, made_from } = await (await stored).json();
    expect(made_from).toHaveLength(1);
    await page.getByRole('img', { name: 'Mask' }).waitFor();
    expect(await background('Mask')).toContain('conic-gradient');
    await page.goto(`/gallery?around=${path}`);
    await page
      .locator(`[data-path="${path}"]`)
      .getByRole('img', { name: 'Painted mask' })
      .waitFor();
    expect(await background('Painted mask')).toContain('conic-gradient');
  });

  it('keeps what is painted until it is uploaded, and says why it could not be', async () => {
    await open('Paint a mask');
    await canvas().click();
    const before = await painted();
    await kinora.as(null).delete(`/api/media/${picture}`);
    await press('Use mask');
    await painter()
      .getByRole('alert')
      .getByText(/is in the trash|is gone/)
      .waitFor();
    expect(await painted()).toBe(before);
    await kinora.post('/api/media/restore', { paths: [picture] });
    const { held, sendOn } = await holdBack(page, '**/api/media', 'POST');
    await press('Use mask');
    await waitUntil(() => held.length > 0);
    await page.keyboard.press('Control+z');
    expect(await painted()).toBe(before);
    await sendOn();
    await painter().waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Edit the mask' }).waitFor();
  });

  it('opens without the error of an earlier mask', async () => {
    await open('Paint a mask');
    await canvas().click();
    await kinora.as(null).delete(`/api/media/${picture}`);
    await press('Use mask');
    await painter().getByRole('alert').waitFor();
    await kinora.post('/api/media/restore', { paths: [picture] });
    await press('Cancel');
    await painter().waitFor({ state: 'hidden' });
    await open('Paint a mask');
    await canvas().waitFor();
    expect(await painter().getByRole('alert').count()).toBe(0);
  });

  it('says on another page why a mask could not be uploaded', async () => {
    // The form has taken what the address names.
    await page.waitForURL(({ search }) => search === '');
    await page.getByRole('link', { name: 'Gallery', exact: true }).click();
    await page.waitForURL('**/gallery');
    await page.goBack();
    await open('Paint a mask');
    await canvas().click();
    await kinora.as(null).delete(`/api/media/${picture}`);
    const { held, sendOn } = await holdBack(page, '**/api/media', 'POST');
    await press('Use mask');
    await waitUntil(() => held.length > 0);
    await page.goForward();
    await painter().waitFor({ state: 'hidden' });
    await sendOn();
    await page.getByText(/is in the trash|is gone/).waitFor();
    await kinora.post('/api/media/restore', { paths: [picture] });
  });

  it('clears a mask that was stored before, and takes that back', async () => {
    await open('Paint a mask');
    await canvas().click();
    await press('Use mask');
    await open('Edit the mask');
    await eventually(async () => (await painted()) > 0, 'the stored mask is shown');
    const stored = await painted();
    await press('Clear');
    await eventually(async () => (await painted()) === 0, 'the mask is empty');
    await press('Undo');
    await eventually(async () => (await painted()) === stored, 'the mask is back');
  });
});
