import {
  axisParam,
  axisValues,
  batchBody,
  drawSeed,
  emptyForm,
  fieldOf,
  type FormState,
  jobToStop,
  needsBatch,
  placeErrors,
  promptOrName,
  requestsOf,
  type RequestWorkflow,
  type StoredRequest,
  toRequest,
  withOverrides,
} from './model';
import { fromRequest, withoutLost } from './restore';

const roles = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { role: name === 'seed' ? 'seed' : null }]));

const pictures: RequestWorkflow = {
  id: 'sdxl-t2i',
  kind: 'image',
  params: roles(
    'prompt negative width height seed steps cfg sampler image image_2 mask megapixels lora_checkpoint lora_strength loras'.split(
      ' ',
    ),
  ),
};
const clips: RequestWorkflow = {
  id: 'wan22-14b-i2v',
  kind: 'video',
  params: roles(
    'prompt negative image audio length fps seed steps_high unet_high lora_checkpoint lora_strength loras'.split(
      ' ',
    ),
  ),
};

const picture = (fields: object): StoredRequest => ({
  type: 'image',
  body: { workflow: 'sdxl-t2i', provider: 'auto', prompt: 'a lake', ...fields },
  unavailable: [],
});
const clip = (fields: object): StoredRequest => ({
  type: 'video',
  body: { workflow: 'wan22-14b-i2v', provider: 'studio', prompt: 'she turns', ...fields },
  unavailable: [],
});

describe('an earlier request', () => {
  it.each<[string, StoredRequest]>([
    ['with words only', picture({})],
    ['with a seed', picture({ seed: 42 })],
    ['with the seed 0', picture({ seed: 0 })],
    ['with an empty negative prompt', picture({ negative: '' })],
    ['with numbers and choices', picture({ width: 840, height: 1256, cfg: 6.5, sampler: 'euler' })],
    [
      'with a picture and a second one',
      picture({ image: 'a.png', workflow_params: { image_2: 'b.png' } }),
    ],
    ['with a mask', picture({ image: 'a.png', workflow_params: { mask: 'm.png' } })],
    ['with one LoRA', picture({ lora_checkpoint: 'grain.safetensors', lora_strength: 0.6 })],
    ['with a LoRA at its usual strength', picture({ lora_checkpoint: 'latest' })],
    [
      'with several LoRAs',
      picture({
        lora_checkpoint: 'grain.safetensors',
        lora_strength: 0.6,
        workflow_params: {
          loras: [{ name: 'a' }, { name: 'b', strength: 0, strength_clip: 0.5, target: 'high' }],
        },
      }),
    ],
    ['with a strength and no LoRA', picture({ lora_strength: 0.4 })],
    [
      'with a cast',
      picture({
        characters: [
          { id: 'mara', role: 'keeper', lora_strength: 0.85, reference_image: 'm.png' },
          { id: 'tom' },
        ],
      }),
    ],
    [
      'with inputs of the graph',
      picture({ workflow_params: { megapixels: 1.5, 'node_7.strength': 0.2, 'node_9.on': false } }),
    ],
    [
      'with what no control shows',
      picture({ description: 'for Ana', filename_prefix: 'lake', priority: 'low', previews: true }),
    ],
    [
      'of a clip',
      clip({
        image: 'a.png',
        audio: 's.wav',
        length: 81,
        fps: 16,
        steps_high: 4,
        mode: 'i2v',
        seed: 7,
      }),
    ],
    [
      'of a clip with models and LoRAs',
      clip({
        workflow_params: {
          unet_high: 'x',
          lora_checkpoint: 'y',
          lora_strength: 0.5,
          loras: [{ name: 'z', strength: 0.3 }],
        },
      }),
    ],
  ])('%s is sent again as it was', (_, stored) => {
    const workflow = stored.type === 'image' ? pictures : clips;
    const { state, notRestored } = fromRequest(stored, workflow, { keepSeed: true });
    expect(notRestored).toEqual([]);
    expect(toRequest(state)).toEqual({ type: stored.type, body: stored.body });
  });

  it('survives being kept as a draft', () => {
    const stored = picture({
      seed: 1,
      workflow_params: { loras: [{ name: 'a' }] },
      characters: [{ id: 'mara' }],
    });
    const { state } = fromRequest(stored, pictures, { keepSeed: true });
    expect(toRequest(JSON.parse(JSON.stringify(state)) as FormState).body).toEqual(stored.body);
  });

  it('is left without what the workflow has lost since', () => {
    const loras = [{ name: 'a' }, { name: 'b', isCheckpoint: true }];
    const kept = { ...emptyForm('sdxl-t2i', 'image'), prompt: 'a lake', values: { steps: 8 } };
    const draft = { ...kept, values: { steps: 8, shift: 3 }, loras };
    const { state, notRestored } = withoutLost(draft, { params: roles(['prompt', 'steps']) });
    expect(state).toEqual(kept);
    expect(notRestored.map(({ field }) => field)).toEqual(['shift', 'loras']);
    const whole = withoutLost(draft, { params: roles(['steps', 'shift', 'loras']) });
    expect(whole.state.loras).toEqual([{ name: 'a' }]);
  });

  it.each<[string, object, object]>([
    [
      'a character given alone becomes the cast',
      { character: 'mara' },
      { characters: [{ id: 'mara' }] },
    ],
    [
      'nulls are left out',
      { steps: null, characters: [{ id: 'mara', role: null }] },
      { characters: [{ id: 'mara' }] },
    ],
    [
      'a field given as a further param goes where it belongs',
      { workflow_params: { steps: 12 } },
      { steps: 12 },
    ],
    ['a dry run is submitted', { submit: false }, {}],
    [
      'items without a name or an id are left out',
      {
        characters: [null, 'mara', { id: 'mara' }],
        workflow_params: { loras: [null, { name: 1 }] },
      },
      { characters: [{ id: 'mara' }] },
    ],
  ])('%s', (_, fields, sent) => {
    const { state } = fromRequest(picture(fields), pictures, { keepSeed: true });
    expect(toRequest(state).body).toEqual(picture(sent).body);
  });

  it('draws a new seed for a remix, and still shows the old one', () => {
    const { state } = fromRequest(picture({ seed: 42, steps: 9 }), pictures, { keepSeed: false });
    expect(toRequest(state).body).toEqual(picture({ steps: 9 }).body);
    expect(state.lastSeed).toBe(42);
  });

  it('lists params that the workflow has no more', () => {
    const stored = picture({ denoise: 0.5, workflow_params: { shine: 2 } });
    const { state, notRestored } = fromRequest(stored, pictures, { keepSeed: true });
    expect(notRestored.map(({ field }) => field)).toEqual(['denoise', 'shine']);
    expect(toRequest(state).body).toEqual(picture({}).body);
  });

  it.each<[(string | number)[], object]>([
    [['body', 'image'], { image: undefined }],
    [['body', 'provider'], { provider: 'auto' }],
    [['body', 'characters', 0, 'id'], { characters: [{ id: 'tom', reference_image: 't.png' }] }],
    [['body', 'characters', 1, 'reference_image'], { characters: [{ id: 'mara' }, { id: 'tom' }] }],
    [
      ['body', 'workflow_params', 'loras', 0, 'name'],
      { workflow_params: { loras: [{ name: 'b' }] } },
    ],
    [['body', 'workflow_params', 'loras', 1], { workflow_params: { loras: [{ name: 'a' }] } }],
  ])('leaves out what is unavailable at %j', (loc, expected) => {
    const fields = {
      provider: 'studio',
      image: 'gone.png',
      characters: [{ id: 'mara' }, { id: 'tom', reference_image: 't.png' }],
      workflow_params: { loras: [{ name: 'a' }, { name: 'b' }] },
    };
    const stored = { ...picture(fields), unavailable: [{ loc, why: 'It is gone.' }] };
    const { state, notRestored } = fromRequest(stored, pictures, { keepSeed: true });
    const rest = JSON.parse(JSON.stringify(picture({ ...fields, ...expected }).body)) as object;
    expect(toRequest(state).body).toEqual(rest);
    expect(notRestored).toEqual([{ field: fieldOf(loc), why: 'It is gone.' }]);
  });

  it('leaves out several items of one list', () => {
    const stored = {
      ...picture({ characters: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] }),
      unavailable: [0, 1].map((index) => ({
        loc: ['body', 'characters', index, 'id'],
        why: 'Gone.',
      })),
    };
    const { state } = fromRequest(stored, pictures, { keepSeed: true });
    expect(state.cast).toEqual([{ id: 'c' }]);
  });
});

describe('submitting', () => {
  const form: FormState = { ...emptyForm('sdxl-t2i', 'image'), prompt: 'a lake' };
  const odd = withOverrides({}, { workflow_params: { noise_seed: 5 } });

  it.each([
    ['counts the seed up', { seed: 5 }, 'seed', [{ seed: 5 }, { seed: 6 }, { seed: 7 }]],
    ['sends the same without a seed', {}, undefined, [{}, {}, {}]],
    [
      'counts up a seed that is a further param',
      odd,
      'noise_seed',
      [5, 6, 7].map((noise_seed) => ({ workflow_params: { noise_seed } })),
    ],
  ])('%s', (_, body, param, bodies) => {
    const requests = requestsOf({ type: 'image', body }, 3, param);
    expect(requests.map((request) => request.body)).toEqual(bodies);
  });

  it.each<[number, FormState['axis'], number | null, boolean]>([
    [1, null, null, false],
    [8, null, null, false],
    [9, null, null, true],
    [4, null, 3, true],
    [1, null, 0, false],
    [1, { param: 'steps', text: '1' }, null, true],
  ])('of %s runs, axis %j and room for %s is a batch: %s', (count, axis, room, expected) => {
    expect(needsBatch({ ...form, count, axis }, room)).toBe(expected);
  });

  it('names the axis of a batch as the API does', () => {
    const megapixels = { type: 'number', choices: null } as const;
    const state = { ...form, count: 2, axis: { param: 'megapixels', text: '1, 2' } };
    expect(batchBody(state, toRequest(state), { megapixels })).toEqual({
      base: {
        type: 'image',
        workflow: 'sdxl-t2i',
        provider: 'auto',
        prompt: 'a lake',
        previews: true,
      },
      axes: [{ param: 'workflow_params.megapixels', values: [1, 2] }],
      mode: 'product',
      count: 2,
    });
    expect(axisParam('video', 'steps_high')).toBe('steps_high');
    expect(axisParam('video', 'lora_checkpoint')).toBe('workflow_params.lora_checkpoint');
  });

  it.each<[string, Parameters<typeof axisValues>[1], ReturnType<typeof axisValues>]>([
    ['10, 20,30', { type: 'integer', choices: null }, [10, 20, 30]],
    ['0.5, half', { type: 'number', choices: null }, [0.5, 'half']],
    ['euler, heun', { type: 'choice', choices: ['euler', 'heun'] }, ['euler', 'heun']],
    ['8, 16', { type: 'choice', choices: [8, '16'] }, [8, '16']],
    ['a fox, red | 1984', { type: 'text', choices: null }, ['a fox, red', '1984']],
    ['one\ntrue\n', { type: 'string', choices: null }, ['one', 'true']],
    ['true, false', { type: 'boolean', choices: null }, [true, false]],
    [' , ', undefined, []],
  ])('reads the values %j of a param %j', (text, param, values) => {
    expect(axisValues(text, param)).toEqual(values);
  });

  it.each([
    [{ seed: null, steps: 9 }, { steps: 9 }],
    [{ workflow_params: { a: null, c: 3 } }, { seed: 1, workflow_params: { b: 2, c: 3 } }],
    [
      { characters: [{ id: 'x' }] },
      { seed: 1, workflow_params: { a: 1, b: 2 }, characters: [{ id: 'x' }] },
    ],
  ])('merges %j into the body', (overrides, rest) => {
    const body = { seed: 1, workflow_params: { a: 1, b: 2 } };
    expect(withOverrides(body, overrides)).toMatchObject(rest);
    expect(body).toEqual({ seed: 1, workflow_params: { a: 1, b: 2 } });
  });

  it.each<[string, string[], string]>([
    ['', ['pos'], ''],
    ['', [], 'Upscale'],
    [' ', [], 'Upscale'],
    ['a lake', [], 'a lake'],
  ])('of the prompt %j, read by the nodes %j, is %j', (prompt, nodes, sent) => {
    const binds = nodes.map((node) => ({ node, input: 'text' }));
    const workflow = { name: 'Upscale', params: { prompt: { role: 'prompt', binds } } };
    expect(promptOrName(prompt, workflow as unknown as Parameters<typeof promptOrName>[1])).toBe(
      sent,
    );
  });

  it('places what is refused at its field, and the rest in a message', () => {
    const refused = [
      { field: 'width', msg: 'Too small.' },
      { field: 'width', msg: 'Off the grid.' },
      { field: 'shine', msg: 'Unknown.' },
    ];
    expect(placeErrors(refused, new Set(['width']))).toEqual({
      shown: { width: 'Too small. Off the grid.' },
      others: ['Unknown.'],
    });
  });

  it('draws seeds that every node takes', () => {
    expect(drawSeed(() => 0)).toBe(0);
    expect(drawSeed(() => 0.999_999_999_9)).toBeLessThan(2 ** 32);
  });
});

it('stops what runs, not what waits for a node that is away', () => {
  const job = (id: string, status: 'queued' | 'running', node_unreachable = false) => ({
    id,
    status,
    node_unreachable,
  });
  const away = job('away', 'running', true);
  const queued = job('queued', 'queued');
  const busy = job('busy', 'running');
  expect(jobToStop([away, queued, busy])).toBe(busy);
  expect(jobToStop([away, queued])).toBe(away);
});
