import type { Dialog, Page } from 'playwright-core';
import { violations } from '../support/axe';
import { eventually } from '../support/eventually';
import { holdBack } from '../support/hold-back';
import { intercept } from '../support/intercept';
import { TestKinora } from '../support/kinora';
import { uniquePng } from '../support/media-samples';
import { describeWith } from '../support/required-programs';
import type { ScriptedNode } from '../support/scripted-node';
import { SPEECH_KEYS, speechConfig, startSpeechServer } from '../support/speech-server';
import { StudioBrowser } from '../support/studio-browser';
import { waitUntil } from '../support/wait-until';

describeWith('chromium', 'characters in the Studio', () => {
  const providers = [{ id: 'simulator', kind: 'simulator', step_ms: 0 }];
  let speech: ScriptedNode;
  let kinora: TestKinora;
  let browser: StudioBrowser;
  let page: Page;

  beforeAll(async () => {
    speech = await startSpeechServer();
    kinora = await TestKinora.start({ providers });
    await kinora.online();
    browser = await StudioBrowser.launch(kinora.url);
    page = await browser.open('/characters');
  });
  afterAll(async () => {
    await browser.close();
    await kinora.close();
    await speech.stop();
  });
  afterEach(() => expect(browser.problems()).toEqual([]));

  it('makes a character and a picture with it', async () => {
    await page.goto('/characters');
    const empty = page.getByText('No characters yet').locator('..');
    await empty.getByRole('button', { name: 'New character' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Mara');
    await page.getByRole('button', { name: 'Create Mara' }).click();
    const trigger = page.getByRole('textbox', { name: 'Trigger' });
    await trigger.fill('mara, red coat');
    const patched = page.waitForResponse((response) => response.request().method() === 'PATCH');
    const { held, sendOn } = await holdBack(page, '**/api/characters/mara', 'PATCH');
    await trigger.press('Enter');
    await eventually(async () => held.length > 0, 'the trigger is on its way');
    await trigger.pressSequentially(', hat');
    await sendOn();
    await (await patched).finished();
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    // What was typed before the answer came is still there.
    await trigger.and(page.locator('[value="mara, red coat, hat"]')).waitFor();
    await trigger.press('Enter');
    await eventually(
      async () =>
        (await kinora.get('/api/characters/mara')).body['trigger'] === 'mara, red coat, hat',
      'all that was typed is saved',
    );
    await page.getByRole('link', { name: 'Generate with Mara' }).click();
    await page.getByRole('button', { name: 'Mara in this picture' }).waitFor();
    await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('on a ferry');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: 'Open “on a ferry” in the lightbox' }).waitFor();
    const made = await kinora.get<{ items: object[] }>('/api/media?character=mara');
    expect(made.body.items).toHaveLength(1);
  });

  it('gives a character a voice from the list, plays it, and lets people type one where there is no list', async () => {
    await kinora.post('/api/characters', { id: 'tom', name: 'Tom' });
    await page.goto('/characters/tom');
    const typed = page.getByRole('textbox', { name: 'Voice id' });
    await typed.fill('whatever');
    await typed.press('Enter');
    await page.getByRole('textbox', { name: 'Speech provider' }).waitFor();
    await typed.fill('');
    await typed.press('Enter');
    const removed = page.getByRole('status').filter({ hasText: 'Voice removed' });
    await removed.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('textbox', { name: 'Speech provider' }).waitFor();
    kinora.setVariables(SPEECH_KEYS);
    kinora.configure({ providers, speech: speechConfig(speech.url) });
    await page.reload();
    await page.getByRole('button', { name: 'Voice: whatever' }).click();
    await page.getByRole('option', { name: /^Mara.*elevenlabs/ }).click();
    await page.getByRole('button', { name: 'Voice: Mara' }).waitFor();
    expect(await typed.count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    const saved = async () => (await kinora.get('/api/characters/tom')).body['voice'];
    await eventually(async () => (await saved()) !== null, 'the voice is saved');
    expect(await saved()).toMatchObject({ provider: 'elevenlabs', voice_id: 'mara', name: 'Mara' });
    const spoken = page.waitForResponse('**/api/voices/speak');
    await page.getByRole('button', { name: 'Listen to the voice' }).click();
    expect((await spoken).status()).toBe(201);
  });

  it('says of a field that saves itself why it is not saved', async () => {
    await kinora.post('/api/characters', { id: 'ida', name: 'Ida' });
    await page.goto('/characters/ida');
    const trigger = page.getByRole('textbox', { name: 'Trigger' });
    await intercept(page, '**/api/characters/ida', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    await trigger.fill('ida, blue hat');
    await trigger.press('Enter');
    await page
      .getByRole('alert')
      .getByText(/^Not saved: /)
      .waitFor();
    await page.unroute('**/api/characters/ida');
    await trigger.press('Enter');
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    expect((await kinora.get('/api/characters/ida')).body['trigger']).toBe('ida, blue hat');
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('');
    await name.press('Enter');
    await page.getByRole('alert').getByText('Not saved: This can’t be empty.').waitFor();
    await name.press('Escape');
  });

  it('saves what is typed into a field that goes, and asks before the page goes', async () => {
    const stored = async () => (await kinora.get('/api/characters/ida')).body['trigger'];
    await page.goto('/characters');
    await page.getByRole('link', { name: /^Ida/ }).click();
    const trigger = page.getByRole('textbox', { name: 'Trigger' });
    await trigger.fill('ida, green hat');
    await page.goBack();
    await eventually(async () => (await stored()) === 'ida, green hat', 'it is saved');
    await page.goForward();
    await trigger.press('End');
    await trigger.press('!');
    const asked = page.waitForEvent('dialog');
    await page.evaluate('void setTimeout(() => location.reload())');
    await (await asked).dismiss();
    await trigger.and(page.locator('[value="ida, green hat!"]')).press('Enter');
    await eventually(async () => (await stored()) === 'ida, green hat!', 'it is saved, too');
  });

  it('shows a choice at once, and the stored one again if it is refused', async () => {
    await page.goto('/characters/ida');
    const depicts = page.getByLabel('What it depicts');
    const { held } = await holdBack(page, '**/api/characters/ida', 'PATCH');
    await depicts.selectOption('location');
    await waitUntil(() => held.length > 0);
    expect(await depicts.inputValue()).toBe('location');
    await held[0]!.abort();
    await eventually(async () => (await depicts.inputValue()) === 'character', 'it is shown again');
    await page.unroute('**/api/characters/ida');
  });

  it('shows the strength of a LoRA that somebody else changes', async () => {
    const lora = { workflow: '*', name: 'style_ink.safetensors', strength: 0.5 };
    await kinora.as(null).patch('/api/characters/ida', { loras: [lora] });
    await page.goto('/characters/ida');
    const strength = page.getByRole('textbox', { name: /^Strength: / });
    await strength.and(page.locator('[value="0.5"]')).waitFor();
    await kinora.as(null).patch('/api/characters/ida', { loras: [{ ...lora, strength: 0.75 }] });
    await strength.and(page.locator('[value="0.75"]')).waitFor();
    await strength.fill('0.9');
    await strength.press('Enter');
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    expect((await kinora.get('/api/characters/ida')).body['loras']).toMatchObject([
      { strength: 0.9 },
    ]);
  });

  it('asks once before what can’t be saved is lost, and not before the lightbox opens', async () => {
    const loras = ['ink', 'oil'].map((name) => ({ workflow: '*', name: `${name}.safetensors` }));
    await kinora.post('/api/characters', { id: 'una', name: 'Una', loras });
    const { body } = await kinora.as(null).upload('una.png', await uniquePng(64, 48));
    await kinora.as(null).patch(`/api/media/${body.path}/metadata`, { character_ids: ['una'] });
    await page.goto('/characters/una');
    const strengths = page.getByRole('textbox', { name: /^Strength: / });
    for (const index of [0, 1]) await strengths.nth(index).fill('');
    const answers = ['dismiss', 'accept', 'accept'] as const;
    let asked = 0;
    const answer = (dialog: Dialog) => dialog[answers[asked++]!]();
    page.on('dialog', answer);
    await page.getByRole('link', { name: 'una.png' }).click();
    const lightbox = page.getByRole('dialog', { name: 'una.png' });
    await lightbox.waitFor();
    await page.keyboard.press('Escape');
    await lightbox.waitFor({ state: 'hidden' });
    expect(asked).toBe(0);
    const all = page.getByRole('main').getByRole('link', { name: 'Characters', exact: true });
    await all.click();
    await waitUntil(() => asked === 1);
    expect(await strengths.count()).toBe(2);
    await all.click();
    await page.getByRole('button', { name: 'New character' }).waitFor();
    expect(asked).toBe(2);
    page.off('dialog', answer);
  });

  it('closes a form by Esc or a click beside it only while nothing is typed', async () => {
    await page.goto('/characters');
    const form = page.getByRole('dialog', { name: 'New character' });
    await page.getByRole('button', { name: 'New character' }).click();
    await form.waitFor();
    await page.mouse.click(5, 500);
    await form.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'New character' }).click();
    await form.waitFor();
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'New character' }).click();
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('R'.repeat(200));
    await form.getByRole('textbox', { name: 'Name', exact: true }).press('a');
    expect(await form.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe(
      'R'.repeat(200),
    );
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Rosa');
    await page.mouse.click(5, 500);
    await page.keyboard.press('Escape');
    expect(await form.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe(
      'Rosa',
    );
    await form.getByRole('button', { name: 'Close' }).click();
    await form.waitFor({ state: 'hidden' });
  });

  it('keeps the choice of pictures by Esc and by a click beside it', async () => {
    await kinora.as(null).upload('fox.png', await uniquePng(64, 48));
    await kinora.post('/api/characters', { id: 'eve', name: 'Eve' });
    await page.goto('/characters/eve');
    await page.getByRole('button', { name: 'Add pictures' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'fox.png' }).click();
    await page.mouse.click(5, 500);
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Add 1 picture' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await eventually(async () => {
      const { body } = await kinora.get('/api/characters/eve');
      return (body['source_images'] as string[]).length === 1;
    }, 'the picture is added');
  });

  it('plays no voice once its page is left', async () => {
    await page.goto('/characters/tom');
    await page.evaluate(`window.played = 0;
      HTMLMediaElement.prototype.play = () => Promise.resolve(void (window.played += 1));`);
    const listen = async () => {
      const { held, sendOn } = await holdBack(page, '**/api/voices/speak', 'POST');
      await page.getByRole('button', { name: 'Listen to the voice' }).click();
      await eventually(async () => held.length > 0, 'the voice is asked for');
      return sendOn;
    };
    const sendOn = await listen();
    await page.getByRole('link', { name: 'Characters' }).first().click();
    await page.getByRole('button', { name: 'New character' }).waitFor();
    const answered = page.waitForResponse('**/api/voices/speak');
    await sendOn();
    await (await answered).finished();
    await page.getByRole('link', { name: /^Tom/ }).click();
    await (
      await listen()
    )();
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    expect(await page.evaluate('window.played')).toBe(1);
  });

  it('takes away two references that are clicked one right after the other', async () => {
    const source_images: string[] = [];
    for (const name of ['fox.png', 'wolf.png', 'pond.png'])
      source_images.push((await kinora.as(null).upload(name, await uniquePng(64, 48))).body.path);
    await kinora.post('/api/characters', { id: 'pack', name: 'Pack', source_images });
    await page.goto('/characters/pack');
    const remove = page.getByRole('button', { name: 'Remove from the references' });
    await remove.nth(2).waitFor();
    const { held, sendOn } = await holdBack(page, '**/api/characters/pack', 'PATCH');
    await remove.nth(0).click();
    await eventually(async () => held.length > 0, 'the first is on its way');
    await remove.nth(1).click();
    await sendOn();
    await remove.nth(1).waitFor({ state: 'detached' });
    await remove.nth(0).waitFor();
    const { body } = await kinora.get('/api/characters/pack');
    expect(body).toMatchObject({ source_images: source_images.slice(2) });
  });

  it('puts back what was taken away, at its place', async () => {
    const upload = async () =>
      (await kinora.as(null).upload('face.png', await uniquePng(64, 48))).body.path;
    const before = {
      source_images: [await upload(), await upload()],
      loras: ['ink', 'oil'].map((name) => ({ workflow: '*', name: `${name}.safetensors` })),
      voice: { provider: 'elevenlabs', voice_id: 'mara', settings: { stability: 0.3 } },
    };
    await kinora.post('/api/characters', { id: 'nora', name: 'Nora', ...before });
    await page.goto('/characters/nora');
    const stored = async () => (await kinora.get('/api/characters/nora')).body;
    for (const [name, shown] of [
      ['Remove from the references', 'Reference picture removed'],
      ['Remove ink.safetensors', 'ink.safetensors removed'],
      ['Remove the voice', 'Voice removed'],
    ] as const) {
      await page.getByRole('button', { name }).first().click();
      const message = page.getByRole('status').filter({ hasText: shown });
      await message.waitFor();
      expect(await stored()).not.toMatchObject(before);
      const patched = page.waitForResponse((response) => response.request().method() === 'PATCH');
      await message.getByRole('button', { name: 'Undo' }).click();
      await (await patched).finished();
      expect(await stored()).toMatchObject(before);
    }
  });

  it('says so when somebody else deletes the character that is shown', async () => {
    await kinora.post('/api/characters', { id: 'otto', name: 'Otto' });
    await page.goto('/characters/otto');
    const trigger = page.getByRole('textbox', { name: 'Trigger' });
    await trigger.waitFor();
    await kinora.delete('/api/characters/otto');
    await page.getByText('There is no such character').waitFor();
    expect(await trigger.count()).toBe(0);
  });

  it('calls characters by their names in the details of several pictures', async () => {
    for (const name of ['cove.png', 'reef.png']) {
      const { body } = await kinora.as(null).upload(name, await uniquePng(64, 48));
      await kinora.as(null).patch(`/api/media/${body.path}/metadata`, { character_ids: ['ida'] });
    }
    await page.goto('/gallery?character=ida');
    await page.getByRole('gridcell').nth(1).waitFor();
    await page.keyboard.press('Control+a');
    const details = page.getByRole('complementary', { name: 'Details' });
    await details.getByText('Ida', { exact: true }).waitFor();
  });

  it('tells characters of the same name apart by their ids', async () => {
    await kinora.post('/api/characters', { id: 'mara-2', name: 'Mara' });
    await page.goto('/characters');
    await page.getByRole('link', { name: /^Mara mara-2/ }).waitFor();
    await page.getByRole('link', { name: /^Mara mara / }).waitFor();
    await page.goto('/generate');
    await page.getByRole('button', { name: 'Add a character to the cast' }).click();
    await page.getByRole('option', { name: 'Mara mara-2' }).click();
    await page.getByRole('button', { name: 'Mara (mara-2) in this picture' }).waitFor();
  });
});
