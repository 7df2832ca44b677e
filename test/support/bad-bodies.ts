import { TestKinora } from './kinora';

/** The answer to an invalid request. */
export interface Refusal {
  readonly detail: readonly { loc: (string | number)[]; msg: string; type: string; ctx?: object }[];
}

const LONG_TEXT = 'a'.repeat(20_001);
const LONE_SURROGATE = JSON.parse('"\\ud800"') as string;
const DEEP = JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`) as object;

/** Values of every JSON type except null, by the name of the type. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  string: ['words', ''],
  integer: [5, -1],
  fraction: [1.5],
  boolean: [true, false],
  list: [[], [1]],
  object: [{}, { a: 1 }],
};

type Kind = 'string' | 'integer' | 'number' | 'boolean' | 'list' | 'object';

/** The JSON types that each kind of field accepts, and the type of the error for others. */
const KINDS: Readonly<Record<Kind, { takes: readonly string[]; type: string }>> = {
  string: { takes: ['string'], type: 'string_type' },
  integer: { takes: ['integer'], type: 'int_type' },
  number: { takes: ['integer', 'fraction'], type: 'float_type' },
  boolean: { takes: ['boolean'], type: 'bool_type' },
  list: { takes: ['list'], type: 'list_type' },
  object: { takes: ['object'], type: 'dict_type' },
};

/** A route that accepts generate requests, with the fields of its body. */
export interface BodyUnderTest {
  readonly route: string;
  /** The spec's table, line by line. */
  readonly fields: Readonly<Record<string, Kind>>;
  /** A valid body with `submit: false`. */
  readonly good: Readonly<Record<string, unknown>>;
  /** Fields with a fixed list of values; any other value is an `enum` error. */
  readonly choices?: readonly string[];
}

/** Helpers for cases that only one route has. */
export interface BodyTools {
  kinora(): TestKinora;
  send(body: unknown): ReturnType<typeof TestKinora.prototype.post<Refusal>>;
  /** `loc type` of each validation error of the valid body with these fields. */
  refusals(fields: object): Promise<string[]>;
}

const REQUIRED = ['workflow', 'prompt', 'provider'];

/** Tests of invalid generate bodies: exact `loc` and `type` of every validation error. */
export function describeBadBodies(
  { route, fields, good, choices = [] }: BodyUnderTest,
  more: (tools: BodyTools) => void,
): void {
  const wrongTypes = Object.entries(fields).flatMap(([field, kind]) =>
    Object.entries(VALUES)
      .filter(([name]) => !KINDS[kind].takes.includes(name))
      .flatMap(([, values]) => values.map((value) => [field, value, KINDS[kind].type] as const)),
  );
  const tooLarge = Object.entries(fields)
    .filter(([, kind]) => kind === 'integer' || kind === 'number')
    .flatMap(([field]) => [
      [field, 2 ** 53, 'less_than_equal'] as const,
      [field, -(2 ** 53), 'greater_than_equal'] as const,
    ]);
  const dirty = Object.entries(fields)
    .filter(([field, kind]) => kind === 'string' && !choices.includes(field))
    .flatMap(([field]) => [`a\0b`, LONE_SURROGATE].map((value) => [field, value] as const));

  describe(`a bad body of POST ${route}`, () => {
    let kinora: TestKinora;
    beforeAll(async () => {
      kinora = await TestKinora.start({
        providers: [{ id: 'simulator', kind: 'simulator', step_ms: 0 }],
      });
      await kinora.online();
    });
    afterAll(() => kinora.close());

    const send = (body: unknown) => kinora.post<Refusal>(route, body);

    async function refusals(changes: object): Promise<string[]> {
      const { status, body } = await send({ ...good, ...changes });
      expect(status).toBe(422);
      return body.detail.map(({ loc, type }) => `${loc.join('.')} ${type}`);
    }

    it('differs from a body that is accepted, also with null for optional fields', async () => {
      expect((await send(good)).status).toBe(200);
      const nulls = Object.keys(fields).filter((field) => !REQUIRED.includes(field));
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

    it('has a prefix with `..`: the error says in words what to send', async () => {
      const { body } = await send({ ...good, filename_prefix: 'a/../b' });
      expect(body.detail.map(({ msg }) => msg)).toEqual([
        'Send letters, digits, spaces and `._-/`, with no `.` or `..` between slashes.',
      ]);
    });

    it.each<[string, object, string[]]>([
      ['an empty workflow', { workflow: '' }, ['body.workflow string_too_short']],
      ['an empty prompt', { prompt: '' }, ['body.prompt string_too_short']],
      ['an empty prefix', { filename_prefix: '' }, ['body.filename_prefix string_too_short']],
      ['a long prompt', { prompt: LONG_TEXT }, ['body.prompt string_too_long']],
      ['a long negative', { negative: LONG_TEXT }, ['body.negative string_too_long']],
      ['a long description', { description: LONG_TEXT }, ['body.description string_too_long']],
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
      ['an unknown field', { colour: 'red' }, ['body.colour extra_forbidden']],
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
    ])('has %s', async (_, changes, items) => {
      expect((await refusals(changes)).sort()).toEqual([...items].sort());
    });

    it('nests without end', async () => {
      const [item] = await refusals({ workflow_params: DEEP });
      expect(item).toMatch(/^body\.workflow_params(?:\.a)+ value_error$/);
    });

    it.each<[string, object, string[]]>([
      ['a negative seed', { seed: -1 }, ['body.seed greater_than_equal']],
      ['an unknown sampler', { sampler: 'magic' }, ['body.sampler enum']],
      ['an unknown param', { workflow_params: { x: 1 } }, ['body.workflow_params.x value_error']],
      [
        'a LoRA without a name',
        { workflow_params: { loras: [{ strength: 1 }] } },
        ['body.workflow_params.loras.0.name missing'],
      ],
    ])('has a value that the workflow refuses: %s', async (_, changes, items) => {
      expect(await refusals(changes)).toEqual(items);
    });

    it.each<[string, unknown, string]>([
      ['a list', [], 'body dict_type'],
      ['text', 'x', 'body dict_type'],
      ['null', null, 'body dict_type'],
    ])('is %s', async (_, body, item) => {
      const answer = await send(body);
      expect(answer.body.detail.map(({ loc, type }) => `${loc.join('.')} ${type}`)).toEqual([item]);
    });

    it('is not quoted in the answer', async () => {
      const secret = 'SECRET-VALUE';
      const faulty = ['sampler', 'width', ...choices, 'checkpoint', 'image'];
      const sent = faulty.filter((field) => Object.hasOwn(fields, field));
      const secrets = Object.fromEntries(sent.map((field) => [field, secret]));
      const { body } = await send({ ...good, ...secrets, characters: [secret] });
      expect(JSON.stringify(body)).not.toContain(secret);
    });

    more({ kinora: () => kinora, send, refusals });
  });
}
