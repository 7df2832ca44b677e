import type { Page, Route } from 'playwright-core';
import { eventually } from '../support/eventually';
import { holdBack } from '../support/hold-back';
import { intercept } from '../support/intercept';
import { TestKinora } from '../support/kinora';
import { uniquePng } from '../support/media-samples';
import { describeWith } from '../support/required-programs';
import { StudioBrowser } from '../support/studio-browser';

/** A graph as ComfyUI exports it for its API. */
const GRAPH = {
  '3': {
    class_type: 'KSampler',
    inputs: {
      seed: 1,
      steps: 2,
      cfg: 7,
      sampler_name: 'euler',
      scheduler: 'normal',
      denoise: 1,
      model: ['4', 0],
      positive: ['6', 0],
      negative: ['7', 0],
      latent_image: ['5', 0],
    },
  },
  '4': {
    class_type: 'CheckpointLoaderSimple',
    inputs: { ckpt_name: 'sd_xl_base_1.0.safetensors' },
  },
  '5': { class_type: 'EmptyLatentImage', inputs: { width: 64, height: 64, batch_size: 1 } },
  '6': { class_type: 'CLIPTextEncode', inputs: { text: 'a fox', clip: ['4', 1] } },
  '7': { class_type: 'CLIPTextEncode', inputs: { text: 'blurry', clip: ['4', 1] } },
  '8': { class_type: 'VAEDecode', inputs: { samples: ['3', 0], vae: ['4', 2] } },
  '9': { class_type: 'SaveImage', inputs: { filename_prefix: 'x', images: ['8', 0] } },
};

describeWith('chromium', 'the library in the Studio', () => {
  let kinora: TestKinora;
  let browser: StudioBrowser;
  let page: Page;
  const paths: Record<string, string> = {};

  beforeAll(async () => {
    kinora = await TestKinora.start({
      providers: [{ id: 'simulator', kind: 'simulator', step_ms: 0 }],
    });
    await kinora.online();
    for (const name of ['fox.png', 'wolf.png', 'owl.png', 'pond.png'])
      paths[name] = (await kinora.as(null).upload(name, await uniquePng(64, 48))).body.path;
    browser = await StudioBrowser.launch(kinora.url);
    page = await browser.open('/gallery');
  });
  afterAll(async () => {
    await browser.close();
    await kinora.close();
  });
  afterEach(() => expect(browser.problems()).toEqual([]));

  const grid = () => page.getByRole('grid', { name: 'Pictures and clips' });
  const tick = (name: string) => page.getByRole('button', { name: `Select ${name}` });
  const mediaOf = async (name: string) => (await kinora.get(`/api/media/${paths[name]}`)).body;
  const prompt = () => page.getByRole('textbox', { name: 'Prompt', exact: true });
  const toolbar = () => page.getByRole('toolbar', { name: 'Selection' });

  async function select(...names: string[]): Promise<void> {
    await page.goto('/gallery');
    for (const name of names) await tick(name).click();
    await toolbar().getByText(`${names.length} selected`).waitFor();
  }

  it('finds media by their words, which the address keeps', async () => {
    await tick('wolf.png').waitFor();
    const search = page.getByRole('searchbox', { name: 'Search the gallery' });
    await search.fill('wolf');
    await tick('fox.png').waitFor({ state: 'hidden' });
    await grid().getByRole('gridcell').nth(1).waitFor({ state: 'detached' });
    expect(await grid().getByRole('gridcell').count()).toBe(1);
    await page.reload();
    await tick('wolf.png').waitFor();
    expect(await search.inputValue()).toBe('wolf');
    await search.fill('no such words');
    await page.getByText('Nothing matches').waitFor();
    await page.getByRole('button', { name: 'Clear words and filters' }).click();
    await tick('fox.png').waitFor();
  });

  it('leads from the words to the details and to a clip without a mouse', async () => {
    await page.goto('/gallery');
    await tick('wolf.png').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('wolf');
    // At once: neither the search nor the tiles of what it finds have come.
    await page.keyboard.press('Enter');
    const details = page.getByRole('complementary', { name: 'Details' });
    await details.getByRole('img', { name: 'wolf.png' }).waitFor();
    await page.keyboard.press('m');
    await page.getByRole('button', { name: /^Remove: / }).waitFor();
    await page
      .getByText(/image to video/)
      .first()
      .waitFor();
  });

  it('leaves the focus in the search where somebody went back to it', async () => {
    await page.goto('/gallery');
    await tick('wolf.png').waitFor();
    const search = page.getByRole('searchbox', { name: 'Search the gallery' });
    const cell = grid().locator('[role=gridcell]:focus');
    for (let time = 0; time < 2; time += 1) {
      await page.keyboard.press('/');
      await search.press('Enter');
      await cell.waitFor();
    }
    await page.keyboard.press('/');
    await page.keyboard.type('wolf');
    await tick('fox.png').waitFor({ state: 'hidden' });
    await page.keyboard.type('s');
    await page.getByText('Nothing matches').waitFor();
    expect(await search.inputValue()).toBe('wolfs');
  });

  it('tags all that are selected', async () => {
    await select('fox.png', 'wolf.png');
    await toolbar().getByRole('button', { name: 'Tag' }).click();
    await page.getByRole('combobox', { name: 'Tags that all of them have' }).fill('forest');
    await page.getByRole('button', { name: 'Save tags' }).click();
    await page.getByText('Tags of 2 pictures changed').waitFor();
    for (const name of ['fox.png', 'wolf.png'])
      expect(await mediaOf(name)).toMatchObject({ tags: ['forest'] });
  });

  it('moves what is selected to the trash and takes that back', async () => {
    await select('owl.png', 'pond.png');
    await toolbar().getByRole('button', { name: 'Delete' }).click();
    await tick('owl.png').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await tick('owl.png').waitFor();
    await tick('pond.png').waitFor();
    expect(await mediaOf('owl.png')).toMatchObject({ trashed_at: null });
  });

  it('moves the focus to the neighbour of what the key deletes', async () => {
    await page.goto('/gallery');
    await tick('owl.png').waitFor();
    browser.requests.length = 0;
    // Nothing is marked yet.
    await page.keyboard.press('Delete');
    await page.keyboard.press('Tab');
    await grid().getByRole('gridcell').first().focus();
    // The second time the key is held.
    for (let time = 0; time < 2; time += 1) await page.keyboard.down('Delete');
    await page.keyboard.up('Delete');
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await grid().locator('[role=gridcell]:focus').waitFor();
    expect(browser.requests.filter((each) => each === 'POST /api/media/delete')).toHaveLength(1);
    await page.keyboard.press('Control+z');
    await tick('pond.png').waitFor();
  });

  it('compares two that are selected and keeps one of them', async () => {
    await select('fox.png', 'wolf.png');
    await toolbar().getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('dialog').waitFor();
    expect(new URL(page.url()).searchParams.get('compare')?.split(',').sort()).toEqual(
      [paths['fox.png'], paths['wolf.png']].sort(),
    );
    for (const side of [0, 1]) await page.getByRole('dialog').getByRole('img').nth(side).waitFor();
    await page.keyboard.press('2');
    await page.getByRole('button', { name: 'Keep second', pressed: true }).waitFor();
    const [, second = ''] = new URL(page.url()).searchParams.get('compare')?.split(',') ?? [];
    await eventually(
      async () => (await kinora.get(`/api/media/${second}`)).body['favourite'] === true,
      'the second one is kept',
    );
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  it('compares the first of three that are selected with each of the others', async () => {
    const compared = () => new URL(page.url()).searchParams.get('compare')?.split(',') ?? [];
    await select('fox.png', 'wolf.png', 'pond.png');
    await toolbar().getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('button', { name: 'Compare with the third picture' }).waitFor();
    const [first = '', second = '', third = ''] = compared();
    await page.keyboard.press('n');
    await page.waitForURL(() => compared()[1] === third);
    expect(compared()).toEqual([first, third, second]);
    await page.keyboard.press('x');
    await page.waitForURL(() => compared()[0] === third);
    expect(compared()).toEqual([third, first, second]);
    await page.goto(`/gallery?compare=${first}`);
    await page.getByRole('dialog', { name: /\.png$/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  it('selects all, whatever their order', async () => {
    await page.goto('/gallery?sort=name');
    await tick('wolf.png').waitFor();
    await page.keyboard.press('Control+a');
    await toolbar().getByText('4 selected').waitFor();
  });

  it('makes one collection, however often people click', async () => {
    await select('fox.png');
    const add = toolbar().getByRole('button', { name: 'Add to collection' });
    await add.click();
    await page.getByRole('textbox', { name: 'New collection' }).waitFor();
    // It closes the dialog, but what is selected stays so.
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await add.click();
    await page.getByRole('textbox', { name: 'New collection' }).fill('Foxes');
    await page.getByRole('button', { name: 'Create collection' }).dblclick();
    await page.getByText('1 picture added to Foxes').waitFor();
    const collections = await kinora.get<{ items: object[] }>('/api/collections');
    expect(collections.body.items).toHaveLength(1);
  });

  it('deletes one picture, however often the key is pressed', async () => {
    await page.goto(`/gallery?view=${paths['owl.png']}`);
    const viewer = page.getByRole('dialog', { name: 'owl.png' });
    await viewer.waitFor();
    const { held, sendOn } = await holdBack(page, '**/api/media/*.png', 'DELETE');
    await page.keyboard.press('Delete');
    await eventually(async () => held.length > 0, 'the first press is on its way');
    await page.keyboard.press('Delete');
    await sendOn();
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(
      async () => (await mediaOf('owl.png'))['trashed_at'] === null,
      'the picture is back',
    );
    expect(held).toHaveLength(1);
    // In place of it its neighbour is shown.
    await viewer.waitFor({ state: 'hidden' });
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  it('deletes a picture by a key that is pressed before its record is there', async () => {
    const { sendOn } = await holdBack(page, '**/api/media/*trashed=true', 'GET');
    await page.goto(`/gallery?view=${paths['owl.png']}`);
    await page.getByRole('dialog', { name: 'Lightbox' }).waitFor();
    await page.keyboard.press('Delete');
    await sendOn();
    await page.getByText('The picture is in the trash').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(
      async () => (await mediaOf('owl.png'))['trashed_at'] === null,
      'the picture is back',
    );
  });

  it('stays with the picture that somebody went on to while another one is deleted', async () => {
    await page.goto(`/gallery?view=${paths['owl.png']}`);
    await page.getByRole('dialog', { name: 'owl.png' }).waitFor();
    const { held, sendOn } = await holdBack(page, '**/api/media/*.png', 'DELETE');
    await page.keyboard.press('Delete');
    await eventually(async () => held.length > 0, 'the request is on its way');
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('dialog', { name: 'pond.png' }).waitFor();
    await sendOn();
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(
      async () => (await mediaOf('owl.png'))['trashed_at'] === null,
      'the picture is back',
    );
    await page.getByRole('dialog', { name: 'pond.png' }).waitFor();
  });

  it('stores the last of several ratings, and shows it though an earlier change failed', async () => {
    await page.goto(`/gallery?view=${paths['fox.png']}`);
    const viewer = page.getByRole('dialog', { name: 'fox.png' });
    await viewer.waitFor();
    await page.keyboard.press('i');
    const stars = (count: number) =>
      viewer.getByRole('radio', { name: `${count} stars`, exact: true, checked: true });
    let held: Route | undefined;
    await intercept(page, '**/api/media/*/metadata', (route) =>
      held ? route.continue() : void (held = route),
    );
    const answerTo = (rating: number) =>
      page.waitForResponse((answer) => answer.request().postData() === JSON.stringify({ rating }));

    const answers = Promise.all([answerTo(3), answerTo(4)]);
    await page.keyboard.press('3');
    const first = await eventually(async () => held, 'the first change is on its way');
    await page.keyboard.press('4');
    await stars(4).waitFor({ state: 'attached' });
    await first.continue();
    await answers;
    expect(await mediaOf('fox.png')).toMatchObject({ rating: 4 });

    held = undefined;
    const answer = answerTo(5);
    await page.keyboard.press('s');
    const failing = await eventually(async () => held, 'the first change is on its way');
    await page.keyboard.press('5');
    await stars(5).waitFor({ state: 'attached' });
    await failing.abort();
    await answer;
    await viewer.getByRole('button', { name: 'Keep', exact: true }).waitFor();
    await stars(5).waitFor({ state: 'attached' });
    await page.unrouteAll();
    await page.keyboard.press('i');
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'hidden' });
  });

  it('goes on by keys that are pressed before the picture and its neighbours are there', async () => {
    await page.goto('/gallery');
    await tick('fox.png').waitFor();
    const records = await holdBack(page, '**/api/media/*.png?trashed=true', 'GET');
    await grid().getByRole('gridcell', { name: /owl/ }).first().dblclick();
    await page.getByRole('dialog', { name: 'Lightbox' }).waitFor();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft']) await page.keyboard.press(key);
    await page.waitForURL(({ searchParams }) => searchParams.get('view') === paths['wolf.png']);
    await records.sendOn();
    await page.getByRole('dialog', { name: 'wolf.png' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  it('uploads files that are chosen and shows them', async () => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload files' }).click();
    const buffer = await uniquePng();
    await (await chooser).setFiles({ name: 'barn.png', mimeType: 'image/png', buffer });
    await tick('barn.png').waitFor();
    // A field that still holds a file reports nothing when that is chosen again.
    const again = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload files' }).click();
    expect(await (await again).element().inputValue()).toBe('');
  });

  it('opens a link to one of its pictures with its details', async () => {
    await page.goto(`/gallery?item=${paths['fox.png']}&around=${paths['fox.png']}`);
    await page.getByRole('complementary').getByText('fox.png').first().waitFor();
  });

  it('imports a workflow, says what it recognised, and runs it', async () => {
    await page.goto('/workflows');
    await page.getByRole('button', { name: 'Import a workflow' }).click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a file' }).click();
    const buffer = Buffer.from(JSON.stringify(GRAPH));
    await (await chooser).setFiles({ name: 'my-foxes.json', mimeType: 'application/json', buffer });
    await page.getByRole('button', { name: 'Import workflow' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import a workflow' });
    await dialog.getByText(/is ready to use/).waitFor();
    await dialog.getByText(/settings were recognised/).waitFor();
    await dialog.getByRole('link', { name: /^Use/ }).click();
    await prompt().fill('foxes of mine');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: 'Open “foxes of mine” in the lightbox' }).waitFor();
  });

  it('imports the file that was dropped last, also if both have the same name', async () => {
    await page.goto('/workflows');
    await page.getByRole('button', { name: 'Import a workflow' }).waitFor();
    const drop = (text: string) =>
      page.evaluate(`{
        const dataTransfer = new DataTransfer();
        const content = ${JSON.stringify(text)};
        dataTransfer.items.add(new File([content], 'graph.json', { type: 'application/json' }));
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }));
      }`);
    await drop('no graph');
    const id = page.getByRole('textbox', { name: 'Id' });
    await id.fill('named-by-hand');
    await drop(JSON.stringify(GRAPH));
    await id.and(page.locator('[value="graph"]')).waitFor();
    await page.getByRole('button', { name: 'Import workflow' }).click();
    await page
      .getByRole('dialog')
      .getByText(/is ready to use/)
      .waitFor();
  });

  it('asks once for earlier jobs that can’t be loaded, and again on request', async () => {
    const picture = {
      workflow: 'sd15-t2i',
      provider: 'simulator',
      width: 64,
      height: 64,
      steps: 1,
    };
    const made = await kinora.post('/api/image/generate', { ...picture, prompt: 'a hill' });
    await kinora.finished(String(made.body['prompt_id']));
    let asked = 0;
    await intercept(page, '**/api/jobs?*', async (route) => {
      const { searchParams } = new URL(route.request().url());
      if (searchParams.get('cursor') === 'earlier') {
        asked += 1;
        return route.fulfill({ status: 400, json: { detail: 'No.' } });
      }
      const response = await route.fetch();
      const next_cursor = searchParams.has('group') ? 'earlier' : null;
      return route.fulfill({ response, json: { ...(await response.json()), next_cursor } });
    });
    await page.goto('/jobs');
    const retry = page.getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    expect(asked).toBe(1);
    await retry.click();
    await eventually(async () => asked === 2, 'they are asked for again');
    await page.unroute('**/api/jobs?*');
  });

  it('goes on telling how long ago something was', async () => {
    const tab = await page.context().newPage();
    await tab.clock.install();
    await tab.goto('/jobs');
    await tab.getByRole('listitem').getByRole('time').first().waitFor();
    await tab.clock.fastForward('02:00:00');
    await tab.getByText('2 hours ago').first().waitFor();
    await tab.close();
  });
});
