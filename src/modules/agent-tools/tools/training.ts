import { recordsOf } from '../../../platform/json';
import { nonEmpty } from '../brief';
import { DETAIL, IDEMPOTENCY_KEY, type Tool } from '../tool';
import { pathArgument, picked, RequestRefused, without } from '../tool-api';
import { fieldsOf } from '../tool-schema';
import { waitFor } from './make';

const DATASETS = '/api/lora-training/datasets';
const RUNS = '/api/lora-training/jobs';
const PUBLISH = `POST ${RUNS}/{job_name}/checkpoints/{name}/publish`;
const JOB_NAME = { schema: { type: 'string' } };

const MADE_WITHOUT_PICTURES =
  'The dataset is made, without pictures: send this again without name and description.';

const SAVE_DATASET: Tool = {
  name: 'save_dataset',
  title: 'Training dataset',
  description:
    'With a name: makes a dataset. With paths: copies these pictures of the library into it, with captions.',
  hints: {},
  input: {
    ...fieldsOf(`POST ${DATASETS}`, {
      id: 'Of a new dataset, or of one that is there.',
      name: '',
      description: '',
    }),
    ...fieldsOf(`POST ${DATASETS}/{id}/items`, {
      paths: '',
      caption: 'Of each picture; {description} is that of the media, [trigger] the trigger word.',
    }),
  },
  required: ['id'],
  run: async (args, api) => {
    const { name, paths } = args;
    const isThere = name === undefined && paths !== undefined;
    const made = isThere
      ? {}
      : await api.post(DATASETS, picked(args, ['id', 'name', 'description']));
    if (paths === undefined) return { body: made };
    const items = `${DATASETS}/${pathArgument(args, 'id')}/items`;
    try {
      return { body: { ...made, ...(await api.post(items, picked(args, ['paths', 'caption']))) } };
    } catch (error) {
      if (isThere || !(error instanceof RequestRefused)) throw error;
      throw new RequestRefused(error.status, { ...error.body, hint: MADE_WITHOUT_PICTURES });
    }
  },
};

const START_TRAINING: Tool = {
  name: 'start_training',
  title: 'Train a LoRA',
  description:
    'Starts a training run; it takes hours. dry_run: only checks it, with faults, time and disk space.',
  hints: { costly: true },
  input: {
    ...fieldsOf('POST /api/lora-training/start', {
      job_name: '',
      trigger_word: '',
      dataset: '',
      base_config: 'A template of get_training.',
      steps: '',
      learning_rate: '',
      lora_rank: '',
      resolution: '',
      low_vram: '',
      sample_prompts: '',
    }),
    dry_run: { schema: { type: 'boolean', default: false } },
    idempotency_key: IDEMPOTENCY_KEY,
  },
  required: ['job_name', 'trigger_word', 'dataset'],
  requests: ['POST /api/lora-training/plan'],
  run: async ({ dry_run, idempotency_key: key, ...fields }, api) => {
    const isDry = dry_run === true;
    const body = await api.post(`/api/lora-training/${isDry ? 'plan' : 'start'}`, fields, key);
    // The crops of each picture and the toolkit's configuration are long, and rarely asked for.
    if (isDry) return { body, brief: without(body, 'crops', 'config') };
    return body['ok'] === true ? { body, next: waitFor(picked(fields, ['job_name'])) } : { body };
  },
};

const GET_TRAINING: Tool = {
  name: 'get_training',
  title: 'Training',
  description:
    'Reads a training run with its checkpoints, or lists your runs, your datasets and the templates.',
  hints: { readOnly: true, idempotent: true },
  input: { job_name: JOB_NAME, detail: DETAIL },
  requests: [
    `GET ${RUNS}`,
    `GET ${RUNS}/{job_name}`,
    `GET ${DATASETS}`,
    'GET /api/lora-training/templates',
    'GET /api/lora-training/checkpoints',
  ],
  run: async (args, api) => {
    if (args['job_name'] === undefined) {
      const [runs, datasets, templates] = await Promise.all(
        [RUNS, DATASETS, '/api/lora-training/templates'].map((path) => api.get(path)),
      );
      const body = { runs, datasets, templates };
      const brief = {
        runs: recordsOf(runs ?? {}).map((run) =>
          nonEmpty(run, 'job_name', 'status', 'step', 'steps'),
        ),
        datasets: recordsOf(datasets ?? {}).map((one) =>
          nonEmpty(one, 'id', 'name', 'image_count'),
        ),
        templates: recordsOf(templates ?? {}).map(({ name }) => name),
      };
      return { body, brief };
    }
    const name = pathArgument(args, 'job_name');
    const [run, checkpoints] = await Promise.all([
      api.get(`${RUNS}/${name}`),
      api.get('/api/lora-training/checkpoints', picked(args, ['job_name'])),
    ]);
    const body = { ...run, checkpoints: checkpoints['checkpoints'] };
    const short = recordsOf(checkpoints, 'checkpoints').map((one) => nonEmpty(one, 'name', 'step'));
    return { body, brief: { ...without(run, 'loss_curve'), checkpoints: short } };
  },
};

const PUBLISH_LORA: Tool = {
  name: 'publish_lora',
  title: 'Publish or bind a LoRA',
  description:
    'With a character and a workflow: gives a checkpoint to the character, and publishes it. Without: only publishes it, under a name if you send one; every caller can use it then.',
  hints: { shares: true },
  input: {
    job_name: JOB_NAME,
    ...fieldsOf(`POST ${RUNS}/{job_name}/bind`, {
      checkpoint: 'Required without a character; omitted: the latest.',
      character: 'Id of a character that you may change.',
      workflow: '',
      strength: '',
      trigger: '',
    }),
    ...fieldsOf(PUBLISH, { name: '' }),
  },
  required: ['job_name'],
  run: async (args, api) => {
    const run = `${RUNS}/${pathArgument(args, 'job_name')}`;
    if (args['character'] !== undefined)
      return { body: await api.post(`${run}/bind`, without(args, 'job_name')) };
    const path = `${run}/checkpoints/${pathArgument(args, 'checkpoint')}/publish`;
    return { body: await api.post(path, without(args, 'job_name', 'checkpoint')) };
  },
};

/** LoRAs, from pictures to characters that use them. */
export const TRAINING: readonly Tool[] = [
  ...[SAVE_DATASET, START_TRAINING, GET_TRAINING, PUBLISH_LORA],
].map((tool) => ({ ...tool, feature: 'training' }));
