import type { Page } from 'playwright-core';
import { violations } from '../support/axe';
import { eventually } from '../support/eventually';
import { intercept } from '../support/intercept';
import { TestKinora } from '../support/kinora';
import { describeWith } from '../support/required-programs';
import { StudioBrowser } from '../support/studio-browser';

const PROVIDERS = [
  { id: 'simulator', kind: 'simulator', step_ms: 0 },
  { id: 'away', kind: 'comfyui', base_url: 'http://127.0.0.1:9' },
];
const PICTURE = { workflow: 'sd15-t2i', provider: 'simulator', width: 64, height: 64, steps: 1 };

describeWith('chromium', 'accounts in the Studio', () => {
  let kinora: TestKinora;
  let browser: StudioBrowser;
  let admin: Page;
  let member: Page;
  const keys: Record<string, string> = {};

  beforeAll(async () => {
    kinora = await TestKinora.start({ providers: PROVIDERS });
    await kinora.online('simulator');
    browser = await StudioBrowser.launch(kinora.url);
  });

  afterAll(async () => {
    await browser.close();
    await kinora.close();
  });

  afterEach(() => expect(browser.problems()).toEqual([]));

  async function createKey(name: string, isAdmin: boolean): Promise<void> {
    await admin.getByRole('button', { name: 'Create a key' }).click();
    const dialog = admin.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    if (isAdmin) await dialog.getByRole('switch', { name: 'Administrator' }).click({ force: true });
    await dialog.getByRole('button', { name: 'Create key' }).click();
    keys[name] = (await dialog.getByLabel('Key', { exact: true }).textContent()) ?? '';
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'hidden' });
  }

  async function signIn(page: Page, title: string, key = ''): Promise<void> {
    const dialog = page.getByRole('dialog', { name: title, exact: true });
    await dialog.getByLabel('Key', { exact: true }).fill(key);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'hidden' });
  }

  it('creates keys in the settings and shows each once', async () => {
    admin = await browser.open('/settings');
    await createKey('Root', true);
    await createKey('Mia', false);
    expect(Object.values(keys)).toEqual([
      expect.stringMatching(/^kin_/),
      expect.stringMatching(/^kin_/),
    ]);
    await admin.getByRole('button', { name: 'Actions for Mia' }).waitFor();
    expect(await admin.content()).not.toContain(keys['Mia']);
  });

  it('goes on showing the first keys though the next ones can’t be loaded', async () => {
    await intercept(admin, '**/api/agents?*', (route) => {
      const url = route.request().url();
      return url.includes('cursor')
        ? route.fulfill({ status: 400, json: {} })
        : route.continue({ url: url.replace(/limit=\d+/, 'limit=1') });
    });
    await admin.reload();
    await admin.getByRole('button', { name: 'Show more' }).click();
    const retry = admin.getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    await admin.getByRole('button', { name: 'Actions for Mia' }).waitFor();
    await admin.unrouteAll();
    await retry.click();
    await admin.getByRole('button', { name: 'Actions for Root' }).waitFor();
  });

  it('follows on generate a batch whose runs become jobs one after another', async () => {
    const page = await browser.open('/settings');
    const agent = { id: 'capped', name: 'Capped', max_concurrent_jobs: 1 };
    const { key } = (await kinora.post<{ key: string }>('/api/agents', agent)).body;
    await page.goto('/generate?workflow=sd15-t2i');
    await page.evaluate(
      `fetch('/api/session', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"key":"${key}"}' })`,
    );
    await page.reload();
    const prompt = page.getByRole('textbox', { name: 'Prompt', exact: true });
    await prompt.fill('a first mill');
    await page.getByRole('button', { name: /^Generate/ }).click();
    const header = page.locator('header').first();
    await header.getByText('a first mill').waitFor();
    await prompt.fill('three more mills');
    await page.getByRole('spinbutton', { name: 'Count' }).fill('3');
    await page.getByRole('button', { name: /^Generate 3/ }).click();
    await header.getByText('three more mills').waitFor();
    await page.context().close();
  });

  it('shows administrators on generate what they make, not what others do', async () => {
    const agent = { id: 'farmer', name: 'Farmer' };
    const { key } = (await kinora.post<{ key: string }>('/api/agents', agent)).body;
    const prompt = 'a barn of somebody else';
    await kinora.as(key).post('/api/image/generate', { ...PICTURE, provider: 'away', prompt });
    const page = await browser.open('/generate');
    await page.getByRole('link', { name: /^1 waiting/ }).waitFor();
    expect(await page.getByText(prompt).count()).toBe(0);
    await page.context().close();
  });

  it('goes on showing a new key though the list can’t be loaded and somebody goes back', async () => {
    const page = await browser.open('/gallery');
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Create a key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Zoe');
    await intercept(page, '**/api/agents?*', (route) => route.fulfill({ status: 400, json: {} }));
    const refused = page.waitForResponse('**/api/agents?*');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const key = dialog.getByLabel('Key', { exact: true });
    await refused;
    await page.goBack();
    await page.unrouteAll();
    expect(await key.textContent()).toMatch(/^kin_/);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Actions for Zoe' }).waitFor();
    await page.goBack();
    await page.waitForURL('**/gallery');
    await page.context().close();
  });

  it('offers no replacement of the key that the browser uses, which the service refuses', async () => {
    const root = await (await browser.profile()).newPage();
    await root.request.post('/api/session', { data: { key: keys['Root'] } });
    await root.goto('/settings');
    await root.getByRole('button', { name: 'Actions for Root' }).click();
    await root
      .getByRole('menuitem', { name: 'Replace the key' })
      .and(root.locator('[disabled]'))
      .waitFor();
    await root.context().close();
  });

  it('asks for a key above the page when keys become required', async () => {
    kinora.configure({ providers: PROVIDERS, security: { require_api_key: true } });
    await signIn(admin, 'Sign in', keys['Root']);
    await admin.getByRole('button', { name: 'Account: Root' }).waitFor();
    expect(new URL(admin.url()).pathname).toBe('/settings');
  });

  it('tells whoever runs the service how to get a first key', async () => {
    const page = await browser.open('/generate');
    const dialog = page.getByRole('dialog', { name: 'Sign in' });
    await dialog.getByRole('button', { name: 'You run this Kinora and have no key' }).click();
    const command = await dialog.getByLabel('Command that creates a key').innerText();
    expect(command).toBe('npm run keys -- create boss "The boss" --admin');
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });

  it('refuses a wrong key with the reason', async () => {
    member = await browser.open('/generate');
    const dialog = member.getByRole('dialog', { name: 'Sign in' });
    await dialog.getByLabel('Key', { exact: true }).fill('kin_wrong');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.getByText('This API key is not valid.').waitFor();
    await signIn(member, 'Sign in', keys['Mia']);
    await member.getByRole('button', { name: 'Account: Mia' }).waitFor();
  });

  it('shows each account its own pictures, and keys to administrators only', async () => {
    const root = kinora.as(keys['Root'] ?? null);
    const made = await root.post('/api/image/generate', { ...PICTURE, prompt: 'a fox of Root' });
    await root.finished(String(made.body['prompt_id']));
    const gallery = await admin.context().newPage();
    await gallery.goto('/gallery');
    await gallery.getByRole('img', { name: /fox/ }).first().waitFor();
    await gallery.close();
    await member.getByRole('link', { name: 'Gallery' }).first().click();
    await member.getByText('Nothing here yet').waitFor();
    await member.goto('/nodes');
    await member.getByRole('list', { name: 'Nodes' }).waitFor();
    expect(await member.getByRole('button', { name: 'How to add a node' }).count()).toBe(0);
    await member.getByRole('link', { name: 'Settings' }).click();
    await member.getByRole('heading', { name: 'Health' }).waitFor();
    expect(await member.getByRole('heading', { name: 'Keys' }).count()).toBe(0);
  });

  it('saves the words about oneself once the field is left', async () => {
    await member.goto('/settings');
    const about = member.getByRole('textbox', { name: 'About you' });
    await about.fill('Draws foxes.');
    await member.getByRole('link', { name: 'Jobs' }).first().click();
    await member.getByRole('heading', { name: 'Jobs' }).waitFor();
    await member.goBack();
    await eventually(
      async () => (await about.inputValue()) === 'Draws foxes.',
      'the words are back',
    );
  });

  it('offers no change of a character that another key created', async () => {
    const root = kinora.as(keys['Root'] ?? null);
    expect((await root.post('/api/characters', { id: 'mara', name: 'Mara' })).status).toBe(200);
    await member.getByRole('link', { name: 'Characters' }).first().click();
    await member.getByRole('link', { name: 'Mara' }).click();
    await member.getByText('You can use this character, but not change it').waitFor();
    await member.getByRole('link', { name: 'Generate with Mara' }).waitFor();
    for (const name of ['Add pictures', 'Add LoRA', 'Delete character'])
      expect(await member.getByRole('button', { name }).count()).toBe(0);
    await member.getByRole('link', { name: 'Settings' }).click();
  });

  it('shows the sign-in above the page when the key is revoked, and goes on with a new one', async () => {
    await admin.getByRole('button', { name: 'Actions for Mia' }).click();
    await admin.getByRole('menuitem', { name: 'Revoke' }).click();
    await member.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    expect(new URL(member.url()).pathname).toBe('/settings');
    await admin.getByRole('button', { name: 'Actions for Mia' }).click();
    await admin.getByRole('menuitem', { name: 'Enable' }).click();
    await admin.getByText('Mia may work again').waitFor();
    await signIn(member, 'Sign in again', keys['Mia']);
    await member.getByRole('heading', { name: 'Health' }).waitFor();
  });
});
