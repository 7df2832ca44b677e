/**
 * Takes a picture of every place of the Studio, in both themes, on a desk and on a phone, from sample data.
 * Run by `npm run studio:shots [-- NAMES]`; writes to .kinora/studio-shots.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { at, SCRATCH } from '../tooling/project.mjs';
import { installMovingClock } from './moving-clock.mjs';
import { makeSampleLibrary, SAMPLE_NODES } from './sample-library.mjs';

const FOLDER = join(SCRATCH, 'studio-shots');
const WINDOWS = [
  { name: '1440', viewport: { width: 1440, height: 900 } },
  {
    name: '390',
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    deviceScaleFactor: 2,
  },
];
/** After the last request: pictures fade in and the form asks for its plan. */
const SETTLE_MS = 900;

/** Each place: its address, and what is done there before the picture is taken. */
const PLACES = {
  generate: { path: '/generate' },
  'generate-advanced': { path: '/generate', prepare: (page) => click(page, 'button', /^Advanced/) },
  gallery: { path: '/gallery' },
  'gallery-search': { path: '/gallery?q=mara' },
  'gallery-selected': { path: '/gallery', prepare: selectTwo },
  'gallery-trash': { path: '/gallery?trashed=true' },
  'gallery-empty': { path: '/gallery?q=zzzz' },
  lightbox: { path: ({ pictures }) => `/gallery?view=${pictures[3]}` },
  compare: { path: ({ pictures }) => `/gallery?compare=${pictures[0]},${pictures[1]}` },
  jobs: { path: '/jobs' },
  'job-details': { path: '/jobs?status=completed', prepare: openFirstJob },
  characters: { path: '/characters' },
  character: { path: '/characters/mara' },
  workflows: { path: '/workflows' },
  workflow: { path: '/workflows?open=sdxl-t2i' },
  nodes: { path: '/nodes' },
  settings: { path: '/settings' },
  palette: { path: '/generate', prepare: (page) => page.keyboard.press('Control+K') },
  'not-found': { path: '/no-such-page' },
};

async function selectTwo(page) {
  await page.getByRole('gridcell').first().focus();
  for (const key of ['x', 'ArrowRight', 'ArrowRight', 'x']) await page.keyboard.press(key);
}

async function openFirstJob(page) {
  await page.getByRole('listitem').getByRole('link').first().click();
}

const click = (page, role, name) => page.getByRole(role, { name }).first().click();

export async function takeShots(names) {
  const wanted = Object.entries(PLACES).filter(
    ([name]) => names.length === 0 || names.includes(name),
  );
  const folder = mkdtempSync(join(tmpdir(), 'kinora-shots-'));
  const service = await startService(folder);
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const sample = await makeSampleLibrary(service.url);
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true });
    for (const window of WINDOWS)
      for (const colorScheme of ['dark', 'light']) {
        const context = await browser.newContext({ ...window, colorScheme, baseURL: service.url });
        for (const [name, place] of wanted) {
          const file = join(FOLDER, `${name}-${colorScheme}-${window.name}.png`);
          await takeShot(await context.newPage(), { ...place, sample, file });
        }
        await context.close();
      }
  } finally {
    await browser.close();
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`${wanted.length * 4} pictures in ${FOLDER}`);
}

async function takeShot(page, { path, prepare, sample, file }) {
  const complaints = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  await page.goto(typeof path === 'function' ? path(sample) : path);
  await page.getByRole('main').waitFor();
  await page.waitForTimeout(SETTLE_MS);
  await prepare?.(page).catch((error) => complaints.push(error.message.split('\n')[0]));
  await page.waitForTimeout(SETTLE_MS);
  await page.screenshot({ path: file });
  await page.close();
  for (const complaint of complaints) console.log(`${file}: ${complaint}`);
}

async function startService(folder) {
  installMovingClock(); // before the service reads the time for the first time
  const config = join(folder, 'config.json');
  writeFileSync(config, JSON.stringify({ providers: SAMPLE_NODES }));
  Object.assign(process.env, {
    KINORA_CONFIG: config,
    KINORA_DATA_DIR: join(folder, 'data'),
    KINORA_DATABASE_URL: '',
    KINORA_PORT: '0',
    KINORA_LOG_LEVEL: 'error',
  });
  const { createApp, start } = createRequire(at('dist', 'main.js'))('./app.factory.js');
  return start(await createApp());
}
