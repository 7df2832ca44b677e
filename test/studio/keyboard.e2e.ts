import type { Locator, Page } from 'playwright-core';
import { eventually } from '../support/eventually';
import { holdBack } from '../support/hold-back';
import { TestKinora } from '../support/kinora';
import { uniquePng } from '../support/media-samples';
import { describeWith } from '../support/required-programs';
import { StudioBrowser } from '../support/studio-browser';

describeWith('chromium', 'the Studio without a mouse', () => {
  let kinora: TestKinora;
  let browser: StudioBrowser;
  let page: Page;
  let project: string;
  let shot: string;
  const paths: string[] = [];

  beforeAll(async () => {
    kinora = await TestKinora.start({
      providers: [
        { id: 'simulator', kind: 'simulator', step_ms: 0 },
        { id: 'slow', kind: 'simulator', step_ms: 60_000 },
      ],
    });
    await kinora.online('simulator');
    await kinora.online('slow');
    for (const name of ['fox.png', 'wolf.png'])
      paths.push((await kinora.as(null).upload(name, await uniquePng(64, 48))).body.path);
    await kinora.as(null).patch(`/api/media/${paths[0]}/metadata`, { tags: ['red'] });
    await kinora.post('/api/characters', { id: 'tom', name: 'Tom', kind: 'human' });
    await kinora.post('/api/characters', { id: 'mara', name: 'Mara', kind: 'human' });
    const story = await kinora.post<{ id: string }>('/api/projects', { title: 'The lantern' });
    project = `/projects/${story.body.id}`;
    const scene = await kinora.post<{ id: string }>(`/api${project}/scenes`, {
      scene_number: 1,
      title: 'The pier',
    });
    const shots = `/api${project}/scenes/${scene.body.id}/shots`;
    for (const image of paths)
      shot = (await kinora.post<{ id: string }>(shots, { image_prompt: 'a lantern', image })).body
        .id;
    browser = await StudioBrowser.launch(kinora.url);
    page = await browser.open('/generate');
  });
  afterAll(async () => {
    await browser.close();
    await kinora.close();
  });
  afterEach(() => expect(browser.problems()).toEqual([]));

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const hasFocus = (element: Locator) =>
    element.and(page.locator(':focus')).waitFor({ state: 'attached' });

  it.each([
    ['/generate?workflow=sdxl-i2i', 'From gallery'],
    ['/characters/mara', 'Delete character'],
    ['project', 'Make takes'],
    ['shot', 'Move…'],
    ['shot', 'Delete shot'],
  ])('returns on %s from the dialog to %s', async (place, name) => {
    await page.goto(place.replace('project', project).replace('shot', `${project}?shot=${shot}`));
    await button(name).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').locator(':focus').waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await hasFocus(button(name));
  });

  it('returns from a dialog that a menu has opened to the button of the menu', async () => {
    await page.goto(project);
    const more = button('More for this project');
    await more.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Delete project' }).press('Enter');
    await page.getByRole('dialog').locator(':focus').waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await hasFocus(more);
  });

  it.each([
    ['/gallery?item=fox', 'Remove the tag red', 'New tag'],
    ['/gallery?q=fox', 'Clear the search', 'Search the gallery'],
    ['/gallery?untagged=true', 'Remove the filter Without a tag', 'Tag'],
    ['/jobs?status=done', 'Clear: State', 'State'],
    ['/jobs?q=fox', 'Clear filters', 'Character'],
    ['/generate?workflow=sd15-t2i&character=mara', 'Remove Mara', 'Add a character to the cast'],
    ['/generate', 'Hide this note', ''],
  ])('goes on %s from %s, which is gone then, to %s', async (place, name, next) => {
    await page.goto(place.replace('fox', () => (place.includes('item') ? paths[0]! : 'fox')));
    if (name === 'Remove Mara') await button('Mara in this picture').press('Enter');
    await button(name).press('Enter');
    await button(name).waitFor({ state: 'detached' });
    const focused = page.locator(':focus');
    await focused.waitFor();
    const label = (await focused.getAttribute('aria-label')) ?? (await focused.innerText());
    expect(label).toContain(next);
  });

  it('leaves the keys of an input method to it', async () => {
    const compose = (field: Locator, key: string) =>
      field.dispatchEvent('keydown', { key, isComposing: true });
    await page.goto(`/gallery?item=${paths[0]}`);
    await button('New tag').press('Enter');
    const tag = page.getByRole('combobox', { name: 'New tag' });
    await tag.fill('ni');
    for (const key of ['Enter', 'Escape']) await compose(tag, key);
    expect(await tag.inputValue()).toBe('ni');
    await page.goto('/characters/mara');
    const trigger = page.getByRole('textbox', { name: 'Trigger' });
    await trigger.fill('ni');
    await compose(trigger, 'Escape');
    expect(await trigger.inputValue()).toBe('ni');
    await page.keyboard.press('Escape');
    expect(await trigger.inputValue()).toBe('');
  });

  it('goes into details that a key has opened, and back to what has opened them', async () => {
    const sdxl = page.getByRole('link', { name: 'SDXL: text to image', exact: true });
    const workflow = page.getByRole('complementary', { name: 'Workflow' });
    for (const close of ['Escape', 'Close details']) {
      await page.goto('/workflows');
      await sdxl.focus();
      await page.keyboard.press('Enter');
      await hasFocus(workflow);
      if (close === 'Escape') await page.keyboard.press(close);
      else await workflow.getByRole('button', { name: close }).press('Enter');
      await workflow.waitFor({ state: 'detached' });
      await hasFocus(sdxl);
    }
    await page.goto(project);
    const about = page.getByRole('link', { name: 'About' });
    await about.focus();
    await page.keyboard.press('Enter');
    await hasFocus(page.getByRole('complementary'));
    await page.keyboard.press('Escape');
    await hasFocus(about);
  });

  it('opens the form of a LoRA in its first field, and returns to the button', async () => {
    await page.goto('/characters/mara');
    await button('Add LoRA').press('Enter');
    const name = page.getByRole('combobox', { name: 'LoRA file' });
    await hasFocus(name);
    await button('Close').press('Enter');
    await hasFocus(button('Add LoRA'));
    await button('Add LoRA').press('Enter');
    await hasFocus(name);
    // First the suggestions, then the form.
    for (const part of [page.locator('[role="option"]:visible').first(), name]) {
      await part.waitFor();
      await page.keyboard.press('Escape');
      await part.waitFor({ state: 'hidden' });
    }
    await hasFocus(button('Add LoRA'));
  });

  it('hears the keys of the menu of a result that is not there yet', async () => {
    await kinora.post('/api/image/generate', {
      workflow: 'sd15-t2i',
      provider: 'slow',
      prompt: 'x',
    });
    await page.goto('/generate');
    await button('Cancel').waitFor();
    // It takes the focus once it is there.
    await hasFocus(page.getByRole('textbox', { name: 'Prompt', exact: true }));
    await button('More').focus();
    await page.keyboard.press('Enter');
    await hasFocus(page.getByRole('menuitem').first());
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'hidden' });
    await hasFocus(button('More'));
  });

  it('makes nothing again by keys below a dialog, and once while they are held', async () => {
    const made = () => browser.requests.filter((one) => one === 'POST /api/image/generate').length;
    const before = made();
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Control+Shift+Enter');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    const answered = page.waitForResponse('**/api/image/generate');
    for (const key of ['Control', 'Shift', 'Enter', 'Enter']) await page.keyboard.down(key);
    for (const key of ['Enter', 'Shift', 'Control']) await page.keyboard.up(key);
    await answered;
    expect(made()).toBe(before + 1);
  });

  /** Whether the surroundings of an element look different while something has the focus. */
  async function showsFocus(ring: Locator, focused: Locator): Promise<boolean> {
    const { x, y, width, height } = (await ring.boundingBox())!;
    const clip = { x: x - 6, y: y - 6, width: width + 12, height: height + 12 };
    await focused.focus();
    const before = await page.screenshot({ clip });
    await focused.blur();
    return !before.equals(await page.screenshot({ clip }));
  }

  it('shows the focus on the handle of a comparison, and on what is marked as shown', async () => {
    await page.goto(`/gallery?compare=${paths.join(',')}`);
    const slider = page.getByRole('dialog').getByRole('slider');
    await page.keyboard.press('Tab');
    expect(await showsFocus(slider.locator('span'), slider)).toBe(true);
    await page.goto(project);
    await button('Preview').press('Enter');
    const first = page.getByRole('dialog').locator('[aria-current]');
    await first.waitFor();
    expect(await showsFocus(first, first)).toBe(true);
  });

  it('shows the focus and what is chosen with the colours of the system, too', async () => {
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    await page.goto('/generate');
    const prompt = page.getByRole('textbox', { name: 'Prompt', exact: true });
    await prompt.waitFor();
    expect(await showsFocus(prompt, prompt)).toBe(true);
    await page.goto('/settings');
    const looks = async (element: Locator) => (await element.screenshot()).toString('base64');
    const sound = page.getByText('Play a sound').locator('../..');
    const dark = page.getByText('Dark', { exact: true });
    const before = [await looks(sound), await looks(dark)];
    await sound.getByRole('switch').press('Space');
    await page.getByRole('radio', { name: 'Dark' }).press('Space');
    await page.locator('html[data-theme="dark"]').waitFor();
    await page.getByRole('heading', { name: 'Settings' }).click();
    const after = [await looks(sound), await looks(dark)];
    expect(after[0]).not.toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
    await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'reduce' });
  });

  it('takes back by a second press what the first one keeps, in every order', async () => {
    for (const sort of ['', '?sort=name']) {
      await page.goto(`/gallery${sort}`);
      await button('Select fox.png').click();
      const { held, sendOn } = await holdBack(page, '**/api/media/metadata', 'POST');
      for (let time = 0; time < 2; time += 1) await page.keyboard.press('s');
      await eventually(async () => held.length === 2, 'both presses are on their way');
      expect(held.map((route) => route.request().postDataJSON())).toMatchObject([
        { favourite: true },
        { favourite: false },
      ]);
      await sendOn();
    }
  });

  it('says once that a text is copied', async () => {
    const made = await kinora.post('/api/image/generate', {
      workflow: 'sd15-t2i',
      provider: 'simulator',
      prompt: 'a copied fox',
    });
    const { outputs } = await kinora.finished(String(made.body['prompt_id']));
    await page.goto(`/gallery?item=${outputs[0]!.path}`);
    await button('Copy the prompt').press('Enter');
    await page.getByRole('status').getByText('Copied', { exact: true }).waitFor();
  });

  it('has one heading of the first level on each page', async () => {
    for (const path of ['/generate', '/gallery', '/jobs', '/characters', '/projects', project]) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    }
  });
});
