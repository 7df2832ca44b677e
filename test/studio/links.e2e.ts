import type { Page } from 'playwright-core';
import { SimulatorNode } from '../../src/simulator/simulator-node';
import { violations } from '../support/axe';
import type { TestCaller } from '../support/caller';
import { intercept } from '../support/intercept';
import { TestKinora } from '../support/kinora';
import { uniquePng } from '../support/media-samples';
import { describeWith } from '../support/required-programs';
import { StudioBrowser, type StudioWindow } from '../support/studio-browser';
import { smallTargets } from '../support/touch-targets';

const PHONE: StudioWindow = { theme: 'light', width: 390, height: 844, isPhone: true };
const DAY_MS = 86_400_000;

type Agent = TestCaller & { readonly key: string };

describeWith('chromium', 'share links in the Studio', () => {
  let node: SimulatorNode;
  let kinora: TestKinora;
  let browser: StudioBrowser;
  let ann: Agent;
  let root: Agent;
  let page: Page;
  let fox: string;

  beforeAll(async () => {
    node = await SimulatorNode.start({ stepMs: 0 });
    kinora = await TestKinora.start({
      providers: [{ id: 'node', kind: 'comfyui', base_url: node.url }],
    });
    await kinora.online('node');
    ann = await kinora.agent('ann');
    root = await kinora.agent('root', { is_admin: true });
    fox = (await ann.upload('fox.png', await uniquePng(64, 48))).body.path;
    await ann.upload('wolf.png', await uniquePng(64, 48));
    browser = await StudioBrowser.launch(kinora.url);
    page = await openAs(ann, '/settings');
  });
  afterAll(async () => {
    await browser.close();
    await kinora.close();
    await node.stop();
  });
  afterEach(() => expect(browser.problems()).toEqual([]));

  async function openAs(agent: Agent, path: string, window?: StudioWindow): Promise<Page> {
    const opened = await (await browser.profile(window)).newPage();
    await opened.request.post('/api/session', { data: { key: agent.key } });
    await opened.goto(path);
    return opened;
  }
  interface Link {
    readonly id: string;
    readonly path: string;
    readonly created_at: string;
    readonly expires_at: string;
  }
  const links = async () => (await ann.get<{ items: Link[] }>('/api/media/links')).body.items;
  const dialog = () => page.getByRole('dialog', { name: 'Share link' });
  const fetched = async (url: string) => (await fetch(url)).status;
  let url: string;

  it('are none at first, and the section says where they are made', async () => {
    await page.getByText('There are no links.').waitFor();
    await page.getByText('Links are made in the menu').waitFor();
  });

  it('are made in the lightbox for as long as chosen, say who can open them, and open the file', async () => {
    await page.goto(`/gallery?view=${fox}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Share link…' }).click();
    await dialog().getByText('Anybody who has the link can open this picture').waitFor();
    await dialog().getByText('3 days').click();
    expect(await violations(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Make link' }).click();
    url = await dialog().getByLabel('Link', { exact: true }).innerText();
    await dialog().getByText('works on this computer only').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await fetched(url)).toBe(200);
    const [link] = await links();
    expect(Date.parse(link!.expires_at) - Date.parse(link!.created_at)).toBe(3 * DAY_MS);
    await dialog().getByRole('button', { name: 'Done' }).click();
    await dialog().waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'More actions' }).and(page.locator(':focus')).waitFor();
  });

  it('are made with the keyboard only', async () => {
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Share link…' }).focus();
    await page.keyboard.press('Enter');
    await dialog().getByRole('button', { name: 'Make link' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await dialog().getByRole('button', { name: 'Copy' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    expect(new URL(page.url()).searchParams.get('view')).toBe(fox);
    const [latest] = await links();
    expect(Date.parse(latest!.expires_at) - Date.parse(latest!.created_at)).toBe(DAY_MS);
    await ann.delete(`/api/media/links/${latest!.id}`);
  });

  it('are made for the one selected item of the gallery', async () => {
    await page.goto('/gallery');
    await page.getByRole('button', { name: 'Select fox.png' }).click();
    const bar = page.getByRole('toolbar', { name: 'Selection' });
    await bar.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Share link…' }).click();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Select wolf.png' }).click();
    await bar.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Select all' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Share link…' }).count()).toBe(0);
  });

  it('are made for the result that was in view, also when another one comes meanwhile', async () => {
    const make = async (prompt: string) => {
      const request = { workflow: 'sd15-t2i', provider: 'node', prompt, steps: 1 };
      const made = await ann.post('/api/image/generate', request);
      await ann.finished(String(made.body['prompt_id']));
    };
    await make('a pond');
    await page.goto('/generate');
    await page.locator('header').getByText('a pond').waitFor();
    await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Share link…' }).click();
    await dialog().waitFor();
    await make('a wood');
    await page.locator('header').getByText('a wood').waitFor();
    await dialog().getByRole('button', { name: 'Make link' }).click();
    await dialog().getByRole('link', { name: 'settings' }).click();
    await page.waitForURL('**/settings#links');
    await page.getByRole('link', { name: 'Open a pond' }).waitFor();
  });

  it('are listed with their file, say that it is in the trash, and are revoked after asking', async () => {
    const list = page.getByRole('region', { name: 'Share links' });
    const row = list.getByRole('listitem').filter({ hasText: 'fox.png' });
    await row.getByText('ends in 3 days').waitFor();
    await row.getByRole('link', { name: 'Open fox.png' }).click();
    await page.getByRole('dialog', { name: 'fox.png' }).waitFor();
    await page.keyboard.press('Escape');
    await ann.delete(`/api/media/${fox}`);
    await row.getByText('Its file is in the trash').waitFor();
    expect(await violations(page)).toEqual([]);
    await ann.post('/api/media/restore', { paths: [fox] });
    await row.getByText('Its file is in the trash').waitFor({ state: 'hidden' });
    await row.getByRole('button', { name: 'Revoke the link to fox.png' }).click();
    const question = page.getByRole('dialog', { name: 'Revoke link' });
    await question.getByRole('button', { name: 'Revoke link' }).click();
    await row.waitFor({ state: 'hidden' });
    expect(await fetched(url)).toBe(404);
    expect(await links()).toHaveLength(1);
  });

  it('are offered for no file in the trash', async () => {
    await ann.delete(`/api/media/${fox}`);
    await page.goto(`/gallery?trashed=true&view=${fox}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Details' }).waitFor();
    for (const name of ['Share link…', 'Use as input', 'Delete'])
      expect(await page.getByRole('menuitem', { name }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'hidden' });
    for (const name of ['Keep', 'Use as input', 'Delete'])
      expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
    await ann.post('/api/media/restore', { paths: [fox] });
  });

  it('say why they can’t be made or listed', async () => {
    await page.goto(`/gallery?view=${fox}`);
    await intercept(page, '**/link', (route) =>
      route.fulfill({
        status: 409,
        json: { code: 'link_cap', detail: 'A key may have 1000 links.' },
      }),
    );
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Share link…' }).click();
    await dialog().getByRole('button', { name: 'Make link' }).click();
    await dialog().getByText('A key may have 1000 links.').waitFor();
    await page.unrouteAll();
    await intercept(page, '**/api/media/links?*', (route) =>
      route.fulfill({ status: 400, json: {} }),
    );
    await page.goto('/settings');
    const list = page.getByRole('region', { name: 'Share links' });
    const again = list.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await page.unrouteAll();
    await again.click();
    await list.getByRole('link', { name: 'Open a pond' }).waitFor();
  });

  it('of all keys are shown to an administrator', async () => {
    const admin = await openAs(root, '/settings');
    await admin.getByText('There are no links.').waitFor();
    const choice = admin.getByRole('radiogroup', { name: 'Whose links' });
    await choice.getByText('Of all keys').click();
    const row = admin.getByRole('listitem').filter({ hasText: 'a pond' });
    await row.getByText(/· ann$/).waitFor();
    const ben = await kinora.agent('ben', {}, root);
    const { path } = (await ben.upload('owl.png', await uniquePng(32, 32))).body;
    await ben.post(`/api/media/${path}/link`);
    await admin.reload();
    await choice.getByText('Of all keys').click();
    const owl = admin.getByRole('listitem').filter({ hasText: 'owl.png' });
    await owl.getByText(/· ben$/).waitFor();
    const isReplaced = owl.getByText('whoever made it no longer has access');
    expect(await isReplaced.count()).toBe(0);
    await admin.getByRole('button', { name: 'Actions for ben' }).click();
    await admin.getByRole('menuitem', { name: 'Replace the key' }).click();
    await admin.getByRole('button', { name: 'Replace key' }).click();
    await isReplaced.waitFor();
    await admin.context().close();
    expect(await page.getByRole('radiogroup', { name: 'Whose links' }).count()).toBe(0);
  });

  it('say of a file of another key which can’t be read any more that it is gone or not accessible', async () => {
    const eve = await kinora.agent('eve', { is_admin: true }, root);
    const { items } = (await ann.get<{ items: { path: string }[] }>('/api/media')).body;
    await eve.post(`/api/media/${items[0]!.path}/link`);
    await root.patch('/api/agents/eve', { is_admin: false });
    const shown = await openAs(eve, '/settings');
    const row = shown.getByRole('listitem').filter({ hasText: 'A file' });
    await row.getByText('Its file is gone, or you no longer have access to it.').waitFor();
    await shown.context().close();
  });

  it('have touch targets of the required size on a phone', async () => {
    const phone = await openAs(ann, '/settings', PHONE);
    await phone.getByRole('link', { name: 'Open a pond' }).waitFor();
    expect(await smallTargets(phone)).toEqual([]);
    expect(await violations(phone)).toEqual([]);
    await phone.goto(`/gallery?view=${fox}`);
    await phone.getByRole('button', { name: 'More actions' }).tap();
    await phone.getByRole('menuitem', { name: 'Share link…' }).tap();
    const sheet = phone.getByRole('dialog', { name: 'Share link' });
    await sheet.getByRole('button', { name: 'Make link' }).waitFor();
    expect(await smallTargets(phone)).toEqual([]);
    await sheet.getByRole('button', { name: 'Make link' }).tap();
    await sheet.getByLabel('Link', { exact: true }).waitFor();
    expect(await smallTargets(phone)).toEqual([]);
    expect(await violations(phone)).toEqual([]);
    await phone.context().close();
  });
});
