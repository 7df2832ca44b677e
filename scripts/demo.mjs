import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { progressBar, progressLines } from './tooling/progress.mjs';
import { at, SCRATCH, seconds, UserError } from './tooling/project.mjs';

const PORT = 8190;
const REQUEST = {
  workflow: 'sdxl-t2i',
  prompt: 'a lighthouse on a cliff at dusk, warm light in the windows, oil painting',
  provider: 'simulator',
};

/**
 * Makes one picture through the public HTTP API, on a service with default settings and its own data folder: neither your
 * configuration nor a running Kinora is touched. Keeps running afterwards; `--exit` ends it.
 */
export async function demo(args, serve) {
  const takenPort = await setDemoEnvironment('demo');
  const service = await serve();
  if (takenPort) console.log(`Port ${takenPort} is taken: this demo is at ${service.url}`);
  const staysUp = !args.includes('--exit');
  let isDone = false;
  try {
    await onePicture(service.url);
    isDone = true;
  } finally {
    if (!isDone || !staysUp) await service.close();
  }
  if (staysUp)
    console.log(`Studio   ${service.url}/\nAPI      ${service.url}/docs\n\nPress Ctrl+C to stop.`);
}

async function onePicture(url) {
  console.log(`\nPOST ${url}/api/image/generate\n${JSON.stringify(REQUEST, null, 2)}\n`);
  const start = performance.now();
  const { prompt_id } = await call(`${url}/api/image/generate`, REQUEST);
  const job = await follow(url, prompt_id);
  if (job.status !== 'completed') {
    throw new UserError(
      `The job ended as ${job.status}: ${job.error?.message ?? 'no reason given'}`,
    );
  }
  const [output] = job.outputs;
  const picture = await fetch(new URL(output.url, url));
  const file = join(process.env.KINORA_DATA_DIR, 'pictures', output.filename);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, Buffer.from(await picture.arrayBuffer()));
  console.log(`\nDone in ${seconds(start)}. The node is the built-in simulator: no model, no GPU;`);
  console.log(
    'to use your ComfyUI, name it under providers in config.json, stop this demo and run npm start.\n',
  );
  console.log(`Picture  ${file}`);
}

async function call(url, body) {
  const answer = await fetch(url, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { 'content-type': 'application/json' },
  });
  const json = await answer.json();
  if (!answer.ok) throw new UserError(`${url} answered ${answer.status}: ${JSON.stringify(json)}`);
  return json;
}

/** Polls until the job has ended. Shows a progress bar on a terminal, a few lines elsewhere. */
async function follow(url, promptId) {
  const draw = process.stdout.isTTY ? progressBar() : progressLines();
  for (;;) {
    const job = await call(`${url}/api/jobs/${promptId}`);
    const ended = ['completed', 'failed', 'cancelled'].includes(job.status);
    draw(job.status, ended ? 1 : (job.progress?.fraction ?? 0), ended);
    if (ended) return job;
    await sleep(100);
  }
}

/**
 * The settings of the service of a demo: no file of yours, no real node, a free port. Beside a running demo, which has the
 * port and the first data folder, it gets a second folder. Returns the wanted port if it is taken.
 * `settingsIn` makes the configuration for a data folder.
 */
export async function setDemoEnvironment(name, settingsIn = () => ({})) {
  const port = Number(process.env.KINORA_PORT || PORT);
  const free = await isFree(port);
  const data = process.env.KINORA_DATA_DIR || at('data', free ? name : `${name}-2`);
  // A running demo follows its settings, so that of another data folder must not overwrite them.
  const folder = join(SCRATCH, name, createHash('sha256').update(resolve(data)).digest('hex'));
  const config = join(folder, 'config.json');
  mkdirSync(folder, { recursive: true });
  writeFileSync(config, `${JSON.stringify(await settingsIn(data))}\n`);
  Object.assign(process.env, {
    KINORA_CONFIG: config,
    KINORA_DATA_DIR: data,
    KINORA_DATABASE_URL: '',
    KINORA_HOST: '127.0.0.1',
    KINORA_PORT: String(free ? port : 0),
    KINORA_LOG_LEVEL: process.env.KINORA_LOG_LEVEL || 'warn',
  });
  return free ? undefined : port;
}

/** True for a value that is not a port, too: the service says what is wrong with it. */
async function isFree(port) {
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return true;
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
