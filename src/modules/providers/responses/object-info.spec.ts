import { recordedBody } from '../../../../test/support/recordings';
import type { ObjectInfo } from '../public/comfy-types';
import { JsonTooComplex } from './json-scanner';
import { readObjectInfo } from './object-info';

const infoOf = async (body: unknown): Promise<ObjectInfo | undefined> =>
  (await readObjectInfo(Object.entries(body as object)))?.info;

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
    expect(await readObjectInfo(Object.entries({ A: 5, B: [] }))).toBeNull();
  });

  it('keeps one copy of equal lists, and leaves the descriptions as they are', async () => {
    const loader = () => ({
      input: { required: { name: [Array.from({ length: 20 }, (_, at) => `m${at}`), {}] } },
    });
    const classes = await readObjectInfo(Object.entries({ A: loader(), B: loader() }));
    const listOf = (name: string): unknown => classes?.info[name]?.input.required?.['name']?.[0];
    expect(listOf('A')).toBe(listOf('B'));
    expect(classes?.described).toEqual({ A: loader(), B: loader() });
  });

  it('refuses classes that would take too much memory', async () => {
    const text = 'x'.repeat(1024 * 1024);
    for (const member of [{ text }, { [text]: 1 }]) {
      const members = Array.from({ length: 300 }, (_, at) => [`C${at}`, member] as const);
      await expect(readObjectInfo(members)).rejects.toThrow(JsonTooComplex);
    }
  });
});
