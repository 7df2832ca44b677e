import { setTimeout as sleep } from 'node:timers/promises';
import { setTimeBefore } from './moving-clock.mjs';
import { makeSampleTraining } from './sample-training.mjs';
import { makeSampleWebhooks } from './sample-webhooks.mjs';

const DAY_MS = 86_400_000;

const PROMPTS = [
  'Mara on the pier in the rain, neon reflections, 35mm',
  'a red fox in fresh snow, soft morning light',
  'lighthouse in a storm, huge waves, oil painting',
  'an old botanist in her greenhouse, dust in the light',
  'a paper boat on a flooded street, evening',
  'portrait of Mara, window light, film grain',
  'desert road at dusk, long shadows, two travellers far away',
  'close-up of a clockwork beetle on moss, macro',
  'night train through a birch forest, seen from above',
  'a lantern festival reflected in a canal, crowds, long exposure',
  'فانوس قديم على رصيف الميناء تحت المطر',
  '雨の港に立つ少女、ネオンの反射、35mmフィルム',
  'ภาพถ่ายตลาดน้ำยามเช้า แสงอ่อน',
  'Mara and Jonas at the kitchen table, warm lamp, half-empty glasses, quiet after a long argument, the rain still on the window, medium shot from the doorway, shallow depth of field, muted colours, 50mm, slight haze, the kind of picture that a location scout pins to a wall and comes back to for years',
  'moodboard: brutalist library, empty, dawn',
  'storyboard frame, chase on rooftops, dynamic angle',
];
const SIZES = [
  [832, 1216],
  [1216, 832],
  [1024, 1024],
  [1344, 768],
  [768, 1344],
];
const TAGS = [
  'moodboard',
  'keeper',
  'film',
  'fox',
  'rain',
  'portrait',
  'reference',
  'a tag with a rather long name',
];

const FAST_NODE = 'simulator';
const SLOW_NODE = 'studio';
const AWAY_NODE = 'loft';

/** The nodes that the sample needs: one that is quick, one whose jobs still run on the pictures, one that is away. */
export const SAMPLE_NODES = [
  { id: FAST_NODE, name: 'Simulator', kind: 'simulator', step_ms: 0, default: true },
  { id: SLOW_NODE, name: 'Studio, RTX 4090', kind: 'simulator', step_ms: 4000 },
  { id: AWAY_NODE, name: 'Loft', kind: 'comfyui', base_url: 'http://127.0.0.1:9' },
];

/**
 * Fills an empty service with what a month of real use leaves behind: pictures and clips of several workflows, tags,
 * ratings, characters, collections, failed and cancelled jobs, jobs that still run. Made through the public API.
 * @param url address of a service with SAMPLE_NODES whose clock can be moved
 */
export async function makeSampleLibrary(url) {
  const call = caller(url);
  const pictures = [];
  await makeCharacters(call);
  for (const [index, prompt] of PROMPTS.entries()) {
    setTimeBefore(Math.round(28 * DAY_MS * (1 - index / PROMPTS.length) ** 2));
    const [width, height] = SIZES[index % SIZES.length];
    const cast = prompt.includes('Mara') ? { character: 'mara' } : {};
    for (let take = 0; take < 1 + ((index * 7) % 4); take += 1)
      pictures.push(
        ...(await picture(call, { prompt, width, height, seed: 4_071_982 + take, ...cast })),
      );
  }
  await makeClips(call);
  setTimeBefore(0);
  await sortOut(call, pictures);
  const story = await makeProjects(call, pictures);
  await makeSampleTraining(call, pictures);
  await makeLinks(call, pictures);
  const webhooks = await makeSampleWebhooks(call);
  await makeUnfinishedJobs(call);
  return { pictures, ...story, ...webhooks };
}

async function picture(call, fields) {
  const job = await finished(
    call,
    await call('POST', '/api/image/generate', {
      workflow: 'sdxl-t2i',
      provider: FAST_NODE,
      ...fields,
    }),
  );
  return job.outputs.map(({ path }) => path);
}

async function makeCharacters(call) {
  const mara = {
    id: 'mara',
    name: 'Mara',
    description: 'Harbour pilot, thirties, short dark hair.',
    trigger: 'mara_k',
    defaults: { negative: 'hat, glasses', steps: 30, sampler: 'dpmpp_2m' },
  };
  const jonas = { id: 'jonas', name: 'Jonas', description: 'Her brother. Carpenter.' };
  const pier = {
    id: 'pier-7',
    name: 'Pier 7 with its long, long, long name that has to be shortened somewhere',
    category: 'location',
  };
  for (const body of [mara, jonas, pier])
    await call('POST', '/api/characters', { kind: 'human', ...body });
}

async function makeClips(call) {
  const body = {
    workflow: 'wan22-5b-t2v',
    provider: FAST_NODE,
    prompt: 'night train through a birch forest, camera follows',
  };
  for (const days of [6, 1]) {
    setTimeBefore(days * DAY_MS);
    await finished(call, await call('POST', '/api/video/generate', body));
  }
}

async function sortOut(call, pictures) {
  for (const [index, path] of pictures.entries()) {
    const tags = TAGS.filter((_, at) => (index + at) % 5 === 0);
    const body = { tags, favourite: index % 6 === 0, rating: (index * 3) % 6 };
    await call('PATCH', `/api/media/${path}/metadata`, body);
  }
  const kept = await call('POST', '/api/collections', { name: 'Film: harbour', kind: 'manual' });
  await call('POST', `/api/collections/${kept.id}/items`, { paths: pictures.slice(0, 8) });
  await call('POST', '/api/collections', {
    name: 'Rated four and more',
    kind: 'saved',
    filter: { min_rating: 4 },
  });
  await call('POST', '/api/media/delete', { paths: pictures.slice(-2) });
  await call('PATCH', '/api/characters/mara', { source_images: pictures.slice(0, 3) });
}

/** A story with takes of its first shot, and one that has only begun. */
async function makeProjects(call, pictures) {
  await call('POST', '/api/projects', {
    title: 'Trailer for the harbour festival, with a title that needs two lines',
    aspect_ratio: '9:16',
  });
  const project = await call('POST', '/api/projects', {
    title: 'The last lantern',
    aspect_ratio: '16:9',
    characters: ['mara'],
  });
  const scenes = `/api/projects/${project.id}/scenes`;
  const pier = await call('POST', scenes, {
    scene_number: 1,
    title: 'The pier',
    setting: 'exterior',
    weather: 'rain',
    location: 'a harbour street',
    time_of_day: 'night',
    summary: 'Mara finds a lantern that nobody lit.',
  });
  const shots = `${scenes}/${pier.id}/shots`;
  const shot = await call('POST', shots, {
    image_prompt: 'a lantern on a wet pier, neon reflections',
    motion_prompt: 'the flame flickers',
    camera: 'close-up, 50 mm',
    dialogue: 'Who lit it?',
    speaker: 'mara',
    duration_seconds: 4,
  });
  for (const [index, image] of pictures.slice(4, 7).entries())
    await call('POST', shots, {
      image_prompt: PROMPTS[index * 6 + 1],
      duration_seconds: 2,
      locked: index === 1,
      image,
    });
  const take = (kind, workflow) =>
    call('POST', `${shots}/${shot.id}/${kind}`, { workflow, provider: FAST_NODE });
  for (let index = 0; index < 3; index += 1) await finished(call, await take('image', 'sdxl-t2i'));
  await finished(call, await take('video', 'wan22-14b-i2v'));
  await call('POST', `/api/projects/${project.id}/renders`, { resolution: '480p', fps: 10 });
  return { project: project.id, scene: pier.id, shot: shot.id };
}

/** Links of several lifetimes, one of them to a file in the trash. */
async function makeLinks(call, pictures) {
  for (const [index, ttl_seconds] of [3_600, 86_400, 604_800].entries())
    await call('POST', `/api/media/${pictures[index * 3 + 12]}/link`, { ttl_seconds });
  await call('POST', `/api/media/${pictures[24]}/link`, { ttl_seconds: 259_200 });
  await call('POST', '/api/media/delete', { paths: [pictures[24]] });
}

/** One that was cancelled, a batch on the slow node, and one that waits for the node that is away. */
async function makeUnfinishedJobs(call) {
  const fields = { workflow: 'sdxl-t2i', prompt: 'harbour at night, variations' };
  const stopped = await call('POST', '/api/image/generate', {
    ...fields,
    provider: SLOW_NODE,
    prompt: 'the one that was stopped',
  });
  await call('POST', `/api/jobs/${stopped.prompt_id}/cancel`);
  const base = { type: 'image', provider: SLOW_NODE, ...fields };
  await call('POST', '/api/batches', {
    name: 'Harbour, steps',
    base,
    axes: [{ param: 'steps', values: [40, 50, 60] }],
    count: 2,
  });
  await call('POST', '/api/image/generate', { ...fields, provider: AWAY_NODE });
}

async function finished(call, { prompt_id }) {
  for (;;) {
    const job = await call('GET', `/api/jobs/${prompt_id}`);
    if (['completed', 'failed', 'cancelled'].includes(job.status)) return job;
    await sleep(50);
  }
}

/** Calls the API; an error answer ends the run, because the sample would be incomplete. */
function caller(url) {
  return async (method, path, body) => {
    const answer = await fetch(url + path, {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const json = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(json)}`);
    return json;
  };
}
