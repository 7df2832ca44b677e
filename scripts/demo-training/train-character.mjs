import { UserError } from '../tooling/project.mjs';

const TRAINING = '/api/lora-training';
const WORKFLOW = 'z-image-turbo-t2i';
const SMALL = { width: 128, height: 128, steps: 2 };
const SCENES = ['in a kitchen', 'at sea', 'in a library', 'on a roof', 'in a garden', 'on a train'];

/** From nothing to a picture of a character with its own LoRA. Resolves to the paths of the grid and of the picture. */
export async function trainCharacter(api) {
  const run = `mara_${Date.now().toString(36)}`;
  const dataset = await makeDataset(api, run);
  await train(api, { job_name: run, trigger_word: 'mara_tok', dataset, steps: 500 });
  const lora = await publish(api, run);
  const sheet = await renderGrid(api, run);
  const picture = await drawCharacter(api, run, lora);
  return { sheet, picture };
}

async function makeDataset(api, id) {
  const jobs = [];
  for (const scene of SCENES) jobs.push(await generate(api, { prompt: `a woman ${scene}` }));
  const paths = [];
  for (const job of jobs) paths.push((await finished(api, job)).outputs[0].path);
  await api.post(`${TRAINING}/datasets`, { id, name: 'Mara' });
  const { image_count } = await api.post(`${TRAINING}/datasets/${id}/items`, {
    paths,
    caption: '[trigger], a woman',
  });
  console.log(`  a dataset of ${image_count} pictures`);
  return id;
}

async function train(api, request) {
  const plan = await api.post(`${TRAINING}/plan`, request);
  for (const { message } of [...plan.faults, ...plan.warnings]) console.log(`  ${message}`);
  const { ok, error } = await api.post(`${TRAINING}/start`, request);
  if (!ok) throw new UserError(`The run was not started: ${error}`);
  let last = '';
  const run = await api.until(`${TRAINING}/jobs/${request.job_name}`, (now) => {
    const { status, phase, step, steps } = now;
    const line = `  ${status}${phase === null ? '' : `, ${phase}`}: step ${step} of ${steps}`;
    if (line !== last) console.log(line);
    last = line;
    return ['completed', 'failed', 'stopped'].includes(status);
  });
  if (run.status !== 'completed')
    throw new UserError(`The run ended as ${run.status}: ${run.error}`);
  const samples = await api.get(`${TRAINING}/jobs/${request.job_name}/samples`);
  console.log(`  ${samples.items.length} sample pictures`);
}

async function publish(api, run) {
  const { checkpoints } = await api.get(`${TRAINING}/checkpoints?job_name=${run}`);
  for (const { name, step } of checkpoints) console.log(`  checkpoint of step ${step}: ${name}`);
  const route = `${TRAINING}/jobs/${run}/checkpoints/${checkpoints[0].name}/publish`;
  const { name, base_model, on } = await api.post(route, { workflow: WORKFLOW });
  console.log(`  ${name}, for ${base_model}, listed by ${on.join(', ')}`);
  return name;
}

async function renderGrid(api, run) {
  const grid = await api.post(`${TRAINING}/jobs/${run}/grid`, {
    workflow: WORKFLOW,
    strengths: [0.6, 1],
    prompts: ['[trigger], portrait'],
    params: SMALL,
  });
  const { status, counts } = await api.until(
    `/api/batches/${grid.batch_id}`,
    (batch) => batch.status !== 'running',
  );
  if (counts.completed !== grid.total) throw new UserError(`The grid ended as ${status}`);
  console.log(`  ${grid.total} pictures of ${grid.loras.length} checkpoints`);
  return grid.contact_sheet;
}

async function drawCharacter(api, run, lora) {
  await api.post('/api/characters', { id: 'mara', name: 'Mara', base_prompt: 'a woman' });
  const bound = await api.post(`${TRAINING}/jobs/${run}/bind`, {
    character: 'mara',
    workflow: WORKFLOW,
    strength: 0.9,
  });
  console.log(`  trigger ${bound.trigger}, LoRA ${bound.loras.map(({ name }) => name).join(', ')}`);
  const job = await generate(api, { prompt: 'reading by the window', character: 'mara' });
  const { loras, outputs } = await finished(api, job);
  if (!loras.includes(lora)) throw new UserError(`The picture was made without ${lora}`);
  console.log(`  a picture with ${loras.join(', ')}`);
  return outputs[0].url;
}

async function generate(api, fields) {
  const body = { workflow: WORKFLOW, provider: 'simulator', ...SMALL, ...fields };
  return (await api.post('/api/image/generate', body)).prompt_id;
}

async function finished(api, id) {
  const isOver = ({ status }) => ['completed', 'failed', 'cancelled'].includes(status);
  const job = await api.until(`/api/jobs/${id}`, isOver);
  if (job.status !== 'completed') throw new UserError(`A job ended as ${job.status}`);
  return job;
}
