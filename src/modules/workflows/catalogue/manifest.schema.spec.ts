import Ajv2020 from 'ajv/dist/2020';
import { schema31 } from '../../../platform/openapi/schema-31';
import { MANIFEST_FIELDS } from './manifest.schema';
import { manifestProblems } from './schema-problems';

const PARAM = { type: 'integer', description: 'Steps.', binds: [{ node: '7', input: 'steps' }] };

/** Values that each field takes, and values that it refuses; of objects also with one key too many. */
const CASES: Record<string, readonly [taken: readonly unknown[], refused: readonly unknown[]]> = {
  name: [['Seas'], ['', 1]],
  description: [['Good at seas.'], ['']],
  kind: [['image', 'video'], ['audio']],
  modes: [
    [
      ['t2i', 'i2i', 'edit', 'upscale'],
      ['t2v', 'i2v', 'v2v'],
    ],
    [['t2a'], 't2i'],
  ],
  vram_gb: [
    [12, 0.5, null],
    [0, 10_001, '12'],
  ],
  notes: [
    [[], ['MIT']],
    [[''], 'MIT'],
  ],
  models: [
    [[{ folder: 'vae', file: 'a' }], [{ folder: 'vae', file: 'a', page: 'https://e.example/a' }]],
    [[{ folder: 'vae' }], [{ folder: 'vae', file: 'a', more: 1 }]],
  ],
  lora_slots: [
    [
      [{ loader: 'LoraLoader', model: ['4', 0], clip: ['4', 1] }],
      [{ loader: 'LoraLoaderModelOnly', model: ['4', 0], target: 'high' }],
    ],
    [[{ loader: 'Lora', model: ['4', 0] }], [{ loader: 'LoraLoader', model: ['4'] }]],
  ],
  example: [[{ prompt: 'a sea' }], ['a sea']],
  open_params: [[['node_4.ckpt_name']], [[1]]],
  params: [
    [
      { width: { default: 768 }, batch_size: null, detail: PARAM },
      { seed: { ...PARAM, binds: [{ node: '7', input: 'seed', plus: 'detail' }] } },
      { size: { minimum: 16, maximum: 512, grid: { step: 16, offset: 0 }, required: true } },
      { style: { type: 'choice', choices: ['oil', 3] }, mask: { type: 'mask', branch: ['9'] } },
      { unet: { type: 'model', folder: 'diffusion_models' }, extra: { type: 'lora' } },
    ],
    [
      { width: 768 },
      { width: { type: 'float' } },
      { width: { steps: 8 } },
      { width: { grid: { step: 0, offset: 0 } } },
      { width: { choices: [] } },
      { width: { binds: [{ node: '7' }] } },
    ],
  ],
};

describe('MANIFEST_FIELDS', () => {
  const fits = new Ajv2020({ strict: false, validateFormats: false }).compile(
    schema31({
      type: 'object',
      properties: MANIFEST_FIELDS,
      additionalProperties: false,
    }) as object,
  );

  it.each(Object.entries(CASES))('%s accepts what an import accepts', (field, [taken, refused]) => {
    for (const [values, ok] of [[taken, true] as const, [refused, false] as const])
      for (const value of values) {
        const manifest = { [field]: value };
        expect([manifest, manifestProblems(manifest).length === 0]).toEqual([manifest, ok]);
        expect([manifest, fits(manifest)]).toEqual([manifest, ok]);
      }
  });

  it('are complete', () => {
    expect(Object.keys(MANIFEST_FIELDS).sort()).toEqual(Object.keys(CASES).sort());
    for (const field of ['format', 'id', 'graph'])
      expect([manifestProblems({ [field]: 1 }), fits({ [field]: 1 })]).toEqual([
        [{ path: [field], reason: expect.stringMatching(/this field out: it is not known here/) }],
        false,
      ]);
  });
});

describe('manifestProblems', () => {
  // Each error was compared with each wrong name before: 20,000 of them took half a minute.
  it('reports the first hundred of many problems', () => {
    const names = Array.from({ length: 100_000 }, (_, index) => [`Not a name ${index}`, {}]);
    expect(manifestProblems({ params: Object.fromEntries(names) })).toHaveLength(100);
  });

  it.each<[object, string]>([
    [{ kinds: 'image' }, 'Did you mean kind? If not, leave this field out: it is not known here'],
    [{ params: { width: { minimun: 1 } } }, 'Did you mean minimum, soft_minimum or unit? If not,'],
    [{ params: { 'My Param': {} } }, 'the name must be lower-case letters, digits and _, a letter'],
    [{ params: { constructor: {} } }, 'JavaScript reserves this name: choose another one'],
  ])('says of %j what to send', (manifest, reason) => {
    expect(manifestProblems(manifest)).toMatchObject([{ reason: expect.stringContaining(reason) }]);
  });

  const accepts = (manifest: object): boolean => manifestProblems(manifest).length === 0;

  it.each<[string, boolean]>([
    ['base.safetensors', true],
    ['SDXL/base v2 (#1, 50%).safetensors', true],
    ['SDXL\\Größe.safetensors', true],
    ['..hidden.safetensors', true],
    ['/etc/passwd', false],
    ['\\\\host\\share', false],
    ['C:\\x', false],
    ['~/x', false],
    ['a/../b', false],
    ['a//b', false],
    ['a\n.safetensors', false],
    ['x'.repeat(501), false],
  ])('the file %j: %s', (name, good) => {
    expect(accepts({ models: [{ folder: 'vae', file: name }] })).toBe(good);
  });

  it.each<[string, boolean]>([
    ['checkpoints', true],
    ['ultralytics/bbox', true],
    ['../../', false],
    ['loras?provider=x', false],
    ['a%2e%2e', false],
    ['', false],
  ])('the folder %j: %s', (name, good) => {
    expect(accepts({ models: [{ folder: name, file: 'a' }] })).toBe(good);
  });

  it.each<[unknown, boolean]>([
    ['https://huggingface.co/a/b', true],
    ['http://example.com:8080/?a=1#b', true],
    ['https://javascript:alert(1)', false],
    ['javascript:alert(1)', false],
    ['https:///x', false],
    ['https://user:secret@example.com/', false],
    ['https://exa mple.com', false],
    [5, false],
  ])('the page %j: %s', (page, good) => {
    expect(accepts({ models: [{ folder: 'vae', file: 'a', page }] })).toBe(good);
  });

  it.each<[unknown, boolean]>([
    [0.5, true],
    [24, true],
    [0, false],
    [-5, false],
    [1e308, false],
    ['8', false],
  ])('%j gigabytes: %s', (value, good) => {
    expect(accepts({ vram_gb: value })).toBe(good);
  });
});
