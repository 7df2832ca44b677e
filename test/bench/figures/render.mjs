import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, median, percentile } from '../measure.mjs';

const SHOTS = 60;
const SECONDS_PER_SHOT = 2;
const SETTINGS = { resolution: '1080p', fps: 24, subtitles: 'none', transition: 0.5, zoom: 'in' };
const HEALTH_INTERVAL = 50;
const IDLE_REQUESTS = 100;
/** Time to settle before memory is read. Milliseconds. */
const SETTLE = 5_000;

/** What a render of many shots costs everybody else: how fast the service answers, and how large it gets. */
export async function render(stage) {
  const service = await stage.kinora();
  const path = await project(service.url, stage.folder);
  await sleep(SETTLE);
  const idle = [];
  for (let n = 0; n < IDLE_REQUESTS; n += 1) idle.push(await health(service.url));
  const before = service.memory();
  const { json } = await ask(`${service.url}${path}/renders`, SETTINGS, 201);
  const times = [];
  const memory = [];
  const began = performance.now();
  let now = json;
  while (['queued', 'running'].includes(now.status)) {
    times.push(await health(service.url));
    memory.push(service.memory());
    ({ json: now } = await ask(`${service.url}${path}/renders/${json.id}`));
    await sleep(HEALTH_INTERVAL);
  }
  if (now.status !== 'completed') throw new Error(`the render is ${now.status}`);
  const film = SHOTS * SECONDS_PER_SHOT;
  const of = `${SHOTS} shots at 1080p`;
  return [
    healthRow(`health during ${of}, p50`, median(times), median(idle)),
    healthRow(`health during ${of}, p99`, percentile(times, 0.99), percentile(idle, 0.99), 100),
    memoryRow(`highest memory during ${of}`, Math.max(...memory), before, 'before'),
    {
      ...memoryRow(`memory at the end of ${of}`, ...lastAndFirst(memory), 'in the first quarter'),
      aim: { ratioAtMost: 1.15 },
    },
    {
      name: `${of}, per second of film`,
      unit: 'ms',
      figure: (performance.now() - began) / film,
    },
  ];
}

const health = async (url) => (await ask(`${url}/api/health/live`)).ms;

const healthRow = (name, figure, reference, aim) => ({
  ...{ name, unit: 'ms', figure, reference, against: 'the same without a render' },
  ratio: figure / reference,
  ...(aim ? { aim: { figure: aim } } : {}),
});

const memoryRow = (name, bytes, reference, against) => ({
  ...{ name, unit: 'MB', figure: bytes / 1e6, reference: reference / 1e6, against },
  ratio: bytes / reference,
});

/** Medians of the last and of the first quarter: memory that grows with the shots shows here. */
function lastAndFirst(samples) {
  const quarter = Math.ceil(samples.length / 4);
  return [median(samples.slice(-quarter)), median(samples.slice(0, quarter))];
}

/** A project whose shots are pictures and clips in turn. @returns its path */
async function project(url, folder) {
  const made = (name, ...args) => {
    const file = join(folder, name);
    execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', ...args, file]);
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
