import type { Page, Route } from 'playwright-core';
import { violations } from '../support/axe';
import { holdBack } from '../support/hold-back';
import { intercept } from '../support/intercept';
import { TestKinora } from '../support/kinora';
import { describeWith } from '../support/required-programs';
import { StudioBrowser } from '../support/studio-browser';
import type { Tree } from '../support/story';
import { waitUntil } from '../support/wait-until';

describeWith('chromium', 'the cast of a project in the Studio', () => {
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
    await remove('the voice').click();
    await undo('Voice removed');
    await remove('the voice').waitFor();
    const { held, sendOn } = await holdBack(page, '**/api/projects/*', 'GET');
    // Both are pressed before the first is answered.
    for (const name of ['ben', 'ann']) await undo(`${name} removed from the cast`);
    await waitUntil(() => held.length > 0);
    await sendOn();
    for (const name of ['ann', 'ben']) await remove(name).waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await stored()).toMatchObject(before);
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
});
