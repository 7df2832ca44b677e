/**
 * Takes a screenshot of every view of the Studio, in both themes and at desktop and phone size, with sample data.
 * Run by `npm run studio:shots [-- --only NAMES]`; writes to .kinora/studio-shots.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { at, SCRATCH, UserError } from '../tooling/project.mjs';
import { installMovingClock } from './moving-clock.mjs';
import { makeSampleLibrary, SAMPLE_NODES } from './sample-library.mjs';

const FOLDER = join(SCRATCH, 'studio-shots');
const DEVICES = [
  { name: '1440', viewport: { width: 1440, height: 900 } },
  {
    name: '390',
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    deviceScaleFactor: 2,
  },
];
const COLOR_SCHEMES = ['dark', 'light'];
/** The wait before a screenshot, in which images fade in and the form loads its plan. */
const SETTLE_MS = 900;

/** Each view: its path, and what to do on the page before the screenshot. */
const VIEWS = {
  generate: { path: '/generate' },
  'generate-advanced': { path: '/generate', prepare: (page) => click(page, 'button', /^Advanced/) },
  gallery: { path: '/gallery' },
  'gallery-search': { path: '/gallery?q=mara' },
  'gallery-selected': { path: '/gallery', prepare: selectTwo },
  'gallery-add-to-dataset': { path: '/gallery', prepare: addTwoToDataset },
  'gallery-trash': { path: '/gallery?trashed=true' },
  'gallery-empty': { path: '/gallery?q=zzzz' },
  lightbox: { path: ({ pictures }) => `/gallery?view=${pictures[3]}` },
  'share-link': {
    path: ({ pictures }) => `/gallery?view=${pictures[3]}`,
    prepare: (page) => shareLink(page),
  },
  'shared-link': {
    path: ({ pictures }) => `/gallery?view=${pictures[3]}`,
    prepare: async (page) => {
      await shareLink(page);
      await click(page, 'button', 'Make link');
    },
  },
  compare: { path: ({ pictures }) => `/gallery?compare=${pictures[0]},${pictures[1]}` },
  jobs: { path: '/jobs' },
  'job-details': { path: '/jobs?status=completed', prepare: openFirstJob },
  characters: { path: '/characters' },
  character: { path: '/characters/mara' },
  projects: { path: '/projects' },
  project: { path: ({ project }) => `/projects/${project}` },
  shot: { path: ({ project, shot }) => `/projects/${project}?shot=${shot}` },
  'project-about': { path: ({ project }) => `/projects/${project}?about=true` },
  'project-scene': { path: ({ project, scene }) => `/projects/${project}?scene=${scene}` },
  'shot-story': { path: ({ project, shot }) => `/projects/${project}?shot=${shot}&part=story` },
  'shot-speech': { path: ({ project, shot }) => `/projects/${project}?shot=${shot}&part=speech` },
  'project-selected': { path: ({ project }) => `/projects/${project}`, prepare: selectShot },
  'project-takes': {
    path: ({ project }) => `/projects/${project}`,
    prepare: (page) => click(page, 'button', 'Make takes'),
  },
  'project-preview': {
    path: ({ project }) => `/projects/${project}`,
    prepare: (page) => click(page, 'button', 'Preview'),
  },
  'project-film': {
    path: ({ project }) => `/projects/${project}`,
    prepare: (page) => click(page, 'button', /^Make the film/),
  },
  training: { path: '/training' },
  'training-datasets': { path: '/training?list=datasets' },
  'training-loras': { path: '/training?list=loras' },
  dataset: { path: '/training/datasets/mara' },
  'dataset-item': {
    path: ({ pictures }) => `/training/datasets/mara?item=${encodeURIComponent(pictures[1])}`,
  },
  'new-run': { path: '/training/new?dataset=mara' },
  run: { path: '/training/runs/mara_v1' },
  'running-run': { path: '/training/runs/mara_v2' },
  sample: { path: '/training/runs/mara_v1', prepare: openNewestSample },
  workflows: { path: '/workflows' },
  workflow: { path: '/workflows?open=sdxl-t2i' },
  nodes: { path: '/nodes' },
  settings: { path: '/settings' },
  'settings-webhooks': {
    path: '/settings',
    prepare: (page) => page.getByRole('region', { name: 'Webhooks' }).scrollIntoViewIfNeeded(),
  },
  'settings-links': {
    path: '/settings',
    prepare: (page) => page.getByRole('region', { name: 'Share links' }).scrollIntoViewIfNeeded(),
  },
  'new-webhook': {
    path: '/settings',
    prepare: (page) => click(page, 'button', 'Create a webhook'),
  },
  webhook: { path: ({ webhook }) => `/settings?webhook=${webhook}` },
  'webhook-off': { path: ({ webhookOff }) => `/settings?webhook=${webhookOff}` },
  palette: { path: '/generate', prepare: (page) => page.keyboard.press('Control+K') },
  'not-found': { path: '/no-such-page' },
};

async function selectTwo(page) {
  await page.getByRole('gridcell').first().focus();
  for (const key of ['x', 'ArrowRight', 'ArrowRight', 'x']) await page.keyboard.press(key);
}

async function addTwoToDataset(page) {
  await selectTwo(page);
  const action = page.getByRole('button', { name: 'Add to dataset' });
  if (await action.isVisible()) return action.click();
  await page.getByRole('button', { name: 'More', exact: true }).last().click();
  await page.getByRole('menuitem', { name: 'Add to dataset' }).click();
}

async function selectShot(page) {
  await page.getByLabel('Select scene 1, shot 2').check();
}

async function openFirstJob(page) {
  await page.getByRole('listitem').getByRole('link').first().click();
}

async function openNewestSample(page) {
  await page
    .getByRole('link', { name: /^Show Step/ })
    .first()
    .click();
}

async function shareLink(page) {
  await click(page, 'button', 'More actions');
  await click(page, 'menuitem', 'Share link…');
}

const click = (page, role, name) => page.getByRole(role, { name }).first().click();

/** The views that `--only` names; all without it. */
function viewsNamedBy(args) {
  const { only } = parseArgs({ args, options: { only: { type: 'string' } } }).values;
  const names = only?.split(',') ?? Object.keys(VIEWS);
  const unknown = names.filter((name) => !Object.hasOwn(VIEWS, name));
  if (unknown.length > 0) {
    const known = Object.keys(VIEWS).join(', ');
    throw new UserError(`There is no view ${unknown.join(', ')}. There are: ${known}.`);
  }
  return Object.entries(VIEWS).filter(([name]) => names.includes(name));
}

export async function takeShots(args) {
  const views = viewsNamedBy(args);
  const folder = mkdtempSync(join(tmpdir(), 'kinora-shots-'));
  const { startToolkit } = createRequire(at('dist', 'main.js'))(
    './simulator/public/toolkit/running-toolkit.js',
  );
  const toolkit = await startToolkit({
    root: join(folder, 'training'),
    port: 0,
    stepsPerSecond: 5,
    timeLapse: 4,
  });
  const service = await startService(folder, toolkit.url);
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const sample = await makeSampleLibrary(service.url);
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true });
    for (const device of DEVICES)
      for (const colorScheme of COLOR_SCHEMES) {
        const context = await browser.newContext({ ...device, colorScheme, baseURL: service.url });
        for (const [name, view] of views) {
          const file = join(FOLDER, `${name}-${colorScheme}-${device.name}.png`);
          await takeShot(await context.newPage(), { ...view, sample, file });
        }
        await context.close();
      }
  } finally {
    await browser.close();
    await service.close();
    await toolkit.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`${views.length * DEVICES.length * COLOR_SCHEMES.length} screenshots in ${FOLDER}`);
}

async function takeShot(page, { path, prepare, sample, file }) {
  const errors = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto(typeof path === 'function' ? path(sample) : path);
  await page.getByRole('main').waitFor();
  await page.waitForTimeout(SETTLE_MS);
  await prepare?.(page).catch((error) => errors.push(error.message.split('\n')[0]));
  await page.waitForTimeout(SETTLE_MS);
  await page.screenshot({ path: file });
  await page.close();
  for (const error of errors) console.log(`${file}: ${error}`);
}

async function startService(folder, toolkitUrl) {
  installMovingClock(); // must run before the service first reads the time
  const config = join(folder, 'config.json');
  const training = {
    base_url: toolkitUrl,
    root: join(folder, 'training'),
    lora_dir: join(folder, 'data/simulator/simulator/models/loras'),
    poll_interval_ms: 100,
  };
  const webhooks = { allow_private: true, retry_pauses_ms: [3_600_000] };
  writeFileSync(config, JSON.stringify({ providers: SAMPLE_NODES, training, webhooks }));
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
