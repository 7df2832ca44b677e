import { TestKinora } from '../support/kinora';

interface Refusal {
  readonly detail: readonly { loc: (string | number)[]; msg: string; type: string; ctx?: object }[];
}

const TEXT = 'a'.repeat(20_001);
const LONE = JSON.parse('"\\ud800"') as string;
const DEEP = JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`) as object;

/** Values of every JSON type but null, by the name of the type. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  string: ['words', ''],
  integer: [5, -1],
  fraction: [1.5],
  boolean: [true, false],
  list: [[], [1]],
  object: [{}, { a: 1 }],
};

type Kind = 'string' | 'integer' | 'number' | 'boolean' | 'list' | 'object';

/** What each kind of field takes, and what the others are called. */
const KINDS: Readonly<Record<Kind, { takes: readonly string[]; type: string }>> = {
  string: { takes: ['string'], type: 'string_type' },
  integer: { takes: ['integer'], type: 'int_type' },
  number: { takes: ['integer', 'fraction'], type: 'float_type' },
  boolean: { takes: ['boolean'], type: 'bool_type' },
  list: { takes: ['list'], type: 'list_type' },
  object: { takes: ['object'], type: 'dict_type' },
};

/** Spec §4.2, line by line. */
const FIELDS: Readonly<Record<string, Kind>> = {
  workflow: 'string',
  prompt: 'string',
  provider: 'string',
  mode: 'string',
  character: 'string',
  characters: 'list',
  image: 'string',
  audio: 'string',
  video: 'string',
  negative: 'string',
  description: 'string',
  width: 'integer',
  height: 'integer',
  length: 'integer',
  fps: 'integer',
  seed: 'integer',
  filename_prefix: 'string',
  steps_high: 'integer',
  steps_low: 'integer',
  cfg_high: 'number',
  cfg_low: 'number',
  shift: 'number',
  sampler: 'string',
  scheduler: 'string',
  workflow_params: 'object',
  submit: 'boolean',
};

const REQUIRED = ['workflow', 'prompt', 'provider'];

const wrongTypes = Object.entries(FIELDS).flatMap(([field, kind]) =>
  Object.entries(VALUES)
    .filter(([name]) => !KINDS[kind].takes.includes(name))
    .flatMap(([, values]) => values.map((value) => [field, value, KINDS[kind].type] as const)),
);

const tooLarge = Object.entries(FIELDS)
  .filter(([, kind]) => kind === 'integer' || kind === 'number')
  .flatMap(([field]) => [
    [field, 2 ** 53, 'less_than_equal'] as const,
    [field, -(2 ** 53), 'greater_than_equal'] as const,
  ]);

const dirty = Object.entries(FIELDS)
  .filter(([field, kind]) => kind === 'string' && field !== 'mode')
  .flatMap(([field]) => [`a\0b`, LONE].map((value) => [field, value] as const));

/** Contract §1: exact `loc` and `type` of every violation. */
describe('a bad body of POST /api/video/generate', () => {
  let kinora: TestKinora;
  beforeAll(async () => {
    kinora = await TestKinora.start({
      providers: [{ id: 'simulator', kind: 'simulator', step_ms: 0 }],
    });
    await kinora.online();
  });
  afterAll(() => kinora.close());

  const good = { workflow: 'wan22-14b-t2v', prompt: 'a fox', provider: 'simulator', submit: false };
  const send = (body: unknown) => kinora.post<Refusal>('/api/video/generate', body);

  async function refusals(fields: object): Promise<string[]> {
    const { status, body } = await send({ ...good, ...fields });
    expect(status).toBe(422);
    return body.detail.map(({ loc, type }) => `${loc.join('.')} ${type}`);
  }

  it('is none: what the table starts from is good', async () => {
    expect((await send(good)).status).toBe(200);
    const nulls = Object.keys(FIELDS).filter((field) => !REQUIRED.includes(field));
    const omitted = Object.fromEntries(nulls.map((field) => [field, null]));
    expect((await send({ ...good, ...omitted, submit: false })).status).toBe(200);
  });

  it.each(REQUIRED)('lacks %s', async (field) => {
    const { status, body } = await send({ ...good, [field]: undefined });
    expect(status).toBe(422);
    expect(body.detail).toEqual([
      { loc: ['body', field], msg: expect.any(String), type: 'missing' },
    ]);
  });

  it('lacks everything: all at once', async () => {
    const { body } = await send({});
    expect(body.detail.map(({ loc }) => loc[1])).toEqual(REQUIRED);
  });

  it.each(REQUIRED)('has null for %s', async (field) => {
    expect(await refusals({ [field]: null })).toEqual([`body.${field} string_type`]);
  });

  it.each(wrongTypes)('has %s: %j (%s)', async (field, value, type) => {
    expect(await refusals({ [field]: value })).toEqual([`body.${field} ${type}`]);
  });

  it.each(tooLarge)('has %s: %d (%s)', async (field, value, type) => {
    expect(await refusals({ [field]: value })).toEqual([`body.${field} ${type}`]);
  });

  it.each(dirty)('has dirty text in %s: %j', async (field, value) => {
    expect(await refusals({ [field]: value })).toContain(`body.${field} value_error`);
  });

  it.each<[string, object, string[]]>([
    ['an empty workflow', { workflow: '' }, ['body.workflow string_too_short']],
    ['an empty prompt', { prompt: '' }, ['body.prompt string_too_short']],
    ['an empty prefix', { filename_prefix: '' }, ['body.filename_prefix string_too_short']],
    ['a long prompt', { prompt: TEXT }, ['body.prompt string_too_long']],
    ['a long negative', { negative: TEXT }, ['body.negative string_too_long']],
    ['a long description', { description: TEXT }, ['body.description string_too_long']],
    [
      'a long prefix',
      { filename_prefix: 'a'.repeat(101) },
      ['body.filename_prefix string_too_long'],
    ],
    [
      'a climbing prefix',
      { filename_prefix: '../a' },
      ['body.filename_prefix string_pattern_mismatch'],
    ],
    ['a field nobody knows', { colour: 'red' }, ['body.colour extra_forbidden']],
    ['a field of the image request', { steps: 5 }, ['body.steps extra_forbidden']],
    ['a mode nobody knows', { mode: 't2i' }, ['body.mode enum']],
    ['bare character ids', { characters: ['mara'] }, ['body.characters.0 dict_type']],
    ['a binding without id', { characters: [{}] }, ['body.characters.0.id missing']],
    [
      'an empty character id',
      { characters: [{ id: '' }] },
      ['body.characters.0.id string_too_short'],
    ],
    [
      'a nested extra',
      { characters: [{ id: 'a', x: 1 }] },
      ['body.characters.0.x extra_forbidden'],
    ],
    [
      'bindings of wrong types',
      {
        characters: [
          { id: 1, role: 2 },
          { id: 'b', reference_image: 3, lora_strength: '4' },
        ],
      },
      [
        'body.characters.0.id string_type',
        'body.characters.0.role string_type',
        'body.characters.1.reference_image string_type',
        'body.characters.1.lora_strength float_type',
      ],
    ],
    [
      'too many characters',
      { characters: Array.from({ length: 1001 }, () => ({ id: 'a' })) },
      ['body.characters value_error'],
    ],
    [
      'a dangerous key',
      { workflow_params: JSON.parse('{"__proto__": 1}') as object },
      ['body.workflow_params.__proto__ value_error'],
    ],
    [
      'several faults',
      { width: '5', steps_low: 1.5, seed: true },
      ['body.width int_type', 'body.seed int_type', 'body.steps_low int_type'],
    ],
  ])('has %s', async (_, fields, items) => {
    expect((await refusals(fields)).sort()).toEqual([...items].sort());
  });

  it('nests without end', async () => {
    const [item] = await refusals({ workflow_params: DEEP });
    expect(item).toMatch(/^body\.workflow_params(?:\.a)+ value_error$/);
  });

  it.each<[string, object, string[]]>([
    ['a width off the grid', { width: 650 }, ['body.width value_error']],
    ['a length off the grid', { length: 80 }, ['body.length value_error']],
    ['a length below the least', { length: 1 }, ['body.length greater_than_equal']],
    ['no frames per second', { fps: 0 }, ['body.fps greater_than_equal']],
    ['too many steps', { steps_high: 1001 }, ['body.steps_high less_than_equal']],
    ['no step for an expert', { steps_low: 0 }, ['body.steps_low greater_than_equal']],
    ['a negative seed', { seed: -1 }, ['body.seed greater_than_equal']],
    ['a sampler nobody has', { sampler: 'magic' }, ['body.sampler enum']],
    ['a mode that the workflow hasn’t', { mode: 'i2v' }, ['body.mode value_error']],
    [
      'a file it doesn’t take',
      { image: 'a.png', audio: 'a.wav', video: 'a.mp4' },
      ['body.image value_error', 'body.audio value_error', 'body.video value_error'],
    ],
    ['a param nobody knows', { workflow_params: { x: 1 } }, ['body.workflow_params.x value_error']],
    [
      'a model nobody has',
      { workflow_params: { unet_low: 'x' } },
      ['body.workflow_params.unet_low value_error'],
    ],
    [
      'a param sent twice',
      { shift: 4, workflow_params: { shift: 4 } },
      ['body.workflow_params.shift value_error'],
    ],
    [
      'a LoRA for a third expert',
      { workflow_params: { loras: [{ name: 'flux-realism.safetensors', target: 'middle' }] } },
      ['body.workflow_params.loras.0.target enum'],
    ],
    [
      'a LoRA without a name',
      { workflow_params: { loras: [{ strength: 1 }] } },
      ['body.workflow_params.loras.0.name missing'],
    ],
  ])('has a value that the workflow refuses: %s', async (_, fields, items) => {
    expect(await refusals(fields)).toEqual(items);
  });

  it('names the two nearest good values', async () => {
    const { body } = await send({ ...good, width: 650, length: 80 });
    expect(body.detail).toEqual([
      {
        ...{ loc: ['body', 'width'], type: 'value_error', ctx: { nearest: [640, 656] } },
        msg: 'Send a multiple of 16: 640 or 656.',
      },
      {
        ...{ loc: ['body', 'length'], type: 'value_error', ctx: { nearest: [77, 81] } },
        msg: 'Send 4n + 1: 77 or 81.',
      },
    ]);
  });

  it('has params of a second expert that the workflow hasn’t', async () => {
    const fields = { workflow: 'wan22-5b-i2v', image: null, steps_low: 4, cfg_low: 1 };
    expect(await refusals(fields)).toEqual([
      ...['body.image missing', 'body.steps_low value_error', 'body.cfg_low value_error'],
    ]);
  });

  it('lacks the source image of an image-to-video workflow', async () => {
    expect(await refusals({ workflow: 'wan22-5b-i2v' })).toEqual(['body.image missing']);
  });

  it('names a workflow that makes pictures; and the other way round', async () => {
    expect(await refusals({ workflow: 'sdxl-t2i' })).toEqual(['body.workflow value_error']);
    const other = await kinora.post<Refusal>('/api/image/generate', good);
    expect(other.body.detail).toEqual([
      {
        ...{ loc: ['body', 'workflow'], type: 'value_error' },
        msg: expect.stringContaining('POST /api/video/generate'),
      },
    ]);
  });

  it.each<[string, unknown, string]>([
    ['a list', [], 'body dict_type'],
    ['text', 'x', 'body dict_type'],
    ['null', null, 'body dict_type'],
  ])('is %s', async (_, body, item) => {
    const answer = await send(body);
    expect(answer.body.detail.map(({ loc, type }) => `${loc.join('.')} ${type}`)).toEqual([item]);
  });

  it('never sees its values again', async () => {
    const secret = 'SECRET-VALUE';
    const { body } = await send({
      ...good,
      sampler: secret,
      mode: secret,
      image: secret,
      width: secret,
      characters: [secret],
    });
    expect(JSON.stringify(body)).not.toContain(secret);
  });
});
