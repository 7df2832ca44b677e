import { setTimeout as sleep } from 'node:timers/promises';

const TRAINING = '/api/lora-training';
const CAPTIONS = [
  '[trigger] on the pier in the rain, neon reflections',
  '[trigger], portrait by the window, film grain',
  '[trigger] at the kitchen table, warm lamp, half-empty glasses, quiet after a long argument, medium shot from the doorway',
  '',
  'a woman in a crowd, lanterns, long exposure',
];

/**
 * Two datasets and three runs: one that has completed, been published and given to a character, one that runs, and one that
 * was stopped.
 * @param call calls the API
 * @param pictures paths of the library
 */
export async function makeSampleTraining(call, pictures) {
  await call('POST', `${TRAINING}/datasets`, {
    id: 'harbour-style',
    name: 'The look of the harbour at night, for backgrounds of the festival trailer',
  });
  await call('POST', `${TRAINING}/datasets`, { id: 'mara', name: 'Mara, spring' });
  await fill(call, 'mara', pictures.slice(0, 14));
  await fill(call, 'harbour-style', pictures.slice(14, 24));
  const done = await train(call, {
    job_name: 'mara_v1',
    dataset: 'mara',
    steps: 300,
    sample_every: 50,
  });
  await reached(call, done, ({ status }) => status === 'completed');
  await call('POST', `${TRAINING}/jobs/${done}/bind`, {
    character: 'mara',
    workflow: 'z-image-turbo-t2i',
    strength: 0.9,
  });
  const stopped = await train(call, {
    job_name: 'harbour-style_v1',
    dataset: 'harbour-style',
    base_config: 'sdxl_identity',
    steps: 2000,
    sample_every: 50,
  });
  await reached(call, stopped, ({ step }) => step > 100);
  await call('POST', `${TRAINING}/jobs/${stopped}/stop`);
  await reached(call, stopped, ({ status }) => status === 'stopped');
  const running = await train(call, {
    job_name: 'mara_v2',
    dataset: 'mara',
    steps: 10_000,
    sample_every: 100,
  });
  await reached(call, running, ({ step }) => step > 250);
}

async function fill(call, dataset, paths) {
  await call('POST', `${TRAINING}/datasets/${dataset}/items`, { paths });
  const captions = paths.map((name, at) => ({ name, caption: CAPTIONS[at % CAPTIONS.length] }));
  await call('PATCH', `${TRAINING}/datasets/${dataset}/captions`, { captions });
}

async function train(call, fields) {
  await call('POST', `${TRAINING}/start`, {
    trigger_word: 'mara_k',
    base_config: 'zimage_turbo_identity',
    ...fields,
  });
  return fields.job_name;
}

async function reached(call, name, isThere) {
  while (!isThere(await call('GET', `${TRAINING}/jobs/${name}`))) await sleep(50);
}
