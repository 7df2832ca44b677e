import type { Page } from 'playwright-core';
import { SimulatorNode } from '../../src/simulator/simulator-node';
import { intercept } from '../support/intercept';
import { TestKinora } from '../support/kinora';
import { describeWith } from '../support/required-programs';
import { StudioBrowser } from '../support/studio-browser';
import { smallTargets } from '../support/touch-targets';

describeWith('chromium', 'what the Studio tells people to do', () => {
  let node: SimulatorNode;
  let kinora: TestKinora;
  let browser: StudioBrowser;
  let page: Page;

  beforeAll(async () => {
    node = await SimulatorNode.start({
      stepMs: 0,
      models: { checkpoints: ['v1-5-pruned-emaonly-fp16.safetensors'] },
    });
    kinora = await TestKinora.start({
      providers: [{ id: 'node', kind: 'comfyui', name: 'Attic', base_url: node.url }],
    });
    await kinora.online('node');
    browser = await StudioBrowser.launch(kinora.url);
    page = await browser.open('/workflows');
  });
  afterAll(async () => {
    await browser.close();
    await kinora.close();
    await node.stop();
  });
  afterEach(() => expect(browser.problems()).toEqual([]));

  const dialog = () => page.getByRole('dialog', { name: 'Import a workflow' });
  const importFile = async (name: string, mimeType: string, text: string) => {
    await page.getByRole('button', { name: 'Import a workflow' }).click();
    const chooser = page.waitForEvent('filechooser');
    await dialog().getByRole('button', { name: 'Choose a file' }).click();
    await (await chooser).setFiles({ name, mimeType, buffer: Buffer.from(text) });
    await dialog().getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await dialog().getByRole('button', { name: 'Import workflow' }).click();
  };

  it('says in the list of workflows what is missing for one that no node can run', async () => {
    const card = (name: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
    const able = card('Stable Diffusion 1.5: text to image');
    await able.getByText('Ready on Attic').waitFor();
    await able.getByRole('link', { name: /^Use / }).waitFor();
    const unable = card('SDXL: text to image');
    await unable.getByText('Attic lacks 1 model file.').waitFor();
    expect(await unable.getByRole('link', { name: /^Use / }).count()).toBe(0);
    await unable.getByRole('link', { name: /^Show what is missing/ }).click();
    const details = page.getByRole('complementary', { name: 'Workflow' });
    await details.getByText('can’t run it').waitFor();
    await details.getByText('checkpoints/sd_xl_base_1.0.safetensors').first().waitFor();
  });

  it('says in the form of such a workflow what is missing, and leads to more', async () => {
    await page.goto('/generate?workflow=sdxl-t2i');
    const reason = page
      .getByRole('status')
      .filter({ hasText: 'it lacks the model checkpoints/sd_xl_base_1.0.safetensors' });
    await reason.waitFor();
    expect(await reason.innerText()).not.toContain('/api/');
    await page.getByRole('button', { name: /^Node: / }).click();
    await page.getByRole('option', { name: /^Attic.*it lacks/ }).waitFor();
    expect(await page.getByRole('listbox').innerText()).not.toContain('/api/');
    await page.keyboard.press('Escape');
    await reason.getByRole('link', { name: 'Show what is missing' }).click();
    await page
      .getByRole('complementary', { name: 'Workflow' })
      .getByText('checkpoints/sd_xl_base_1.0.safetensors')
      .first()
      .waitFor();
  });

  it('goes on showing the nodes when the workflows can’t be loaded', async () => {
    let asked = 0;
    await intercept(page, /\/api\/workflows(\?|$)/, async (route) => {
      asked += 1;
      await route.fulfill({ status: 403, json: {} });
    });
    await page.goto('/nodes');
    const heading = page.getByRole('heading', { name: 'Attic' });
    await heading.waitFor();
    const shown = await heading.elementHandle();
    await page.evaluate(`(async () => {
      for (let time = 0; time < 5; time += 1) await fetch('/api/health');
    })()`);
    await page.unrouteAll();
    expect(await shown.isVisible()).toBe(true);
    expect(asked).toBeLessThan(5);
  });

  it.each([
    ['/characters/ghost', 'There is no such character', 'Show all characters', '/characters'],
    ['/gallery?collection=ghost', 'There is no such collection', 'Back to the gallery', '/gallery'],
  ])(
    'says of %s in words for people what is missing, and leads on',
    async (to, title, way, next) => {
      await page.goto(to);
      await page.getByRole('heading', { name: title }).waitFor();
      expect(await page.getByRole('main').innerText()).not.toContain('/api/');
      await page
        .getByRole('button', { name: way })
        .or(page.getByRole('link', { name: way }))
        .first()
        .click();
      await page.waitForURL(({ pathname, search }) => pathname === next && search === '');
    },
  );

  it.each([
    ['/jobs?job=ghost', 'There is no such job'],
    ['/workflows?open=ghost', 'There is no such workflow'],
    ['/gallery?view=ghost', 'This picture or clip is gone'],
  ])('says of %s what is missing', async (to, title) => {
    await page.goto(to);
    await page.getByRole('heading', { name: title }).waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  });

  it('says of a file without a graph what to import instead', async () => {
    await page.goto('/workflows');
    await importFile('notes.txt', 'text/plain', 'A film with foxes.');
    await dialog()
      .getByText('notes.txt is neither a graph nor a picture that was made with ComfyUI.')
      .waitFor();
  });

  it('says first what an imported workflow lacks, and leads to its details', async () => {
    const loader = { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'mine.ckpt' } };
    const graph = {
      '1': loader,
      '2': { class_type: 'CLIPTextEncode', inputs: { text: 'a fox', clip: ['1', 1] } },
      '3': { class_type: 'EmptyLatentImage', inputs: { width: 64, height: 64, batch_size: 1 } },
      '4': { class_type: 'VAEDecode', inputs: { samples: ['3', 0], vae: ['1', 2] } },
      '5': { class_type: 'SaveImage', inputs: { filename_prefix: 'x', images: ['4', 0] } },
    };
    await page.goto('/workflows');
    for (const name of ['mine', 'mine-2']) {
      await importFile(`${name}.json`, 'application/json', JSON.stringify(graph));
      await dialog().getByText('no node can run it yet').waitFor();
      const headings = await dialog().getByRole('heading', { level: 3 }).allInnerTexts();
      expect(headings[0]).toBe('Where it runs');
      if (name === 'mine-2') break;
      // What was typed is imported: Esc loses nothing.
      await page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'hidden' });
    }
    await dialog().getByRole('link', { name: 'Show its details' }).click();
    const details = page.getByRole('complementary', { name: 'Workflow' });
    await details.getByText('checkpoints/mine.ckpt').first().waitFor();
    await dialog().waitFor({ state: 'hidden' });
    expect(new URL(page.url()).search).toBe('?open=mine-2');
  });

  it('tells of a part of the service that has changed since', async () => {
    const config = {
      providers: [{ id: 'node', kind: 'comfyui', name: 'Attic', base_url: node.url }],
    };
    await page.goto('/nodes');
    await page.getByRole('list', { name: 'Nodes' }).waitFor();
    kinora.configure({ ...config, limits: { min_free_bytes: Number.MAX_SAFE_INTEGER } });
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByText('uploads are refused and jobs wait').waitFor();
    kinora.configure(config);
    await page.getByRole('link', { name: 'Nodes', exact: true }).click();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByText('All is well').waitFor();
  });

  it('keeps the name of the button that shows how to add a node', async () => {
    await page.goto('/nodes');
    await page.getByRole('list', { name: 'Nodes' }).waitFor();
    const button = page.getByRole('button', { name: 'How to add a node' });
    for (const isOpen of [true, false]) {
      await button.click();
      expect(await button.getAttribute('aria-expanded')).toBe(String(isOpen));
      expect(await page.getByRole('region', { name: 'Connect a ComfyUI server' }).count()).toBe(
        Number(isOpen),
      );
    }
  });

  it('says which file the configuration is, and that the demo reads another one', async () => {
    const text = 'The demo (npm run demo) does not read it';
    await page.getByRole('button', { name: 'How to add a node' }).click();
    await page.getByText(text).waitFor();
    await page.goto('/settings');
    await page.getByText(text).waitFor();
    kinora.configure({ providers: [{ id: 'simulator', kind: 'simulator', step_ms: 0 }] });
    await kinora.online('simulator');
    await page.goto('/generate');
    await page.getByRole('link', { name: 'Connect a ComfyUI node →' }).click();
    await page.getByRole('region', { name: 'Connect a ComfyUI server' }).getByText(text).waitFor();
    await page.getByRole('button', { name: 'Hide this note' }).click();
    await page.getByText('You are on the built-in simulator').waitFor({ state: 'hidden' });
  });

  it('has touch targets of the required size in the note on the simulator on a phone', async () => {
    const phone = await (
      await browser.profile({ theme: 'light', width: 390, height: 844, isPhone: true })
    ).newPage();
    await phone.goto('/nodes');
    await phone.getByRole('link', { name: 'Connect a ComfyUI node →' }).waitFor();
    expect(await smallTargets(phone)).toEqual([]);
    await phone.context().close();
  });

  it('says without any node that nothing can be made, also after the note on the simulator was hidden', async () => {
    kinora.configure({ providers: [] });
    await page.goto('/nodes');
    await page.getByText('No node is connected: nothing can be made yet.').waitFor();
    await page.getByText('No nodes yet').waitFor();
    const howTo = await page
      .getByRole('region', { name: 'Connect a ComfyUI server' })
      .boundingBox();
    expect(howTo!.y).toBeLessThan(450);
  });

  it('offers no dataset and no run without a training toolkit', async () => {
    await page.goto('/training');
    await page.getByRole('heading', { name: 'No training toolkit is connected' }).waitFor();
    expect(await page.getByRole('button', { name: 'New dataset' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Train a LoRA' }).count()).toBe(0);
  });

  it('leads from a workflow that has no node to how to add one', async () => {
    await page.goto('/workflows');
    const card = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'SDXL: text to image' }) });
    await card.getByText('No node makes pictures yet.').waitFor();
    expect(await page.getByRole('link', { name: /^Use / }).count()).toBe(0);
    await card.getByRole('heading').getByRole('link').click();
    const details = page.getByRole('complementary', { name: 'Workflow' });
    await details.getByRole('link', { name: 'How to add a node' }).waitFor();
    expect(await page.getByRole('link', { name: /^Use / }).count()).toBe(0);
    await card.getByRole('link', { name: 'How to add a node for SDXL: text to image' }).click();
    await page.getByRole('region', { name: 'Connect a ComfyUI server' }).waitFor();
  });
});
