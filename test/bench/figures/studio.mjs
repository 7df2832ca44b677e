import { createHash } from 'node:crypto';
import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { ask, median } from '../measure.mjs';
import { seedMedia } from '../media-seed.mjs';
import { openDatabase } from '../seed.mjs';

const { onPath } = createRequire(import.meta.url)('../../support/programs.cjs');

const COLD_STARTS = 5;
const SCROLL_MS = 5_000;
const JUMPS = 20;
/** Pixels; thirty times a second, as Chromium draws between two steps: four screens a second. */
const WHEEL_STEP = 120;
const PICTURES = 16;
/** What a page needs after an action to have drawn and fetched what follows from it. Milliseconds. */
const SETTLE_MS = 1_000;

/** Runs in each page: records interactions, and movements that nobody caused. */
const RECORDER = `
  window.interactions = [];
  window.shifts = [];
  const record = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take))
    .observe({ type, buffered: true, durationThreshold: 16 });
  record('event', ({ interactionId, duration }) => interactionId && interactions.push(duration));
  record('layout-shift', ({ hadRecentInput, value }) => hadRecentInput || shifts.push(value));
`;

/** Frames that the page draws in so many milliseconds, per second. */
const FRAMES_PER_SECOND = `(ms) => new Promise((resolve) => {
  const start = performance.now();
  let frames = 0;
  const count = (now) => {
    if (now - start >= ms) return resolve((frames * 1000) / (now - start));
    frames += 1;
    requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
})`;

/** What the Studio costs a browser: its first page, typing on Generate, and a gallery of so many pictures. */
export async function studio(stage, { media }) {
  const executablePath = onPath('chromium');
  if (executablePath === undefined) return [];
  const service = await serviceWithPictures(stage, media);
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    return [
      ...(await firstPage(browser, service)),
      ...(await generate(browser, service)),
      ...(await gallery(browser, service, media)),
    ];
  } finally {
    await browser.close();
  }
}

async function opened(browser, { url }, path) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(RECORDER);
  await page.goto(`${url}${path}`);
  return page;
}

const close = (page) => page.context().close();

async function firstPage(browser, service) {
  const paints = [];
  const scripts = [];
  for (let round = 0; round < COLD_STARTS; round += 1) {
    const page = await opened(browser, service, '/generate');
    await page.getByRole('textbox', { name: 'Prompt', exact: true }).waitFor();
    await sleep(SETTLE_MS);
    const [paint, bytes] = await page.evaluate(`[
      performance.getEntriesByName('first-contentful-paint')[0].startTime,
      performance.getEntriesByType('resource')
        .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    ]`);
    paints.push(paint);
    scripts.push(bytes);
    await close(page);
  }
  return [
    { name: 'Studio: first contentful paint', unit: 'ms', figure: median(paints) },
    { name: 'Studio: scripts that Generate loads', unit: 'kB', figure: median(scripts) / 1000 },
  ];
}

/** Typing and choosing, with the workflow that has the most params. */
async function generate(browser, service) {
  const { id, params } = await largestWorkflow(service);
  const page = await opened(browser, service, `/generate?workflow=${id}`);
  const prompt = page.getByRole('textbox', { name: 'Prompt', exact: true });
  await prompt.fill('');
  await sleep(SETTLE_MS);
  await prompt.pressSequentially('a red fox in the snow, at dusk, by a frozen lake', { delay: 60 });
  await page.getByRole('button', { name: /^Advanced/ }).click();
  for (const slider of (await page.getByRole('slider').all()).slice(0, 6)) {
    await slider.focus();
    for (let press = 0; press < 5; press += 1) await page.keyboard.press('ArrowRight');
  }
  await page.keyboard.press('Control+K');
  await page.keyboard.type('gallery', { delay: 60 });
  await page.keyboard.press('Escape');
  await sleep(SETTLE_MS);
  const interactions = await page.evaluate('interactions');
  const rows = [
    {
      name: `Studio: longest interaction on Generate (${id}, ${params} params)`,
      unit: 'ms',
      figure: Math.max(16, ...interactions),
      aim: { figure: 100 },
    },
    {
      name: 'Studio: layout shifts on Generate',
      unit: '',
      figure: await page.evaluate('shifts.reduce((sum, shift) => sum + shift, 0)'),
      aim: { figure: 0 },
    },
  ];
  await close(page);
  return rows;
}

async function largestWorkflow({ url }) {
  const { json } = await ask(`${url}/api/workflows?limit=200`);
  const sizes = [];
  for (const { id } of json.items.filter(({ runnable_on }) => runnable_on.length > 0)) {
    const workflow = await ask(`${url}/api/workflows/${id}`);
    sizes.push({ id, params: Object.keys(workflow.json.params).length });
  }
  return sizes.toSorted((a, b) => b.params - a.params)[0];
}

async function gallery(browser, service, media) {
  const of = `gallery of ${media.toLocaleString('en')}`;
  const page = await opened(browser, service, '/gallery');
  await page.getByRole('gridcell').first().waitFor();
  await sleep(SETTLE_MS);
  const tasks = { wheel: 0, jumps: 0, search: 0 };
  const frames = {};
  const measured = async (name, act) => {
    await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
    const [rate] = await Promise.all([
      page.evaluate(`(${FRAMES_PER_SECOND})(${SCROLL_MS})`),
      act(),
    ]);
    tasks[name] = longestTask(JSON.parse((await browser.stopTracing()).toString()));
    frames[name] = rate;
  };
  await page.mouse.move(600, 500);
  await measured('wheel', async () => {
    const end = performance.now() + SCROLL_MS;
    while (performance.now() < end) await page.mouse.wheel(0, WHEEL_STEP);
  });
  await measured('jumps', async () => {
    for (let jump = 0; jump < JUMPS; jump += 1) {
      await page.evaluate(`(() => {
        const scrolled = [...document.querySelectorAll('*')].find((element) =>
          element.scrollHeight > 10 * element.clientHeight && getComputedStyle(element).overflowY !== 'visible');
        scrolled.scrollTop = scrolled.scrollHeight * ${((jump * 7) % JUMPS) / JUMPS};
      })()`);
      await sleep(SCROLL_MS / JUMPS);
    }
  });
  await measured('search', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('castle baba', { delay: 120 });
  });
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await close(page);
  return [
    ...['wheel', 'jumps'].map((name) => ({
      name: `Studio: ${of}, ${name}`,
      unit: 'frames/s',
      figure: frames[name],
      aim: { atLeast: 50 },
    })),
    ...Object.entries(tasks).map(([name, ms]) => ({
      name: `Studio: ${of}, ${name}, longest task`,
      unit: 'ms',
      figure: ms,
      aim: { figure: 100 },
    })),
    { name: `Studio: ${of}, live heap after it`, unit: 'MB', figure: usedSize / 1e6 },
  ];
}

/** Of the main thread of any page, in milliseconds, by Chromium's own trace. */
function longestTask({ traceEvents }) {
  const main = traceEvents
    .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
    .map(({ pid, tid }) => `${pid}:${tid}`);
  const durations = traceEvents
    .filter(({ name, pid, tid }) => name.endsWith('RunTask') && main.includes(`${pid}:${tid}`))
    .map(({ dur = 0 }) => dur / 1000);
  return Math.max(0, ...durations);
}

/** A service with its simulator and so many pictures, whose thumbnails are links to a few files. */
async function serviceWithPictures(stage, count) {
  const data = await stage.newData();
  const source = await openDatabase(data.database);
  await seedMedia(source, count);
  const paths = await source.query('SELECT path FROM media_assets');
  await source.destroy();
  await linkThumbnails(join(data.folder, 'media', 'thumbnails'), paths);
  // Indexes the media.
  await (await stage.kinora({ data })).end();
  return stage.kinora({ data });
}

async function linkThumbnails(folder, rows) {
  mkdirSync(folder, { recursive: true });
  const originals = [];
  for (const edge of [256, 512]) {
    for (let number = 0; number < PICTURES; number += 1) {
      const file = join(folder, `${number}.${edge}.webp`);
      writeFileSync(file, await picture(number, edge));
      originals.push({ file, edge });
    }
  }
  for (const [index, { path }] of rows.entries()) {
    const shard = join(folder, createHash('sha256').update(path).digest('hex').slice(0, 2));
    mkdirSync(shard, { recursive: true });
    for (const { file, edge } of originals.filter((_, at) => at % PICTURES === index % PICTURES))
      linkSync(file, join(shard, `${path}.${edge}.webp`));
  }
}

/** Spots of one colour: 46 kB at 512 pixels, as a photograph with many details. */
async function picture(number, edge) {
  const mean = 60 + number * 9;
  const spots = await sharp({
    create: {
      width: edge / 4,
      height: (edge / 16) * 3,
      channels: 3,
      background: { r: mean, g: 255 - mean, b: 128 },
      noise: { type: 'gaussian', mean, sigma: 40 },
    },
  })
    .png()
    .toBuffer();
  return sharp(spots).resize(edge).webp().toBuffer();
}
