import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { SimulatorNode } from '../../src/simulator/simulator-node';
import { violations } from '../support/axe';
import { eventually } from '../support/eventually';
import { intercept, loseAnswer } from '../support/intercept';
import { TestKinora } from '../support/kinora';
import { tone } from '../support/media-samples';
import { describeWith } from '../support/required-programs';
import { ScriptedNode, sendJson } from '../support/scripted-node';
import { SPEECH_KEYS, speechConfig } from '../support/speech-server';
import { StudioBrowser } from '../support/studio-browser';
import type { Tree } from '../support/story';

describeWith('chromium', 'projects in the Studio', () => {
  let node: SimulatorNode;
  let providers: readonly object[];
  let kinora: TestKinora;
  let browser: StudioBrowser;
  let page: Page;

  beforeAll(async () => {
    node = await SimulatorNode.start({ stepMs: 0 });
    providers = [{ id: 'node', kind: 'comfyui', base_url: node.url }];
    kinora = await TestKinora.start({ providers });
    await kinora.online('node');
    browser = await StudioBrowser.launch(kinora.url);
    page = await browser.open('/projects');
  });
  afterAll(async () => {
    await browser.close();
    await kinora.close();
    await node.stop();
  });
  afterEach(() => expect(browser.problems()).toEqual([]));

  const dialog = () => page.getByRole('dialog');
  const panel = () => page.getByRole('complementary', { name: 'Scene 1, shot 1' });
  const take = (name: string) => panel().getByRole('listitem').filter({ hasText: name });
  const undo = (hasText: string) =>
    page.getByRole('status').filter({ hasText }).getByRole('button', { name: 'Undo' }).click();
  const tree = async () => {
    const id = new URL(page.url()).pathname.split('/').at(-1);
    return (await kinora.get<Tree>(`/api/projects/${id}`)).body;
  };
  const shot = async () => (await tree()).scenes[0]!.shots[0]!;
  const shotPath = async () => {
    const { id, scene_id, project_id } = await shot();
    return `/api/projects/${String(project_id)}/scenes/${String(scene_id)}/shots/${id}`;
  };

  const haveInPagesOfOne = (address: RegExp) =>
    intercept(page, address, (route) =>
      route.continue({
        url: route
          .request()
          .url()
          .replace(/limit=\d+/, 'limit=1'),
      }),
    );

  /** Presses a second time after the first answer was lost. */
  async function pressTwice(address: string, press: () => Promise<void>): Promise<void> {
    await loseAnswer(page, address);
    await press();
    await dialog()
      .getByText(/^Kinora can’t be reached/)
      .waitFor();
    await press();
  }

  it('begins a story with one project, scene and shot, though their answers are lost', async () => {
    const empty = page.getByText('No projects yet').locator('..');
    await empty.getByRole('button', { name: 'New project' }).click();
    await dialog().getByLabel('Title').fill('The last lantern');
    const create = dialog().getByRole('button', { name: 'Create The last lantern' });
    await pressTwice('**/api/projects', () => create.click());
    await page.waitForURL(/projects\/prj_/);
    const noScenes = page.getByText('No scenes yet').locator('..');
    await noScenes.getByRole('button', { name: 'Add a scene' }).click();
    await dialog().getByLabel('Title').fill('The pier');
    await dialog().getByText('Exterior').click();
    expect(await violations(page)).toEqual([]);
    const add = dialog().getByRole('button', { name: 'Add scene' });
    await pressTwice('**/scenes', () => add.click());
    await page.getByRole('heading', { name: 'Scene 1 The pier' }).waitFor();
    await page.getByRole('button', { name: 'Add a shot to Scene 1' }).click();
    await dialog().getByLabel('Length in seconds').fill('1');
    const prompt = dialog().getByLabel('What the picture shows');
    await prompt.fill('a lantern on a wet pier');
    expect(await violations(page)).toEqual([]);
    await pressTwice('**/shots', () => prompt.press('Control+Enter'));
    await page.getByRole('link', { name: /^Scene 1, shot 1 .*a lantern on a wet pier/ }).waitFor();
    const { body } = await kinora.get<{ items: object[] }>('/api/projects');
    const { scenes } = await tree();
    expect([body.items, scenes, scenes[0]!.shots].map(({ length }) => length)).toEqual([1, 1, 1]);
  });

  it('makes takes, and shows how far each is', async () => {
    node.faults.set({ steps_allowed: 1 });
    await page.getByRole('link', { name: /^Scene 1, shot 1/ }).click();
    await panel().getByRole('button', { name: 'Make a picture' }).click();
    await take('Take 1').getByRole('progressbar', { name: 'Being made' }).waitFor();
    await page.getByText('A take is being made').first().waitFor();
    node.faults.reset();
    await take('Take 1').getByText('Chosen').waitFor();
    await page.getByText('Picture chosen').first().waitFor();
  });

  it('makes one take when the answer is lost and the button pressed again', async () => {
    await loseAnswer(page, '**/image');
    const make = panel().getByRole('button', { name: 'Make another picture' });
    await make.click();
    await panel()
      .getByRole('alert')
      .getByText(/^Kinora can’t be reached/)
      .waitFor();
    await make.click();
    await page.getByRole('status').getByText('had arrived after all').waitFor();
    await take('Take 2').getByText('Chosen').waitFor();
    expect((await kinora.get<{ items: [] }>(`${await shotPath()}/takes`)).body.items).toHaveLength(
      2,
    );
    expect(await violations(page)).toEqual([]);
  });

  it('chooses another take', async () => {
    const before = await shot();
    await take('Take 1').getByRole('button', { name: 'Choose take 1' }).click();
    await take('Take 1').getByText('Chosen').waitFor();
    const after = await shot();
    expect(after['image']).not.toBe(before['image']);
    expect(after['status']).toBe('image_ready');
    await take('Take 2').getByRole('link', { name: 'Show take 2 in the lightbox' }).click();
    await dialog().waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
  });

  it('says why a take failed', async () => {
    node.faults.set({ fail_nodes: [{ node: '*', message: 'a weight is missing', times: 1 }] });
    await panel().getByRole('button', { name: 'Make another picture' }).click();
    await take('Take 3')
      .getByText(/^Failed: .*weight/)
      .waitFor();
    node.faults.reset();
    await take('Take 1').getByText('Chosen').waitFor();
  });

  it('numbers the takes of a long list, which comes in pages', async () => {
    await haveInPagesOfOne(/\/takes\?/);
    await page.reload();
    for (const name of ['Take 1', 'Take 2', 'Take 3']) await take(name).waitFor();
    expect(await panel().getByRole('listitem').filter({ hasText: 'Take' }).count()).toBe(3);
    await page.unroute(/\/takes\?/);
  });

  it('knows the characters of a long list, which comes in pages', async () => {
    for (const id of ['mara', 'tom']) await kinora.post('/api/characters', { id, name: id });
    await kinora.as(null).patch(await shotPath(), { characters: ['mara', 'tom'] });
    await haveInPagesOfOne(/\/characters\?/);
    await page.reload();
    await panel().getByText('Story').click();
    for (const name of ['mara', 'tom'])
      await panel()
        .getByRole('button', { name: `Remove ${name} from the cast` })
        .waitFor();
    await page.unroute(/\/characters\?/);
    await panel().getByText('Takes', { exact: true }).click();
  });

  it('edits a shot in place, and loses nothing that somebody else changes meanwhile', async () => {
    await panel().getByText('Story').click();
    await panel().getByLabel('Camera').fill('wide');
    await panel().getByLabel('Camera').press('Enter');
    await eventually(async () => (await shot())['camera'] === 'wide');
    const motion = panel().getByLabel('What moves');
    await motion.fill('waves');
    await kinora.as(null).patch(await shotPath(), { motion_prompt: 'the flame flickers' });
    await panel().getByRole('alert').getByText('the flame flickers').waitFor();
    await panel().getByLabel('Camera').focus();
    expect(await violations(page)).toEqual([]);
    await panel().getByRole('button', { name: 'Keep mine: What moves' }).click();
    await panel().getByRole('alert').waitFor({ state: 'hidden' });
    await eventually(async () => (await shot())['motion_prompt'] === 'waves');
    await motion.fill('nothing');
    await motion.press('Escape');
    expect(await motion.inputValue()).toBe('waves');
    await panel().getByRole('button', { name: 'Lock', exact: true }).click();
    await panel().getByText('Locked: it stays as it is').waitFor();
    await motion.waitFor({ state: 'hidden' });
    await panel().getByRole('button', { name: 'Unlock' }).click();
    await panel().getByText('Takes', { exact: true }).click();
  });

  it('keeps the lines of a shot, and tells what is missing to speak them', async () => {
    await panel().getByText('Speech', { exact: true }).click();
    const line = panel().getByLabel('Line 1', { exact: true });
    const add = panel().getByRole('button', { name: 'Add a line' });
    const story = () => panel().getByText('Story', { exact: true }).click();
    await add.click();
    await line.fill('x'.repeat(4097));
    const asked = page.waitForEvent('dialog');
    await Promise.all([story(), asked.then((dialog) => dialog.dismiss())]);
    await line.fill('Who lit it?');
    await add.click();
    await story();
    await eventually(async () => (await lines()).length === 1);
    await panel().getByText('Speech', { exact: true }).click();
    await panel().getByRole('button', { name: 'Speak the lines' }).click();
    await panel().getByRole('alert').getByText('A speaker has no voice yet').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await lines()).toMatchObject([{ speaker: 'narrator', text: 'Who lit it?' }]);
  });
  const lines = async () => (await shot())['lines'] as object[];

  it('says why the lines could not be spoken', async () => {
    const speech = await ScriptedNode.start((_request, response) => sendJson(response, {}, 500));
    try {
      kinora.setVariables(SPEECH_KEYS);
      kinora.configure({ providers, speech: speechConfig(speech.url) });
      const voice = { provider: 'openai', voice_id: 'mara' };
      const { project_id } = await shot();
      await kinora.as(null).patch(`/api/projects/${String(project_id)}`, { narrator_voice: voice });
      await panel().getByText('Narrator: mara').waitFor();
      await panel().getByRole('button', { name: 'Speak the lines' }).click();
      await panel()
        .getByText(/^The lines could not be spoken the last time\. .*status 500/)
        .waitFor();
    } finally {
      kinora.configure({ providers });
      await speech.stop();
    }
  });

  it('has room for what its buttons say', async () => {
    const { body } = await kinora.as(null).upload('line.wav', tone(0.2));
    await kinora.as(null).patch(await shotPath(), { speech: body.path });
    await panel().getByRole('button', { name: 'Use no recording' }).waitFor();
    const cut = await page.evaluate(`[...document.querySelectorAll('aside .mantine-Button-label')]
      .filter((label) => label.scrollWidth > label.clientWidth)
      .map((label) => label.textContent)`);
    expect(cut).toEqual([]);
    await panel().getByRole('button', { name: 'Use no recording' }).click();
    await undo('The shot has no recording now');
    await panel().getByRole('button', { name: 'Use no recording' }).click();
    await panel().getByRole('button', { name: 'Remove line 1' }).click();
    await panel().getByRole('button', { name: 'Save the lines' }).click();
    await panel().getByText('Nobody speaks in this shot.').waitFor();
    await panel().getByText('Takes', { exact: true }).click();
  });

  it('rejects a take with a reason, and takes that back', async () => {
    await panel().getByRole('button', { name: 'Reject take 2' }).click();
    await panel().getByLabel('Reason for the verdict on take 2').fill('The lamp is out.');
    await page.keyboard.press('Enter');
    await take('Take 2').getByText('The lamp is out.').waitFor();
    await panel().getByRole('button', { name: 'Reject take 2 no longer' }).click();
    await take('Take 2').getByText('The lamp is out.').waitFor({ state: 'hidden' });
  });

  it('makes takes of many shots, and shows before what it would make', async () => {
    await page.getByLabel('Select scene 1, shot 1').check();
    await page.getByRole('button', { name: 'Make takes of 1 shot' }).click();
    await dialog().getByText('Without one').click();
    await dialog().getByText('There is nothing to make.').waitFor();
    await dialog().getByText('All', { exact: true }).click();
    node.faults.set({ steps_allowed: 1 });
    const scene = page.getByRole('heading', { name: 'Scene 1 The pier' });
    const place = await scene.boundingBox();
    await dialog().getByRole('button', { name: 'Make 1 picture' }).click();
    await page.getByText('1 take requested').waitFor();
    await page.getByRole('heading', { name: 'Takes that are being made' }).waitFor();
    expect(await scene.boundingBox()).toEqual(place);
    node.faults.reset();
    await take('Take 4').getByText('Chosen').waitFor();
    await page.getByRole('button', { name: 'Preview' }).click();
    await dialog().getByText('1 of 1').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
  });

  it('closes the shot by Esc and goes back to its tile', async () => {
    await panel().getByRole('button', { name: 'Close details' }).focus();
    await page.keyboard.press('Escape');
    await panel().waitFor({ state: 'hidden' });
    await page
      .getByRole('link', { name: /^Scene 1, shot 1/ })
      .and(page.locator(':focus'))
      .waitFor();
  });

  it('says of a project that is gone what is missing', async () => {
    const address = page.url();
    await page.goto('/projects/prj_ghost');
    await page.getByRole('heading', { name: 'There is no such project' }).waitFor();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Projects');
    await page.getByRole('link', { name: 'Show all projects' }).click();
    await page.getByText('1 scene · 1 shot · 0:01').waitFor();
    await page.goto(address);
  });

  it('says when the films, or what can make takes, could not be loaded', async () => {
    const address = page.url();
    const refuse = (url: RegExp) =>
      intercept(page, url, (route) =>
        route.fulfill({ status: 400, json: { code: 'bad_request', detail: 'Not today.' } }),
      );
    await refuse(/\/renders\?/);
    await refuse(/\/api\/workflows\?/);
    await page.reload();
    await page.getByRole('heading', { name: 'Not today.' }).waitFor();
    await page.getByRole('link', { name: /^Scene 1, shot 1/ }).click();
    await panel().getByRole('alert').getByText('Not today.').waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Not today.' }).waitFor({ state: 'hidden' });
    await page.goto(address);
  });

  describeWith('ffmpeg', 'the film', () => {
    it('is cancelled by one request, however often people click', async () => {
      // It waits, so that there is time to click.
      kinora.configure({ providers, limits: { min_free_bytes: 2 ** 50 } });
      const requests: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/cancel')) requests.push(request.url());
      });
      await page.getByRole('button', { name: 'Make the film' }).click();
      await dialog().getByRole('button', { name: 'Make the film' }).click();
      await dialog().waitFor({ state: 'hidden' });
      const film = page.getByRole('region', { name: 'Film', exact: true });
      await film.getByRole('button', { name: 'Cancel' }).dblclick();
      await film.getByText('Cancelled').waitFor();
      expect(requests).toHaveLength(1);
      kinora.configure({ providers });
    });

    it('is made, and downloaded under the title of the project', async () => {
      await page.getByRole('button', { name: 'Make the film again' }).click();
      await dialog().getByText('480p').click();
      await dialog().getByText('0:01 · 854 × 480').waitFor();
      expect(await violations(page)).toEqual([]);
      await dialog().getByRole('button', { name: 'Make the film' }).click();
      await dialog().waitFor({ state: 'hidden' });
      const film = page.getByRole('region', { name: 'Film', exact: true });
      const download = page.waitForEvent('download');
      await film.getByRole('button', { name: 'Download the film' }).click();
      const file = await download;
      expect(file.suggestedFilename()).toBe('The last lantern.mp4');
      expect((await readFile(await file.path())).subarray(4, 8).toString()).toBe('ftyp');
      await page.getByText('Film ready').waitFor();
      await film.getByRole('link', { name: 'Watch the film' }).click();
      await page.getByRole('dialog').locator('video').waitFor();
      await page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'hidden' });
    });

    it('names the shot that prevents it', async () => {
      const { scene_id, project_id } = await shot();
      await kinora.post(`/api/projects/${String(project_id)}/scenes/${String(scene_id)}/shots`, {
        image_prompt: 'waves',
      });
      await page.getByRole('link', { name: /^Scene 1, shot 2 .*waves/ }).waitFor();
      await page.getByRole('button', { name: 'Make the film again' }).click();
      await dialog().getByText('Nothing is chosen. Make a picture or a clip').waitFor();
      const submit = dialog().getByRole('button', { name: 'Make the film' });
      expect(await submit.isDisabled()).toBe(true);
      await dialog().getByRole('link', { name: 'Scene 1, shot 2' }).click();
      await dialog().waitFor({ state: 'hidden' });
      await page.getByRole('complementary', { name: 'Scene 1, shot 2' }).waitFor();
    });
  });

  it('says so when somebody else deletes the project that is shown', async () => {
    const { body } = await kinora.post<{ id: string }>('/api/projects', { title: 'Elsewhere' });
    const address = page.url();
    await page.goto(`/projects/${body.id}`);
    await page.getByText('No scenes yet').waitFor();
    await eventually(() => Promise.resolve(browser.pagesReading('/api/events').length > 0));
    await kinora.as(null).delete(`/api/projects/${body.id}`);
    await page.getByRole('heading', { name: 'There is no such project' }).waitFor();
    await page.goto(address);
  });

  it('deletes a project after asking', async () => {
    await page.getByRole('button', { name: 'More for this project' }).click();
    await page.getByRole('menuitem', { name: 'Delete project' }).click();
    await dialog().getByRole('button', { name: 'Delete project' }).click();
    await page.getByText('No projects yet').waitFor();
  });
});
