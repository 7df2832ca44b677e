import type { APIResponse, Page, Route } from 'playwright-core';
import { violations } from '../support/axe';
import { eventually } from '../support/eventually';
import { holdBack } from '../support/hold-back';
import { intercept } from '../support/intercept';
import { TestKinora } from '../support/kinora';
import { describeWith } from '../support/required-programs';
import { StudioBrowser } from '../support/studio-browser';
import { Story, type Tree } from '../support/story';
import { waitUntil } from '../support/wait-until';

describeWith('chromium', 'changes of a project in the Studio', () => {
  let kinora: TestKinora;
  let browser: StudioBrowser;
  let page: Page;

  beforeAll(async () => {
    kinora = await TestKinora.start();
    browser = await StudioBrowser.launch(kinora.url);
    page = await browser.open('/projects');
  });
  afterAll(async () => {
    await browser.close();
    await kinora.close();
  });
  afterEach(() => expect(browser.problems()).toEqual([]));

  const undo = (hasText: string) =>
    page.getByRole('status').filter({ hasText }).getByRole('button', { name: 'Undo' }).click();

  it('puts back who was taken out of the cast, and the voice of the narrator', async () => {
    const voice = { provider: 'elevenlabs', voice_id: 'mara', settings: {} };
    const before = { characters: ['ann', 'ben', 'cat'], narrator_voice: voice };
    for (const id of before.characters) await kinora.post('/api/characters', { id, name: id });
    const { body } = await kinora.post<Tree>('/api/projects', { title: 'A story', ...before });
    const stored = async () => (await kinora.get<Tree>(`/api/projects/${body.id}`)).body;
    await page.goto(`/projects/${body.id}?about=true`);
    const remove = (name: string) => page.getByRole('button', { name: `Remove ${name}` });
    let first: Route | undefined;
    await intercept(page, '**/api/projects/*', (route) =>
      first === undefined && route.request().method() === 'PATCH'
        ? void (first = route)
        : route.continue(),
    );
    // The second is pressed before the first is answered.
    await remove('ann').click();
    await waitUntil(() => first !== undefined);
    await remove('ben').click();
    await first!.continue();
    for (const name of ['ann', 'ben']) await remove(name).waitFor({ state: 'hidden' });
    await page.unroute('**/api/projects/*');
    expect(await stored()).toMatchObject({ characters: ['cat'] });
    const voiceId = page.getByRole('textbox', { name: 'Voice id of the narrator' });
    await voiceId.fill('');
    await voiceId.press('Enter');
    await undo('Voice removed');
    await page.getByRole('textbox', { name: 'Speech provider' }).waitFor();
    const { held, sendOn } = await holdBack(page, '**/api/projects/*', 'GET');
    // Both are pressed before the first is answered.
    for (const name of ['ben', 'ann']) await undo(`${name} removed from the cast`);
    await waitUntil(() => held.length > 0);
    await sendOn();
    for (const name of ['ann', 'ben']) await remove(name).waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await stored()).toMatchObject(before);
  });

  it('shows a choice at once, and keeps one that follows before it is stored', async () => {
    const { body } = await kinora.post<Tree>('/api/projects', { title: 'A plan' });
    await page.goto(`/projects/${body.id}?about=true`);
    const status = page.getByLabel('Where the work is');
    const { held, sendOn } = await holdBack(page, '**/api/projects/*', 'PATCH');
    for (const value of ['planning', 'ready']) {
      await status.selectOption(value);
      expect(await status.inputValue()).toBe(value);
    }
    await waitUntil(() => held.length > 0);
    expect(await status.inputValue()).toBe('ready');
    await sendOn();
    const stored = async () => (await kinora.get(`/api/projects/${body.id}`)).body['status'];
    await eventually(async () => (await stored()) === 'ready');
    expect(await status.inputValue()).toBe('ready');
  });

  it('keeps both fields of a voice that are typed one right after the other', async () => {
    const narrator_voice = { provider: 'elevenlabs', voice_id: 'mara' };
    const { body } = await kinora.post<Tree>('/api/projects', { title: 'Told', narrator_voice });
    await page.goto(`/projects/${body.id}?about=true`);
    const name = page.getByRole('textbox', { name: 'Voice name' });
    const provider = page.getByRole('textbox', { name: 'Speech provider' });
    const { held, sendOn } = await holdBack(page, '**/api/projects/*', 'PATCH');
    await name.fill('Mara');
    await name.press('Enter');
    await waitUntil(() => held.length > 0);
    await provider.fill('openai');
    await provider.press('Enter');
    await sendOn();
    const stored = async () => {
      const { body: now } = await kinora.get(`/api/projects/${body.id}`);
      return now['narrator_voice'] as Record<string, unknown>;
    };
    await eventually(async () => (await stored())['provider'] === 'openai');
    expect(await stored()).toMatchObject({ voice_id: 'mara', name: 'Mara' });
  });

  it('names nobody of a cast by an id while the names load', async () => {
    await kinora.post('/api/characters', { id: 'mara', name: 'Mara', kind: 'human' });
    const fields = { title: 'With a cast', characters: ['mara'] };
    const { body } = await kinora.post<{ id: string }>('/api/projects', fields);
    const another = await (await browser.profile()).newPage();
    const { held, sendOn } = await holdBack(another, '**/api/characters?*', 'GET');
    await another.goto(`/projects/${body.id}?about=true`);
    await another.getByRole('button', { name: /^Add to the cast/ }).waitFor();
    await waitUntil(() => held.length > 0);
    expect(await another.getByRole('button', { name: /^Remove .* from the cast/ }).count()).toBe(0);
    await sendOn();
    await another.getByRole('button', { name: 'Remove Mara from the cast' }).waitFor();
    await another.context().close();
    await kinora.as(null).delete(`/api/projects/${body.id}`);
  });

  describe('the order of scenes and shots', () => {
    const LANTERN = 'a lantern';
    let story: Story;

    beforeAll(async () => {
      story = await Story.create(kinora.as(null), { title: 'The last lantern' });
      const pier = await story.scene(1, { title: 'The pier' });
      await story.scene(2, { title: 'The sea' });
      for (const image_prompt of [LANTERN, 'gulls']) await story.shot(pier, { image_prompt });
      await page.goto(`/projects/${story.id}`);
    });

    const order = async (): Promise<string> =>
      (await story.tree()).scenes
        .map(({ shots }) => shots.map((one) => one['image_prompt']).join(', '))
        .join(' | ');
    const becomes = (text: string) => eventually(async () => (await order()) === text);
    const shot = (name: string) => page.getByRole('link', { name: new RegExp(name) });
    const isShownIn = (scene: number, name: string) => shot(`^Scene ${scene}, .*${name}`).waitFor();
    const pressUndo = () => page.getByRole('button', { name: 'Undo' }).click();

    it('changes it by keys, by dragging and in a menu, and takes it back', async () => {
      await shot(`^Scene 1, shot 1 .*${LANTERN}`).focus();
      await page.keyboard.press('Shift+ArrowRight');
      await page.getByText('Now scene 1, shot 2').waitFor();
      await becomes(`gulls, ${LANTERN} | `);
      await pressUndo();
      await becomes(`${LANTERN}, gulls | `);
      await shot('gulls').dragTo(page.getByRole('button', { name: 'Add a shot to Scene 2' }));
      await becomes(`${LANTERN} | gulls`);
      await isShownIn(2, 'gulls');
      await page.getByRole('button', { name: 'More for Scene 2' }).click();
      await page.getByRole('menuitem', { name: 'Move up' }).click();
      await becomes(`gulls | ${LANTERN}`);
      await isShownIn(1, 'gulls');
      await pressUndo();
      await becomes(`${LANTERN} | gulls`);
      await isShownIn(2, 'gulls');
    });

    it('puts a shot where it is dropped, also before the page has drawn the place', async () => {
      await page.evaluate(`(() => {
        const drag = (kind, target) => {
          const dataTransfer = new DataTransfer();
          target.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer }));
        };
        const [pier, sea] = document.querySelectorAll('[data-scene-id]');
        drag('dragstart', sea.querySelector('[data-shot-id]'));
        return new Promise((done) => requestAnimationFrame(() => {
          drag('dragover', sea);
          drag('dragover', pier);
          drag('drop', pier);
          done();
        }));
      })()`);
      await becomes(`${LANTERN}, gulls | `);
      await isShownIn(1, 'gulls');
    });

    it('shows the new order while it is sent, whatever older answers arrive', async () => {
      await isShownIn(1, LANTERN);
      const orders = await holdBack(page, '**/shots/order', 'PUT');
      let older: [Route, APIResponse] | undefined;
      await intercept(page, `**${story.path}`, async (route) => {
        if (older) return route.continue();
        older = [route, await route.fetch()];
      });
      // An event has the page read the project.
      const { status } = await kinora
        .as(null)
        .patch(story.path, { description: 'A light goes out.' });
      expect(status).toBe(200);
      await waitUntil(() => older !== undefined);
      await shot(`^Scene 1, shot 1 .*${LANTERN}`).focus();
      await page.keyboard.press('Shift+ArrowRight');
      await shot(`^Scene 1, shot 2 .*${LANTERN}`).waitFor();
      await waitUntil(() => orders.held.length > 0);
      const [route, response] = older!;
      const answered = page.waitForResponse(`**${story.path}`);
      await route.fulfill({ response });
      await (await answered).finished();
      await page.evaluate('new Promise((done) => requestAnimationFrame(done))');
      expect(await shot(`^Scene 1, shot 2 .*${LANTERN}`).count()).toBe(1);
      // The next change waits for the answer to this one.
      await page.keyboard.press('Shift+ArrowLeft');
      await shot(`^Scene 1, shot 1 .*${LANTERN}`).waitFor();
      await page.evaluate('new Promise((done) => requestAnimationFrame(done))');
      expect(orders.held.length).toBe(1);
      await orders.sendOn();
      await becomes(`${LANTERN}, gulls | `);
      await page.unroute(`**${story.path}`);
    });

    it('edits and deletes a scene', async () => {
      const { id } = (await story.tree()).scenes[1]!;
      await shot('gulls').dragTo(page.getByRole('button', { name: 'Add a shot to Scene 2' }));
      await isShownIn(2, 'gulls');
      await page.getByRole('button', { name: 'More for Scene 2' }).click();
      await page.getByRole('menuitem', { name: 'Edit Scene 2' }).click();
      const weather = page.getByRole('complementary', { name: 'Scene 2' }).getByLabel('Weather');
      await weather.fill('fog');
      await weather.press('Enter');
      await eventually(
        async () => (await kinora.get(`${story.path}/scenes/${id}`)).body['weather'] === 'fog',
      );
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'More for Scene 2' }).click();
      await page.getByRole('menuitem', { name: 'Delete scene' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Delete scene' }).click();
      await shot('gulls').waitFor({ state: 'hidden' });
      expect(await order()).toBe(LANTERN);
    });
  });
});
