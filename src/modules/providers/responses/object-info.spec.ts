import { recordedBody } from '../../../../test/support/recordings';
import type { ObjectInfo } from '../public/comfy-types';
import { JsonTooComplex } from './json-scanner';
import { type NodeClass, type NodeClasses, readObjectInfo } from './object-info';
import { SharedValues } from './shared-values';

const classesOf = (
  body: unknown,
  known = new SharedValues<NodeClass>(),
): Promise<NodeClasses | null> => readObjectInfo(Object.entries(body as object), known);

const infoOf = async (body: unknown): Promise<ObjectInfo | undefined> =>
  (await classesOf(body))?.info;

describe('readObjectInfo', () => {
  it('reads the whole catalogue of a real node', async () => {
    const info = await infoOf(recordedBody('object_info'));
    expect(Object.keys(info ?? {})).toHaveLength(633);
    const seed = info?.['KSampler']?.input.required?.['seed'];
    expect(seed).toEqual([
      'INT',
      expect.objectContaining({ min: 0, max: Number.MAX_SAFE_INTEGER }),
    ]);
    expect(info?.['SaveImage']?.output_node).toBe(true);
  });

  it('drops a list of more than 20,000 choices, so that every value is accepted', async () => {
    const many = Array.from({ length: 20_001 }, (_, at) => `lora_${String(at)}.safetensors`);
    const required = {
      bare: [many],
      dropped: ['COMBO', { options: many, default: 'x', tooltip: 'y' }],
      whole: [many.slice(1), { tooltip: 'y' }],
    };
    const info = await infoOf({ A: { input: { required } } });
    expect(info?.['A']?.input.required).toEqual({
      bare: ['COMBO', { default: many[0] }],
      dropped: ['COMBO', { default: 'x', tooltip: 'y' }],
      whole: [many.slice(1), { tooltip: 'y' }],
    });
  });

  it('clamps bounds of whole numbers only, and drops bounds, inputs and classes that are invalid', async () => {
    const required = {
      seed: ['INT', { min: -18446744073709552000, max: 18446744073709552000, default: null }],
      scale: ['FLOAT', { min: null, max: 1e300, step: 0.1 }],
      name: [['a', 'b']],
      odd: [],
      none: null,
      text: ['STRING', 'invalid'],
    };
    const info = await infoOf({
      A: { input: { required }, output: 'IMAGE' },
      B: 5,
      C: { input: [] },
    });
    expect(info).toEqual({
      A: {
        name: 'A',
        output: [],
        input: {
          required: {
            seed: ['INT', { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }],
            scale: ['FLOAT', { max: 1e300, step: 0.1 }],
            name: [['a', 'b']],
            text: ['STRING'],
          },
        },
      },
    });
  });

  it('returns null for an answer that describes no class', async () => {
    expect(await classesOf({ A: 5, B: [] })).toBeNull();
  });

  it('keeps one copy of equal lists, and leaves the descriptions as they are', async () => {
    const loader = () => ({
      input: { required: { name: [Array.from({ length: 20 }, (_, at) => `m${at}`), {}] } },
    });
    const classes = await classesOf({ A: loader(), B: loader() });
    const listOf = (name: string): unknown => classes?.info[name]?.input.required?.['name']?.[0];
    expect(listOf('A')).toBe(listOf('B'));
    expect(classes?.members.get('B')?.described).toEqual(loader());
  });

  it('shares classes with another node that describes them alike', async () => {
    const known = new SharedValues<NodeClass>();
    const loader = (...files: string[]) => ({ input: { required: { name: [files] } } });
    const sampler = () => ({ input: { required: { steps: ['INT', { min: 1 }] } } });
    const first = await classesOf({ Sampler: sampler(), Loader: loader('a.png') }, known);
    const second = await classesOf({ Loader: loader('b.png'), Sampler: sampler() }, known);
    expect(second?.info['Sampler']).toBe(first?.info['Sampler']);
    expect(second?.info['Loader']?.input).toEqual(loader('b.png').input);
    const renamed = await classesOf({ Sampler2: sampler() }, known);
    expect(renamed?.info['Sampler2']?.name).toBe('Sampler2');
  });

  it('refuses more classes than any node has, before it reads the rest', async () => {
    let read = 0;
    const members = function* () {
      for (; read < 300_000; read += 1) yield [`C${read}`, { input: {} }] as const;
    };
    await expect(readObjectInfo(members(), new SharedValues<NodeClass>())).rejects.toThrow(
      JsonTooComplex,
    );
    expect(read).toBe(20_000);
  });

  it('refuses classes that would take too much memory', async () => {
    const text = 'x'.repeat(1024 * 1024);
    for (const member of [{ text }, { [text]: 1 }]) {
      const members = Array.from({ length: 300 }, (_, at) => [`C${at}`, member] as const);
      await expect(classesOf(Object.fromEntries(members))).rejects.toThrow(JsonTooComplex);
    }
  });
});
