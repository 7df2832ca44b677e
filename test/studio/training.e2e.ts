import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { FakeToolkit } from '../../src/simulator/public/toolkit/fake-toolkit';
import { DRAWINGS } from '../../src/simulator/public/toolkit/trainer-outputs';
import { violations } from '../support/axe';
import { eventually } from '../support/eventually';
import { holdBack } from '../support/hold-back';
import { intercept } from '../support/intercept';
import { newFolder, type TestConfig, TestKinora } from '../support/kinora';
import { uniquePng, wav } from '../support/media-samples';
import { describeWith } from '../support/required-programs';
import { StudioBrowser } from '../support/studio-browser';
import { waitUntil } from '../support/wait-until';

const LORAS = 'data/simulator/gpu/models/loras';

interface Setting {
  readonly name: string;
  readonly kind: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly standard?: unknown;
}

interface Document {
  readonly components: {
    readonly schemas: {
      readonly StartTrainingDto: {
        readonly properties: Readonly<
          Record<string, { minimum?: number; maximum?: number; default?: unknown }>
        >;
      };
    };
  };
}

// Modules of the Studio's own TypeScript project, as far as they are used here.
const { FIELD_GROUPS } = jest.requireActual<{
  FIELD_GROUPS: Readonly<Record<string, readonly Setting[]>>;
}>('../../studio/src/features/training/start/fields');

describeWith('chromium', 'training in the Studio', () => {
  let toolkit: FakeToolkit;
  let kinora: TestKinora;
  let config: TestConfig;
  let browser: StudioBrowser;
  let page: Page;
  let hen: string;

  beforeAll(async () => {
    const folder = newFolder();
    toolkit = await FakeToolkit.start(join(folder, 'training'));
    toolkit.trainer.outputs = DRAWINGS;
    mkdirSync(join(folder, LORAS), { recursive: true });
    config = {
      providers: [{ id: 'gpu', kind: 'simulator', step_ms: 0 }],
      training: {
        root: 'training',
        base_url: toolkit.url,
        poll_interval_ms: 50,
        lora_dir: LORAS,
      },
    };
    kinora = await TestKinora.start(config, folder);
    await kinora.online('gpu');
    for (const name of ['fox.png', 'owl.png', 'hen.png'])
      hen = (await kinora.as(null).upload(name, await uniquePng())).body.path;
    await kinora.as(null).upload('rain.wav', wav());
    await kinora.post('/api/characters', { id: 'fox', name: 'Reynard', kind: 'human' });
    browser = await StudioBrowser.launch(kinora.url);
    page = await browser.open('/training');
  });
  afterAll(async () => {
    await browser.close();
    await kinora.close();
    await toolkit.stop();
  });
  afterEach(() => expect(browser.problems()).toEqual([]));

  const dialog = () => page.getByRole('dialog');
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const toast = () => page.getByRole('group').filter({ has: button('Dismiss') });
  const captions = () => page.getByRole('textbox', { name: /^Caption of / });

  it('begins with a dataset', async () => {
    const empty = page.getByText('Nothing trained yet').locator('..');
    await empty.getByRole('button', { name: 'New dataset' }).click();
    await dialog().getByLabel('Name').fill('Foxes, spring');
    expect(await dialog().getByLabel('Id').inputValue()).toBe('foxes-spring');
    await dialog().getByRole('button', { name: 'Create Foxes, spring' }).click();
    await page.waitForURL(/training\/datasets\/foxes-spring/);
    await page.getByRole('heading', { name: 'No pictures yet' }).waitFor();
  });

  it('takes pictures from the gallery with a caption, and files', async () => {
    const empty = page.getByText('No pictures yet').locator('..');
    const file = { name: 'cub.png', mimeType: 'image/png', buffer: await uniquePng() };
    const chooser = page.waitForEvent('filechooser');
    const { held, sendOn } = await holdBack(page, '**/datasets/*/items/upload', 'POST');
    await empty.getByRole('button', { name: 'Upload' }).click();
    await (await chooser).setFiles(file);
    await waitUntil(() => held.length > 0);
    await empty.getByRole('button', { name: 'Add pictures' }).click();
    await dialog().waitFor();
    // The dataset isn't empty any more then; the dialog stays.
    await sendOn();
    await page.getByText('1 picture', { exact: true }).waitFor();
    for (const name of [/^fox/, /^owl/]) await dialog().getByRole('button', { name }).click();
    await dialog().getByLabel('Caption of each').fill('[trigger], an animal');
    expect(await violations(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Add 2 pictures' }).click();
    await page.getByText('3 pictures', { exact: true }).waitFor();
    await page.getByText('1 file uploaded').and(page.locator('[aria-live="polite"]')).waitFor();
    const uploads = page.getByRole('region', { name: 'Uploads' });
    await uploads.getByRole('button', { name: 'Close' }).click();
    expect(await captions().count()).toBe(3);
  });

  it('takes what is selected in the gallery, without what it has and what is not a picture, and takes that back', async () => {
    await page.goto('/gallery');
    for (const name of ['fox.png', 'hen.png', 'rain.wav']) await button(`Select ${name}`).click();
    await button('Add to dataset').click();
    await dialog().getByText('1 item isn’t a PNG, JPEG or WebP picture').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    await button('Add to dataset').click();
    await dialog().getByRole('button', { name: 'Foxes, spring' }).click();
    await page.getByText('1 picture added to Foxes, spring; 1 was in it already').waitFor();
    await button('Undo').click();
    await eventually(async () => (await imageCount('foxes-spring')) === 3, 'it is taken back');
  });

  it('takes a picture from the lightbox into a dataset that is made there', async () => {
    await page.goto(`/gallery?view=${hen}`);
    const viewer = page.getByRole('dialog', { name: 'hen.png' });
    const choose = async () => {
      await viewer.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Add to dataset' }).click();
      await dialog().getByRole('button', { name: 'New dataset' }).click();
    };
    await choose();
    await page.keyboard.press('Escape');
    await dialog().nth(1).waitFor({ state: 'hidden' });
    await viewer.waitFor();
    await choose();
    await dialog().getByLabel('Name').fill('Hens');
    await dialog().getByRole('button', { name: 'Create Hens' }).dblclick();
    await page.getByText('1 picture added to Hens').waitFor();
    expect(await imageCount('hens')).toBe(1);
    await page.goto('/training/datasets/foxes-spring');
  });

  const imageCount = async (id: string) =>
    (await kinora.get(`/api/lora-training/datasets/${id}`)).body['image_count'];

  it('says what could spoil the training, and shows the pictures', async () => {
    await page.getByText('There are fewer than five pictures.').waitFor();
    const missing = page.getByRole('listitem').filter({ hasText: 'have no caption' });
    await missing.getByRole('button', { name: 'Show 1 picture' }).click();
    await page.waitForURL(/problem=captions_missing/);
    expect(await captions().count()).toBe(1);
    expect(await violations(page)).toEqual([]);
    await page.goBack();
    await captions().nth(2).waitFor();
  });

  it('saves a caption when its field is left, and takes that back', async () => {
    const empty = page.getByPlaceholder('No caption').and(page.locator(':placeholder-shown'));
    await empty.fill('[trigger], a cub');
    await page.keyboard.press('Control+Enter');
    await missingCaptions().waitFor({ state: 'hidden' });
    await button('Undo the last change of captions').click();
    await missingCaptions().waitFor();
  });
  const missingCaptions = () => page.getByRole('listitem').filter({ hasText: 'have no caption' });

  it('edits all captions after a preview', async () => {
    await button('Edit all captions').click();
    await dialog().getByLabel('Find').fill('an animal');
    await dialog().getByLabel('Replace with').fill('outside');
    await dialog().getByText('2 captions would change').waitFor();
    await dialog().getByText('[trigger], outside').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Change 2 captions' }).click();
    await dialog().waitFor({ state: 'hidden' });
    await page.getByText('2 captions changed').waitFor();
    await page.getByRole('checkbox', { name: 'Select [trigger], outside' }).first().waitFor();
  });

  it('shows a picture large, and removes it after asking', async () => {
    const first = page.getByRole('link', { name: /^Show .*\.png$/ }).first();
    await first.click();
    await page.waitForURL(/item=/);
    const panel = page.getByRole('complementary', { name: /^Picture/ });
    await panel.getByText('Trained as').waitFor();
    expect(await violations(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Next picture' }).click();
    await panel.getByRole('button', { name: 'Remove 1 picture' }).click();
    await dialog().getByRole('button', { name: 'Remove 1 picture' }).click();
    await page.getByText('2 pictures', { exact: true }).waitFor();
    await panel.getByRole('button', { name: 'Close details' }).focus();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
  });

  it('knows the limits and the defaults of the API', async () => {
    const { body } = await kinora.get<Document>('/openapi.json');
    const { properties } = body.components.schemas.StartTrainingDto;
    const fields = Object.values(FIELD_GROUPS).flat();
    const named = ['job_name', 'trigger_word', 'dataset', 'base_config'];
    expect([...named, ...fields.map(({ name }) => name)].sort()).toEqual(
      Object.keys(properties).sort(),
    );
    for (const { name, kind, standard, ...limits } of fields) {
      const { minimum, maximum, default: value } = properties[name]!;
      if (kind === 'number' && minimum !== undefined)
        expect({ name, ...limits }).toMatchObject({ name, minimum, maximum });
      if (value !== undefined) expect({ name, standard }).toEqual({ name, standard: value });
    }
  });

  it('starts a run once nothing prevents it', async () => {
    await page.getByRole('link', { name: 'Train a LoRA on it' }).click();
    await page.getByText('100 to 10,000').waitFor();
    await page.getByText('Ready to start').waitFor();
    expect(await page.getByLabel('Trigger word').inputValue()).toBe('foxes_spring_tok');
    expect(await page.locator('[aria-invalid]').count()).toBe(0);
    await page.getByRole('spinbutton', { name: 'Steps', exact: true }).fill('100');
    await page.getByRole('spinbutton', { name: 'Sample every (steps)' }).fill('50');
    await page.getByLabel('Name of the run').fill('fox v1');
    await page
      .getByText(/letters, digits/)
      .first()
      .waitFor();
    await page.getByLabel('Name of the run').fill('fox_v1');
    await page.getByText('Ready to start').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Open the dataset' }).click();
    await page.getByRole('link', { name: 'Train a LoRA on it' }).click();
    await button('Train foxes-spring_v1').waitFor();
    for (const place of ['datasets/foxes-spring', 'new']) {
      await page.goBack();
      await page.waitForURL(`**/training/${place}*`);
    }
    await button('Train fox_v1').click();
    await page.waitForURL(/training\/runs\/fox_v1/);
  });

  it('follows the run while its dataset stays as it is', async () => {
    toolkit.tick(4);
    toolkit.trainer.stepsPerTick = 60;
    await page.getByRole('progressbar', { name: 'Progress of fox_v1' }).waitFor();
    await page.getByRole('link', { name: 'foxes-spring' }).click();
    await page.getByText(/^fox_v1 uses this dataset/).waitFor();
    expect(await button('Add pictures').count()).toBe(0);
    await page.goBack();
    toolkit.tick(1);
    await page.getByText('60 of 100 steps').waitFor();
    await button('Log').click();
    await page.getByText('60/100').waitFor();
    const other = await page.context().newPage();
    await other.goto('/training/new');
    await other.getByLabel('Name of the run').fill('fox_v9');
    const dataset = await page.context().newPage();
    await dataset.goto('/training/datasets/foxes-spring');
    await dataset.getByText(/^fox_v1 uses this dataset/).waitFor();
    await dataset.evaluate(`document.querySelector('h1').isSame = true`);
    const refuse = (route: Route) => route.fulfill({ status: 400, json: {} });
    await intercept(other, '**/lora-training/datasets?*', refuse);
    const refused = other.waitForResponse('**/lora-training/datasets?*');
    toolkit.tick(1);
    await page.getByText('Trained', { exact: true }).waitFor();
    await refused;
    expect(await other.getByLabel('Name of the run').inputValue()).toBe('fox_v9');
    await dataset.getByRole('button', { name: 'Add pictures' }).waitFor();
    expect(await dataset.evaluate(`document.querySelector('h1').isSame`)).toBe(true);
    for (const one of [other, dataset]) await one.close();
    for (const place of [page.getByRole('status', { name: 'Announcements' }), toast()])
      await place.getByText('fox_v1 is trained').waitFor();
    expect(await toast().getByRole('button', { name: 'Show' }).count()).toBe(1);
    const spoken = page.locator('[role=status], [role=alert], [aria-live]');
    expect(await spoken.filter({ hasText: 'fox_v1 is trained' }).count()).toBe(1);
    await page.getByRole('img', { name: /^Loss from / }).waitFor();
    await page.getByText('Step 100').first().waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('shows samples large, and other steps by the arrow keys', async () => {
    await page
      .getByRole('link', { name: /^Show Step 100/ })
      .first()
      .click();
    await dialog().getByText('Step 100').waitFor();
    await page.keyboard.press('ArrowLeft');
    await dialog().getByText('Step 50').waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
  });

  it('gives a checkpoint to a character', async () => {
    await page.getByRole('button', { name: 'Publish step 100', exact: true }).waitFor();
    await button('Give to a character: step 100').click();
    await dialog()
      .getByRole('button', { name: /^Character:/ })
      .click();
    await page.getByRole('option', { name: 'Reynard' }).click();
    await dialog()
      .getByRole('button', { name: /^Workflow: Z-Image/ })
      .waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Give it to Reynard' }).click();
    await page.getByText('Reynard has the LoRA now').waitFor();
    await page.getByText('shared/fox_v1_100.safetensors').waitFor();
    const { body } = await kinora.get<{ loras: object[] }>('/api/characters/fox');
    expect(body.loras).toMatchObject([{ name: 'shared/fox_v1_100.safetensors', strength: 1 }]);
  });

  it('publishes a checkpoint, and removes a LoRA that a character has after a second question', async () => {
    expect(await page.getByRole('button', { name: 'Publish step 100', exact: true }).count()).toBe(
      0,
    );
    await button('Publish under another name: step 100').click();
    expect(await dialog().getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true);
    await dialog().getByLabel('Name').fill('soft');
    await dialog().getByRole('button', { name: 'Publish' }).click();
    await page.getByText('shared/soft.safetensors').first().waitFor();
    await page.goto('/training?list=loras');
    await page.getByRole('list', { name: 'LoRAs' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await button('Remove shared/fox_v1_100.safetensors').click();
    await dialog().getByRole('button', { name: 'Remove' }).click();
    await dialog().getByRole('button', { name: 'Remove anyway' }).click();
    await page.getByRole('list', { name: 'LoRAs' }).getByText('shared/fox_v1_100').waitFor({
      state: 'hidden',
    });
  });

  it('tries again with the settings of an earlier run, and stops it after asking', async () => {
    await page.goto('/training/runs/fox_v1');
    await page.getByRole('link', { name: 'Train again' }).click();
    await page.getByText('Ready to start').waitFor();
    await button('Train fox_v2').click();
    await button('Stop').click();
    await dialog().getByRole('button', { name: 'Stop' }).click();
    toolkit.tick(2);
    await page.getByText('Stopped', { exact: true }).waitFor();
    await button('Delete run').click();
    await dialog().getByRole('button', { name: 'Delete run' }).click();
    await page.getByRole('link', { name: 'fox_v1' }).waitFor();
    await page.getByRole('link', { name: 'fox_v2' }).waitFor({ state: 'hidden' });
    expect(await violations(page)).toEqual([]);
  });

  it('says of a run and of a dataset that are gone what is missing', async () => {
    await page.goto('/training/runs/ghost');
    await page.getByRole('heading', { name: 'There is no such training run' }).waitFor();
    await page.goto('/training/datasets/ghost');
    await page.getByRole('heading', { name: 'There is no such dataset' }).waitFor();
    await page.getByRole('link', { name: 'Show Training' }).click();
    await page.getByText('Foxes, spring').waitFor();
  });

  it('says how to connect a toolkit, or whom to ask', async () => {
    kinora.configure({ providers: config['providers'] });
    await page.reload();
    await page.getByText('No training toolkit is connected').waitFor();
    await page.getByText('npm run simulator:training').waitFor();
    expect(await violations(page)).toEqual([]);
    kinora.configure(config);
    await button('Check again').click();
    await page.getByText('Foxes, spring').waitFor();
  });

  it('offers a toolkit that was connected a minute ago to whoever selects pictures', async () => {
    kinora.configure({ providers: config['providers'] });
    const gallery = await browser.open('/gallery');
    await gallery.clock.install();
    await gallery.reload();
    const select = async () => {
      await gallery.getByRole('button', { name: 'Select hen.png' }).click();
      await gallery.getByRole('toolbar', { name: 'Selection' }).waitFor();
    };
    const offer = gallery.getByRole('button', { name: 'Add to dataset' });
    await select();
    expect(await offer.count()).toBe(0);
    await gallery.keyboard.press('Escape');
    kinora.configure(config);
    await gallery.clock.setSystemTime(Date.now() + 61_000);
    await select();
    await offer.waitFor();
    await gallery.context().close();
  });
});
