import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, median, percentile } from '../measure.mjs';

const SHOTS = 60;
const SECONDS_PER_SHOT = 2;
const SETTINGS = { resolution: '1080p', fps: 24, subtitles: 'none', transition: 0.5, zoom: 'in' };
/** Between two requests. Milliseconds. */
const INTERVAL = 50;

/** What a render of many shots costs everybody else: how fast the service answers, and how large it gets. */
export async function render(stage) {
  const { service, renders } = await serviceWithProject(stage);
  const began = performance.now();
  let { json: now } = await ask(renders, SETTINGS, 201);
  const during = await measured(service, async () => {
    ({ json: now } = await ask(`${renders}/${now.id}`));
    return ['queued', 'running'].includes(now.status);
  });
  if (now.status !== 'completed') throw new Error(`the render is ${now.status}`);
  const msPerSecond = (performance.now() - began) / (SHOTS * SECONDS_PER_SHOT);
  const idle = await withoutRender(stage, during.times.length);
  const of = `${SHOTS} shots at 1080p`;
  return [
    healthRow(`health during ${of}, p50`, median(during.times), median(idle.times)),
    {
      ...healthRow(`health during ${of}, p99`, p99(during.times), p99(idle.times)),
      aim: { figure: 100 },
    },
    memoryRow(`highest memory during ${of}`, Math.max(...during.memory), Math.max(...idle.memory)),
    {
      name: `${of}, per second of film`,
      unit: 'ms',
      figure: msPerSecond,
    },
  ];
}

async function serviceWithProject(stage) {
  const service = await stage.kinora();
  const path = await project(service.url, stage.folder);
  return { service, renders: `${service.url}${path}/renders` };
}

/** A new service with the same project, asked as often: requests leave garbage, too. */
async function withoutRender(stage, rounds) {
  const { service, renders } = await serviceWithProject(stage);
  const { json: render } = await ask(renders, SETTINGS, 201);
  await ask(`${renders}/${render.id}/cancel`, {}, 200);
  let left = rounds;
  return measured(service, async () => {
    await ask(`${renders}/${render.id}`);
    left -= 1;
    return left > 0;
  });
}

/** Measures health answers and memory in turn with another request, which resolves to whether to go on. */
async function measured(service, request) {
  const times = [];
  const memory = [];
  do {
    times.push((await ask(`${service.url}/api/health/live`)).ms);
    memory.push(service.memory());
    await sleep(INTERVAL);
  } while (await request());
  return { times, memory };
}

const p99 = (times) => percentile(times, 0.99);
const against = 'the same requests without a render';

const healthRow = (name, figure, reference) => ({
  ...{ name, unit: 'ms', figure, reference, against },
  ratio: figure / reference,
});

const memoryRow = (name, bytes, reference) => ({
  ...{ name, unit: 'MB', figure: bytes / 1e6, reference: reference / 1e6, against },
  ratio: bytes / reference,
  aim: { ratioAtMost: 1.2 },
});

/** A project whose shots are pictures and clips in turn. @returns its path */
async function project(url, folder) {
  const made = (name, ...args) => {
    const file = join(folder, name);
    execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', ...args, file]);
    return upload(url, name, readFileSync(file));
  };
  const source = (part) => `testsrc2=size=1920x1080:rate=24:${part}`;
  const image = await made('still.png', '-i', source('duration=1'), '-frames:v', '1');
  const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=3', '-c:v', 'libx264'];
  const video = await made('clip.mp4', '-i', source('duration=3'), ...sound, '-shortest');
  const { json } = await ask(`${url}/api/projects`, { title: 'Bench', aspect_ratio: '16:9' }, 201);
  const path = `/api/projects/${json.id}`;
  const scene = await ask(`${url}${path}/scenes`, { scene_number: 1 }, 201);
  const shots = `${url}${path}/scenes/${scene.json.id}/shots`;
  for (let n = 0; n < SHOTS; n += 1) {
    const picture = n % 2 === 0 ? { image } : { video };
    await ask(shots, { duration_seconds: SECONDS_PER_SHOT, ...picture }, 201);
  }
  return path;
}

async function upload(url, name, bytes) {
  const body = new FormData();
  body.append('file', new Blob([bytes]), name);
  const answer = await fetch(`${url}/api/media`, { method: 'POST', body });
  const { path } = await answer.json();
  if (answer.status !== 201) throw new Error(`${name} was not uploaded: ${answer.status}`);
  return path;
}
