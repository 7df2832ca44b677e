import { isRecord, type JsonRecord } from '../../../platform/json';
import { COUNT_FIELDS } from '../../generation/public/count-fields';
import { nonEmpty } from '../brief';
import { IDEMPOTENCY_KEY, type NextCall, type Tool, type ToolAnswer } from '../tool';
import { without } from '../tool-api';
import { fieldsOf } from '../tool-schema';

const IMAGE = 'POST /api/image/generate';
const VIDEO = 'POST /api/video/generate';
const BATCH = 'POST /api/batches';

const WAIT_SECONDS = 25;

const FOR_BOTH = {
  provider: 'A node of get_nodes; "auto": the best one.',
  negative: 'What to keep out.',
  width: 'Pixels, on the grid of the workflow.',
  height: '',
  seed: 'Omitted: random, and recorded.',
  characters: 'Who or what is in it, by id.',
  description: 'Of the file, in the library.',
  workflow_params: 'Further params of the workflow.',
};

const SEVERAL =
  'A call makes one job. For several, call make_batch with these arguments and their type as "base", and "count".';
/** As the HTTP API advises whoever sends them in a body. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ...COUNT_FIELDS.map((name) => [name, SEVERAL] as const),
  ['preset', 'Read the preset with GET /api/presets/{id}, and send its values as arguments.'],
]);

/** The call that follows a submitted job. */
export function followUp(answer: JsonRecord): NextCall | undefined {
  const { prompt_id } = answer;
  return typeof prompt_id === 'string' ? waitFor({ prompt_ids: [prompt_id] }) : undefined;
}

export const waitFor = (what: JsonRecord): NextCall => ({
  tool: 'get_jobs',
  arguments: { ...what, wait_seconds: WAIT_SECONDS },
});

/** The answer to a submitted job. */
export function submitted(body: JsonRecord): ToolAnswer {
  const brief = nonEmpty(
    body,
    ...['ok', 'prompt_id', 'status', 'provider', 'mode', 'seed', 'queue_position', 'eta_seconds'],
    ...['checkpoint', 'lora_name', 'node_errors', 'references', 'not_applied'],
  );
  return { body, brief, next: followUp(body) };
}

const MAKE_IMAGE: Tool = {
  name: 'make_image',
  title: 'Make a picture',
  description:
    'Makes a picture from a prompt, or edits a picture: image with an i2i, edit or upscale workflow. Answers at once; get_jobs waits for it.',
  hints: { costly: true },
  input: {
    ...fieldsOf(IMAGE, {
      workflow: 'An id of get_workflows.',
      prompt: '',
      ...FOR_BOTH,
      image: 'Media path of the picture to change.',
      denoise: 'How much of it may change, 0 to 1.',
      steps: '',
      cfg: '',
      guidance: 'Only for workflows that have it.',
      lora_checkpoint: 'A LoRA by name, or "latest" of your own training.',
      lora_strength: '',
    }),
    idempotency_key: IDEMPOTENCY_KEY,
  },
  required: ['workflow', 'prompt'],
  instead: INSTEAD,
  run: async ({ idempotency_key: key, ...fields }, api) =>
    submitted(await api.post('/api/image/generate', { provider: 'auto', ...fields }, key)),
};

const MAKE_VIDEO: Tool = {
  name: 'make_video',
  title: 'Make a clip',
  description:
    'Makes a clip from a prompt, or animates a picture (image with an i2v workflow). Answers at once; get_jobs waits for it.',
  hints: { costly: true },
  input: {
    ...fieldsOf(VIDEO, {
      workflow: 'An id of get_workflows.',
      prompt: 'What happens, and how the camera moves.',
      ...FOR_BOTH,
      mode: 'Omitted: derived.',
      image: 'Media path of the first frame.',
      audio: 'Media path of the sound.',
      video: 'Media path of the clip to change.',
      length: 'Frames.',
      fps: '',
    }),
    idempotency_key: IDEMPOTENCY_KEY,
  },
  required: ['workflow', 'prompt'],
  instead: INSTEAD,
  run: async ({ idempotency_key: key, ...fields }, api) =>
    submitted(await api.post('/api/video/generate', { provider: 'auto', ...fields }, key)),
};

const MAKE_BATCH: Tool = {
  name: 'make_batch',
  title: 'Make many at once',
  description:
    'Runs one request many times: count seeds of each combination of the values of axes. Four variants: count 4.',
  hints: { costly: true },
  input: {
    base: {
      schema: {
        type: 'object',
        description: 'type ("image" or "video") and the arguments of make_image or make_video.',
      },
    },
    ...fieldsOf(BATCH, {
      axes: 'Each a param of base and its values.',
      mode: '',
      count: 'Seeds of each combination.',
      name: '',
      dry_run: 'Only says what it would make.',
    }),
    idempotency_key: IDEMPOTENCY_KEY,
  },
  required: ['base'],
  run: async ({ idempotency_key: key, base, ...fields }, api) => {
    // Among the arguments of make_image and make_video, it may be in base.
    const { idempotency_key: inner, ...request } = isRecord(base) ? base : {};
    const sent = { ...fields, base: isRecord(base) ? { provider: 'auto', ...request } : base };
    const body = await api.post('/api/batches', sent, key ?? inner);
    const { id } = body;
    return {
      body,
      brief: without(body, 'base', 'axes'),
      next: typeof id === 'string' ? waitFor({ batch_id: id }) : undefined,
    };
  },
};

/** What makes pictures and clips. */
export const MAKE: readonly Tool[] = [MAKE_IMAGE, MAKE_VIDEO, MAKE_BATCH];
