import type { Page } from 'playwright-core';
import { violations } from '../support/axe';
import type { TestCaller } from '../support/caller';
import { eventually } from '../support/eventually';
import { holdBack } from '../support/hold-back';
import { intercept, loseAnswer } from '../support/intercept';
import { TestKinora } from '../support/kinora';
import { uniquePng } from '../support/media-samples';
import { describeWith } from '../support/required-programs';
import { StudioBrowser, type StudioWindow } from '../support/studio-browser';
import { smallTargets } from '../support/touch-targets';
import { waitUntil } from '../support/wait-until';
import { accept, refuse, verify, WebhookReceiver } from '../support/webhook-receiver';

const PROVIDERS = [{ id: 'away', kind: 'comfyui', base_url: 'http://127.0.0.1:9' }];
const CONFIG = {
  providers: PROVIDERS,
  webhooks: { allow_private: true, retry_pauses_ms: [20] },
};
const PHONE: StudioWindow = { theme: 'light', width: 390, height: 844, isPhone: true };

type Agent = TestCaller & { readonly key: string };

describeWith('chromium', 'webhooks in the Studio', () => {
  let kinora: TestKinora;
  let browser: StudioBrowser;
  let receiver: WebhookReceiver;
  let ann: Agent;
  let root: Agent;
  let page: Page;

  beforeAll(async () => {
    kinora = await TestKinora.start(CONFIG);
    receiver = await WebhookReceiver.start();
    ann = await kinora.agent('ann');
    root = await kinora.agent('root', { is_admin: true });
    browser = await StudioBrowser.launch(kinora.url);
    page = await openAs(ann, '/nodes');
    await page.getByRole('link', { name: 'Settings' }).click();
  });
  afterAll(async () => {
    await browser.close();
    await kinora.close();
    await receiver.stop();
  });
  afterEach(() => expect(browser.problems()).toEqual([]));
  beforeEach(() => {
    receiver.answer = accept;
  });

  async function openAs(agent: Agent, path: string, window?: StudioWindow): Promise<Page> {
    const opened = await (await browser.profile(window)).newPage();
    await opened.request.post('/api/session', { data: { key: agent.key } });
    await opened.goto(path);
    return opened;
  }
  const create = async (agent: Agent, fields: object = {}): Promise<string> => {
    const body = { url: receiver.url, events: ['media'], ...fields };
    return (await agent.post<{ id: string }>('/api/webhooks', body)).body.id;
  };
  const webhook = async (agent: Agent, id: string) => (await agent.get(`/api/webhooks/${id}`)).body;
  const dialog = () => page.getByRole('dialog');
  const details = () => page.getByRole('complementary', { name: 'Webhook' });
  const action = async (name: string, item: string) => {
    await page
      .getByRole('listitem')
      .getByRole('button', { name: `Actions for ${name}` })
      .click();
    await page.getByRole('menuitem', { name: item }).click();
  };

  it('are made with a secret that is shown once, and tested', async () => {
    await page.getByText('There are no webhooks yet.').waitFor();
    await page.getByRole('button', { name: 'Create a webhook' }).click();
    await dialog().getByLabel('Address').fill(receiver.url);
    await dialog().getByLabel('Description').fill('The chat');
    await dialog().getByLabel('Files of the gallery').check();
    expect(await dialog().getByRole('switch').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Create webhook' }).click();
    const secret = await dialog().getByLabel('Secret', { exact: true }).innerText();
    expect(secret).toMatch(/^whsec_/);
    await page.goBack();
    expect(await violations(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Done' }).click();
    await details().getByRole('button', { name: 'Send a test message' }).click();
    await details().getByText('The test message has arrived.').waitFor();
    const [message] = receiver.messages.splice(0);
    expect(message).toMatchObject({ type: 'test' });
    verify(message!, secret);
    await details().getByRole('listitem').getByText('Delivered').waitFor();
    expect(await page.content()).not.toContain(secret);
    expect(new URL(page.url()).searchParams.get('webhook')).toMatch(/^whk_/);
    expect(await violations(page)).toEqual([]);
  });

  it('say why a message did not arrive, and send it again', async () => {
    receiver.answer = refuse;
    await details().getByRole('button', { name: 'Send a test message' }).click();
    await details()
      .getByText('The test message did not arrive. Your server answered with the error 500.')
      .waitFor();
    const failed = details().getByRole('listitem').filter({ hasText: 'Failed' });
    await failed.getByText('Your server answered with the error 500.').waitFor();
    receiver.answer = accept;
    await failed.getByRole('button', { name: 'Send again: Test message' }).click();
    await page.getByText('The message has arrived.').waitFor();
    const [first, second] = receiver.messages.splice(0);
    expect(second!.id).toBe(first!.id);
    await details().getByRole('radiogroup').getByText('Failed').click();
    await details().getByText('Delivered').first().waitFor({ state: 'hidden' });
    await failed.waitFor();
    expect(await details().getByRole('listitem').count()).toBe(1);
    await details().getByRole('radiogroup').getByText('Waiting').click();
    await details().getByText('No deliveries match.').waitFor();
    await page.getByRole('button', { name: 'Close details' }).click();
    await details().waitFor({ state: 'hidden' });
  });

  it('say at its field what is wrong with an address, and that the service is away', async () => {
    kinora.configure({ providers: PROVIDERS });
    await action('The chat', 'Change address and events');
    await page.context().setOffline(true);
    await dialog().getByRole('button', { name: 'Save changes' }).click();
    await dialog()
      .getByText(/^Kinora can’t be reached/)
      .waitFor({ timeout: 5_000 });
    await page.context().setOffline(false);
    await dialog().getByLabel('Address').fill('http://example.com/');
    await dialog().getByRole('button', { name: 'Save changes' }).click();
    await dialog().getByText('Send an https address').waitFor();
    kinora.configure(CONFIG);
    await dialog().getByLabel('State of jobs').uncheck();
    await dialog().getByLabel('Address').fill(receiver.url);
    await dialog().getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Results of jobs, Files of the gallery', { exact: true }).waitFor();
    const { body } = await ann.get<{ items: object[] }>('/api/webhooks');
    expect(body.items).toEqual([expect.objectContaining({ events: ['output', 'media'] })]);
  });

  it('are made once, and their secret replaced once, when an answer is lost and the button pressed again', async () => {
    await loseAnswer(page, '**/api/webhooks');
    await page.getByRole('button', { name: 'Create a webhook' }).click();
    await dialog().getByLabel('Address').fill(receiver.url);
    await dialog().getByLabel('Description').fill('Once');
    await dialog().getByRole('button', { name: 'Create webhook' }).click();
    await dialog()
      .getByText(/^Kinora can’t be reached/)
      .waitFor();
    await dialog().getByRole('button', { name: 'Create webhook' }).click();
    const first = await dialog().getByLabel('Secret', { exact: true }).innerText();
    await dialog().getByRole('button', { name: 'Done' }).click();
    const { items } = (
      await ann.get<{ items: { id: string; description: string }[] }>('/api/webhooks')
    ).body;
    const [made, ...others] = items.filter(({ description }) => description === 'Once');
    expect(others).toEqual([]);
    await loseAnswer(page, `**/api/webhooks/${made!.id}/rotate`);
    await details().getByRole('button', { name: 'Actions for Once' }).click();
    await page.getByRole('menuitem', { name: 'Replace the secret' }).click();
    await dialog().getByRole('button', { name: 'Replace secret' }).click();
    await page.getByText(/^Kinora can’t be reached/).waitFor();
    await dialog().getByRole('button', { name: 'Replace secret' }).click();
    await page.getByLabel('Secret', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await details().getByRole('button', { name: 'Send a test message' }).click();
    await details().getByText('The test message has arrived.').waitFor();
    // Signed with the secret before the rotation, too.
    verify(receiver.messages.splice(0)[0]!, first);
    await ann.delete(`/api/webhooks/${made!.id}`);
    await page.getByRole('button', { name: 'Close details' }).click();
    await page.unrouteAll();
    await page.reload();
  });

  it('are turned off, and on again by taking that back', async () => {
    await action('The chat', 'Turn off');
    await page.getByText('Off: nothing is sent.').waitFor();
    const message = page.getByRole('status').filter({ hasText: 'The chat is off' });
    await message.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('listitem').getByText('On', { exact: true }).waitFor();
  });

  it('get another secret, which is shown once, too, and stays when the window is resized', async () => {
    await page.getByRole('link', { name: 'The chat' }).click();
    await details().getByRole('button', { name: 'Actions for The chat' }).click();
    await page.getByRole('menuitem', { name: 'Replace the secret' }).click();
    await dialog().getByRole('button', { name: 'Replace secret' }).click();
    const shown = page.getByLabel('Secret', { exact: true });
    const secret = await shown.innerText();
    const { width, height } = page.viewportSize()!;
    await page.setViewportSize({ width: 900, height });
    await details().waitFor({ state: 'detached' });
    expect(await shown.innerText({ timeout: 5_000 })).toBe(secret);
    await page.getByText('also signed with the previous secret').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.setViewportSize({ width, height });
    await details().getByText('Previous secret').waitFor();
    await details().getByRole('button', { name: 'Send a test message' }).click();
    await details().getByText('The test message has arrived.').waitFor();
    verify(receiver.messages.splice(0)[0]!, secret);
  });

  it('say why Kinora has turned them off, and are turned on', async () => {
    receiver.answer = (response) => response.writeHead(410).end();
    await ann.upload('fox.png', await uniquePng());
    const { items } = (await ann.get<{ items: { id: string }[] }>('/api/webhooks')).body;
    const { id } = items[0]!;
    await eventually(async () => (await webhook(ann, id))['disabled_reason'] === 'gone');
    receiver.answer = accept;
    await page.reload();
    const reason = 'Turned off by Kinora. Your server answered 410';
    await page.getByRole('listitem').getByText(reason).waitFor();
    await details().getByText(reason).waitFor();
    await details().getByRole('button', { name: 'Turn on' }).click();
    await details().getByText('On', { exact: true }).waitFor();
    expect(await webhook(ann, id)).toMatchObject({ enabled: true, disabled_reason: null });
  });

  it('are deleted after asking, which closes their details', async () => {
    await action('The chat', 'Delete');
    await dialog().getByRole('button', { name: 'Delete webhook' }).click();
    await details().waitFor({ state: 'hidden' });
    await page.getByText('There are no webhooks yet.').waitFor();
    expect((await ann.get<{ items: [] }>('/api/webhooks')).body.items).toEqual([]);
  });

  it('show an administrator those of all keys, and hear the events of all keys', async () => {
    const others = await create(ann, { description: 'Of Ann' });
    const admin = await openAs(root, '/settings');
    await admin.getByRole('button', { name: 'Create a webhook' }).click();
    await admin.getByRole('dialog').getByLabel('Address').fill(receiver.url);
    await admin.getByRole('switch', { name: 'Events of all keys' }).click({ force: true });
    await admin.getByRole('button', { name: 'Create webhook' }).click();
    await admin.getByRole('button', { name: 'Done' }).click();
    await admin.getByRole('listitem').getByText('Of all keys').waitFor();
    expect(await admin.getByRole('link', { name: 'Of Ann' }).count()).toBe(0);
    const choice = admin.getByRole('radiogroup', { name: 'Whose webhooks' });
    await choice.getByText('Of all keys').click();
    await admin.getByRole('link', { name: 'Of Ann' }).click();
    await admin.getByRole('complementary').getByText('ann', { exact: true }).waitFor();
    await admin.getByRole('complementary').getByRole('button', { name: 'Actions for' }).click();
    await admin.getByRole('menuitem', { name: 'Change address and events' }).click();
    await admin.getByRole('dialog').getByLabel('Address').waitFor();
    expect(await admin.getByRole('dialog').getByRole('switch').count()).toBe(0);
    await admin.context().close();
    expect(await page.getByRole('radiogroup', { name: 'Whose webhooks' }).count()).toBe(0);
    await ann.delete(`/api/webhooks/${others}`);
  });

  it('report an unknown webhook and a list that could not be loaded, which can be loaded again', async () => {
    await page.goto('/settings?webhook=ghost');
    await page.getByRole('heading', { name: 'There is no such webhook' }).waitFor();
    await page.getByRole('button', { name: 'Show all webhooks' }).click();
    await intercept(page, '**/api/webhooks?*', (route) => route.fulfill({ status: 400, json: {} }));
    await page.reload();
    const again = page.getByRole('region', { name: 'Webhooks' }).getByRole('button', {
      name: 'Try again',
    });
    await again.waitFor();
    await page.unrouteAll();
    await again.click();
    await page.getByText('There are no webhooks yet.').waitFor();
  });

  it('move nothing while they load, and stay while the service is away', async () => {
    const id = await create(ann, { description: 'Stays' });
    await ann.post(`/api/webhooks/${id}/test`);
    const another = await openAs(ann, '/nodes');
    const { held, sendOn } = await holdBack(another, '**/api/webhooks?*', 'GET');
    await another.getByRole('link', { name: 'Settings' }).click();
    await waitUntil(() => held.length > 0);
    expect(await another.getByRole('heading', { name: 'About' }).count()).toBe(0);
    await sendOn();
    await another.getByRole('link', { name: 'Stays' }).click();
    const panel = another.getByRole('complementary', { name: 'Webhook' });
    await panel.getByText('Delivered').waitFor();
    await another.context().setOffline(true);
    const failed = another.waitForEvent('requestfailed');
    await panel.getByRole('button', { name: 'Load the deliveries again' }).click();
    await failed;
    expect(await panel.getByText('Delivered').count()).toBe(1);
    await another.context().setOffline(false);
    await another.context().close();
  });

  it('open with the keyboard, and give the focus back', async () => {
    await page.goto('/settings');
    const link = page.getByRole('link', { name: 'Stays' });
    await link.focus();
    await page.keyboard.press('Enter');
    await details().and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await details().waitFor({ state: 'hidden' });
    await link.and(page.locator(':focus')).waitFor();
    await page.getByRole('button', { name: 'Create a webhook' }).focus();
    await page.keyboard.press('Enter');
    await dialog().getByLabel('Address').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await page
      .getByRole('button', { name: 'Create a webhook' })
      .and(page.locator(':focus'))
      .waitFor();
  });

  it('have touch targets of the required size on a phone', async () => {
    const phone = await openAs(ann, '/settings', PHONE);
    await phone.getByRole('link', { name: 'Stays' }).tap();
    const sheet = phone.getByRole('dialog', { name: 'Webhook' });
    await sheet.getByText('Delivered').waitFor();
    expect(await smallTargets(phone)).toEqual([]);
    expect(await violations(phone)).toEqual([]);
    await sheet.getByRole('button', { name: 'Close details' }).tap();
    await sheet.waitFor({ state: 'hidden' });
    await phone.getByRole('button', { name: 'Create a webhook' }).tap();
    await phone.getByRole('dialog').getByLabel('Address').waitFor();
    expect(await smallTargets(phone)).toEqual([]);
    await phone.context().close();
  });
});
