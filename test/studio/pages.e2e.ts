import type { Page, Route } from 'playwright-core';
import { SimulatorNode } from '../../src/simulator/simulator-node';
import { violations } from '../support/axe';
import { eventually } from '../support/eventually';
import { holdBack } from '../support/hold-back';
import { intercept } from '../support/intercept';
import { TestKinora } from '../support/kinora';
import { layoutShifts, recordLayoutShifts, reportSizesLate } from '../support/layout-shifts';
import { describeWith } from '../support/required-programs';
import { Story } from '../support/story';
import { StudioBrowser, type StudioWindow } from '../support/studio-browser';
import { smallTargets } from '../support/touch-targets';

type Role = Parameters<Page['getByRole']>[0];

const PHONE: StudioWindow = { theme: 'light', width: 390, height: 844, isPhone: true };

const WINDOWS: readonly (readonly [string, StudioWindow])[] = [
  ['dark, where sizes are known late', { theme: 'dark' }],
  ['light', { theme: 'light' }],
  ['on a phone', PHONE],
];

/** Addresses, and what is there once the content is loaded. Words in capitals stand for what the test made. */
const PLACES: readonly (readonly [address: string, role: Role, name: string | RegExp])[] = [
  ['/generate', 'textbox', 'Prompt'],
  ['/generate?workflow=wan22-14b-i2v', 'button', /^Workflow: Wan/],
  ['/gallery', 'img', /./],
  ['/gallery?item=PICTURE', 'img', /./],
  ['/gallery?view=PICTURE', 'dialog', ''],
  ['/gallery?view=CLIP', 'dialog', ''],
  ['/gallery?compare=PICTURE,SECOND', 'dialog', ''],
  ['/gallery?q=nothing', 'button', 'Clear words and filters'],
  ['/jobs', 'link', 'a fox'],
  ['/jobs?job=FAILED', 'button', 'Close details'],
  ['/characters', 'link', /Mara/],
  ['/characters/mara', 'link', 'Generate with Mara'],
  ['/projects', 'link', /The last lantern/],
  ['/projects/PROJECT', 'link', /^Scene 1, shot 1/],
  ['/projects/PROJECT?shot=SHOT', 'button', 'Close details'],
  ['/workflows', 'heading', 'Picture from words'],
  ['/workflows?open=sd15-t2i', 'button', 'Close details'],
  ['/nodes', 'heading', /node/],
  ['/settings', 'heading', 'About'],
  ['/settings?webhook=WEBHOOK', 'button', 'Send a test message'],
  ['/nowhere', 'link', 'Go to Generate'],
];

describeWith('chromium', 'the places of the Studio', () => {
  let node: SimulatorNode;
  let kinora: TestKinora;
  let browser: StudioBrowser;
  const made: Record<string, string> = {};

  beforeAll(async () => {
    node = await SimulatorNode.start({ stepMs: 0 });
    kinora = await TestKinora.start({
      providers: [{ id: 'node', kind: 'comfyui', base_url: node.url }],
    });
    await kinora.online('node');
    await fill();
    browser = await StudioBrowser.launch(kinora.url);
  });

  afterAll(async () => {
    await browser.close();
    await kinora.close();
    await node.stop();
  });

  afterEach(() => expect(browser.problems()).toEqual([]));

  /** Two pictures, a clip, a job that failed, a character, a project, a webhook and a link. */
  async function fill(): Promise<void> {
    const small = { provider: 'node', width: 64, height: 64 };
    const make = async (kind: string, body: object) => {
      const answer = await kinora.post(`/api/${kind}/generate`, { ...small, ...body });
      return kinora.finished(String(answer.body['prompt_id']));
    };
    const picture = { workflow: 'sd15-t2i', steps: 1 };
    made['PICTURE'] = (await make('image', { ...picture, prompt: 'a fox' })).outputs[0]!.path;
    made['SECOND'] = (await make('image', { ...picture, prompt: 'a wolf' })).outputs[0]!.path;
    const clip = { workflow: 'wan22-5b-t2v', length: 5, prompt: 'a wave' };
    made['CLIP'] = (await make('video', clip)).outputs[0]!.path;
    node.faults.set({ fail_nodes: [{ node: '*', message: 'a weight is missing' }] });
    made['FAILED'] = (await make('image', { ...picture, prompt: 'a storm' })).prompt_id;
    const mara = {
      id: 'mara',
      name: 'Mara',
      trigger: 'mara',
      source_images: [made['PICTURE']],
      defaults: { negative: 'hat', steps: 20, sampler: 'euler', other: [1] },
    };
    expect((await kinora.post('/api/characters', mara)).status).toBe(200);
    const story = await Story.create(kinora.as(null), { title: 'The last lantern' });
    const scene = await story.scene(1, { title: 'The pier' });
    made['PROJECT'] = story.id;
    made['SHOT'] = await story.shot(scene, { image: made['PICTURE'], video: made['CLIP'] });
    await story.shot(scene, { image_prompt: 'waves', locked: true });
    // Off, so that nothing is sent to it.
    const webhook = { url: 'https://example.com/kinora', events: ['job'], enabled: false };
    made['WEBHOOK'] = String((await kinora.post('/api/webhooks', webhook)).body['id']);
    await kinora.post(`/api/media/${made['PICTURE']}/link`, {});
  }

  async function open(page: Page, to: string, role: Role, name: string | RegExp): Promise<void> {
    const address = to.replace(/[A-Z]{4,}/g, (what) => made[what] ?? what);
    await page.goto(address);
    await page.getByRole('navigation', { name: 'Main' }).first().waitFor();
    await page.getByRole(role, { name }).first().waitFor();
    expect(page.url()).toContain(address.split('?')[0]);
  }

  describe.each(WINDOWS)('%s', (_, window) => {
    let page: Page;
    beforeAll(async () => {
      page = await (await browser.profile(window)).newPage();
      await recordLayoutShifts(page);
      // No text changes because a minute has passed.
      await page.clock.setFixedTime(Date.now());
      if (window.theme === 'dark') await reportSizesLate(page);
    });
    afterAll(() => page.context().close());

    it.each(PLACES)(
      'opens %s by its address: accessible, without layout shifts, with room for fingers',
      async (to, role, name) => {
        await open(page, to, role, name);
        expect(await violations(page)).toEqual([]);
        expect(await layoutShifts(page)).toEqual([]);
        expect(window.isPhone ? await smallTargets(page) : []).toEqual([]);
      },
    );
  });

  describe('by touch', () => {
    let page: Page;
    beforeAll(async () => {
      page = await (await browser.profile(PHONE)).newPage();
    });
    afterAll(() => page.context().close());

    it.each([
      ['/workflows', 'Import a workflow', 'Close'],
      ['/characters', 'New character', 'Close'],
      ['/projects/PROJECT', 'Make takes', 'Close'],
      ['/generate?workflow=sdxl-t2i', 'Advanced', 'Try several values'],
    ])('has room for a finger on %s after %s', async (to, name, shown) => {
      await open(page, to, 'button', name);
      await page.getByRole('button', { name }).first().click();
      await page.getByRole('button', { name: shown }).waitFor();
      expect(await smallTargets(page)).toEqual([]);
    });
  });

  it('has accessible search, shortcuts and forms of new things', async () => {
    const page = await browser.open('/settings', { theme: 'light' });
    const check = async () => {
      await page.getByRole('dialog').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    };
    await page.getByRole('heading', { name: 'About' }).waitFor();
    await page.keyboard.press('Control+k');
    await check();
    for (const [address, button] of [
      ['/settings', 'Show all shortcuts'],
      ['/settings', 'Create a key'],
      ['/settings', 'Create a webhook'],
      ['/workflows', 'Import a workflow'],
      ['/characters', 'New character'],
      ['/projects', 'New project'],
    ] as const) {
      await page.goto(address);
      await page.getByRole('button', { name: button }).first().click();
      await check();
    }
    await page.context().close();
  });

  it('moves no time of the list of jobs when its text changes', async () => {
    const page = await (await browser.profile()).newPage();
    await recordLayoutShifts(page);
    await page.clock.install();
    await open(page, '/jobs', 'link', 'a fox');
    await page.clock.setSystemTime(Date.now() + 60 * 60_000);
    await page.getByText('1 hour ago').first().waitFor();
    expect(await layoutShifts(page)).toEqual([]);
    await page.context().close();
  });

  it('animates nothing where motion is reduced', async () => {
    const page = await browser.open('/settings');
    await page.getByText('Play a sound').waitFor();
    const durations = await page.evaluate<string[]>(`[...document.querySelectorAll('*')]
      .map((element) => getComputedStyle(element))
      .flatMap((style) => [style.transitionDuration, style.animationDuration].join(', ').split(', '))`);
    expect(new Set(durations)).toEqual(new Set(['0s']));
    await page.context().close();
  });

  it('cuts off no label of the form where text is twice as large', async () => {
    const page = await browser.open('/generate?workflow=sdxl-t2i', { width: 1100 });
    await page.getByRole('button', { name: 'Advanced' }).click();
    await page.getByText('Scheduler').waitFor();
    const labels = await page.evaluate<{ text: string; isCut: boolean }[]>(`(() => {
      document.documentElement.style.fontSize = '200%';
      return [...document.querySelectorAll('main label')].map((label) => ({
        text: label.textContent,
        isCut: label.scrollWidth > label.clientWidth,
      }));
    })()`);
    expect(labels).toContainEqual({ text: 'Guidance (CFG)', isCut: false });
    expect(labels.filter(({ isCut }) => isCut)).toEqual([]);
    await page.context().close();
  });

  it('keeps the bar of a clip within a panel', async () => {
    const page = await browser.open(`/projects/${made['PROJECT']}?shot=${made['SHOT']}`);
    const bar = page.getByRole('complementary').getByRole('slider').first().locator('..');
    await bar.waitFor();
    const [inner, outer] = await bar.evaluate<number[], Readonly<Record<string, number>>>(
      ({ scrollWidth, clientWidth }) => [scrollWidth!, clientWidth!],
    );
    expect(inner).toBeLessThanOrEqual(outer!);
    await page.context().close();
  });

  it('makes a clip of a clip in the lightbox by M, and mutes it by Q', async () => {
    const page = await browser.open(`/gallery?view=${made['CLIP']}`);
    const isMuted = () =>
      page
        .locator('dialog video, [role=dialog] video')
        .evaluate<boolean, { muted: boolean }>(({ muted }) => muted);
    await page.getByRole('dialog').getByRole('button', { name: 'More actions' }).waitFor();
    expect(await isMuted()).toBe(true);
    await page.keyboard.press('q');
    expect(await isMuted()).toBe(false);
    await page.keyboard.press('m');
    await page.waitForURL('/generate**');
    await page.getByRole('button', { name: /^Remove: / }).waitFor();
    await page.context().close();
  });

  it('stays where somebody went while a follow-up was prepared', async () => {
    const page = await (await browser.profile()).newPage();
    const held: Route[] = [];
    await page.goto('/generate');
    await page.getByRole('toolbar', { name: 'Actions' }).waitFor();
    await intercept(page, '**/api/workflows/*', (route) => void held.push(route));
    await eventually(async () => {
      // The form takes the focus once it is there.
      await page.keyboard.press('Escape');
      await page.keyboard.press('m');
      return held.length > 0;
    }, 'the workflows are looked at');
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { name: 'About' }).waitFor();
    for (const route of held) await route.continue();
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('link', { name: 'Jobs', exact: true }).click();
    await page.getByRole('link', { name: 'a wolf' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/jobs');
    await page.context().close();
  });

  it('keeps the result that was chosen while another one was deleted', async () => {
    const page = await browser.open('/generate');
    // It takes the focus once it is there, and with it the keys.
    await page.getByRole('textbox', { name: 'Prompt' }).and(page.locator(':focus')).waitFor();
    const tiles = page.locator('main button[aria-current]');
    await tiles.nth(2).waitFor();
    await tiles.nth(1).click();
    await page.getByRole('button', { name: 'Open “a wolf” in the lightbox' }).waitFor();
    const { held, sendOn } = await holdBack(page, '**/api/media/**', 'DELETE');
    await page.keyboard.press('Delete');
    await eventually(async () => held.length > 0, 'the deletion is sent');
    await tiles.nth(0).click();
    await sendOn();
    await page.getByText('The picture is in the trash').waitFor();
    await tiles.nth(2).waitFor({ state: 'detached' });
    expect(await tiles.first().getAttribute('aria-current')).toBe('true');
    await page.getByRole('button', { name: 'Undo' }).click();
    await tiles.nth(2).waitFor();
    await page.context().close();
  });

  it('draws the uploads in view only, however many there are', async () => {
    const page = await (await browser.profile()).newPage();
    await intercept(page, '**/api/media', (route) => route.abort());
    await page.goto('/gallery');
    await page.getByRole('button', { name: 'Upload files' }).waitFor();
    await page.evaluate(`{
      const dataTransfer = new DataTransfer();
      for (let number = 0; number < 500; number += 1)
        dataTransfer.items.add(new File([String(number)], number + '.png', { type: 'image/png' }));
      dispatchEvent(new DragEvent('drop', { dataTransfer }));
    }`);
    const panel = page.getByRole('region', { name: 'Uploads' });
    await panel.getByText('500 files not uploaded').waitFor();
    const rows = panel.getByRole('listitem');
    expect(await rows.count()).toBeLessThan(50);
    await panel.getByText('0.png', { exact: true }).hover();
    await page.mouse.wheel(0, 100_000);
    await rows.filter({ hasText: '499.png' }).waitFor();
    await page.context().close();
  });

  it('moves no workflow when the nodes come after them', async () => {
    const page = await (await browser.profile()).newPage();
    await recordLayoutShifts(page);
    const held: Route[] = [];
    await intercept(page, '**/api/providers?*', (route) => void held.push(route));
    const workflows = page.waitForResponse(/\/api\/workflows(\?|$)/);
    await page.goto('/workflows');
    await (await workflows).finished();
    await page.evaluate(
      'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))',
    );
    for (const route of held) await route.continue();
    await page.unroute('**/api/providers?*');
    await page.getByRole('heading', { name: 'Picture from words' }).waitFor();
    await page.getByRole('listitem').getByText('node').first().waitFor();
    expect(await layoutShifts(page)).toEqual([]);
    await page.context().close();
  });

  it('lays out a large gallery though its worker can’t be loaded', async () => {
    const count = 3_001;
    const page = await (await browser.profile()).newPage();
    await intercept(page, '**/assets/justified-rows.worker*', (route) => route.abort());
    await intercept(page, '**/api/media/layout?*', (route) =>
      route.fulfill({
        json: {
          ratios: Array(count).fill(133),
          days: [{ day: '2026-01-01', count }],
          cursors: Array.from({ length: Math.ceil(count / 200) }, (_, page) =>
            page === 0 ? '' : `page ${page}`,
          ),
          capped: false,
          count,
        },
      }),
    );
    await page.goto('/gallery');
    await page.getByRole('gridcell').first().getByRole('img').waitFor();
    await page.context().close();
  });

  it('shows the other settings though the keys can’t be loaded', async () => {
    const page = await (await browser.profile()).newPage();
    await intercept(page, '**/api/agents?*', (route) => route.fulfill({ status: 503, json: {} }));
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await page.getByRole('heading', { name: 'About' }).waitFor();
    await page.context().close();
  });

  it('reports what the content policy refuses', async () => {
    const page = await browser.open('/settings');
    const refused = page.waitForEvent('console', (message) => message.type() === 'error');
    await page.evaluate(
      `document.head.append(Object.assign(document.createElement('script'), { text: 'document.title = "taken over"' }))`,
    );
    await refused;
    expect(browser.problems()).toEqual([expect.stringContaining('Content Security Policy')]);
    expect(await page.title()).not.toBe('taken over');
    await page.context().close();
  });
});
