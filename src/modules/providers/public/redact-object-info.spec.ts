import { recordedBody } from '../../../../test/support/recordings';
import { redactedClasses } from './redact-object-info';
import { locationRedactor } from './redact-locations';

const clean = (classes: unknown): object =>
  Object.fromEntries(redactedClasses(classes, locationRedactor([])));

const one = (name: string, input: string, spec: unknown): unknown =>
  clean({ [name]: { input: { required: { [input]: spec } }, output: [] } });

const answered = (name: string, input: string, spec: unknown): unknown => ({
  [name]: { input: { required: { [input]: spec } }, output: [] },
});

describe('redactedClasses', () => {
  it.each<[string, string, unknown, unknown]>([
    ['A', 'image', [['a.png'], { image_upload: true }], [[], { image_upload: true }]],
    [
      ...(['A', 'x'] as const),
      ['COMBO', { options: ['a.wav'], audio_upload: true, default: 'a.wav' }],
      ['COMBO', { options: [], audio_upload: true }],
    ],
    ['A', 'x', [['a.mp4'], { video_upload: true }], [[], { video_upload: true }]],
    ['A', 'x', [['a.glb'], { file_upload: true }], [[], { file_upload: true }]],
    ['LoadLatent', 'latent', [['a.latent']], [[], {}]],
    ['A', 'folder', ['COMBO', { options: ['secret'] }], ['COMBO', { options: [] }]],
    ['A', 'base_dir', [['secret']], [[], {}]],
    ['A', 'model_file', [['none', 'a.glb']], [[], {}]],
    ['A', 'videoPath', [['a.mp4']], [[], {}]],
  ])('%s.%s %j', (name, input, spec, expected) => {
    expect(one(name, input, spec)).toEqual(answered(name, input, expected));
  });

  it.each<[string, unknown]>([
    ['file_format', [['png', 'jpg'], { default: 'png' }]],
    ['direction', [['left', 'right']]],
    ['ckpt_name', [['sub/a.safetensors', 'b.safetensors'], { tooltip: 'The model.' }]],
    ['profile', [['main', 'high']]],
    ['seed', ['INT', { default: 0, min: 0, max: 5 }]],
    ['client_id', ['STRING', {}]],
  ])('%s stays as it is', (input, spec) => {
    expect(one('A', input, spec)).toEqual(answered('A', input, spec));
  });

  it('cleans every text', () => {
    const described = {
      input: { required: { root: ['STRING', { default: '/srv/comfyui/output' }] } },
      description: 'Reads /srv/comfyui/x.txt from 10.0.0.7:80',
    };
    expect(clean({ A: described })).toEqual({
      A: {
        input: { required: { root: ['STRING', { default: 'output' }] } },
        description: 'Reads x.txt from (address)',
      },
    });
  });

  it('shows no file of a real node’s input folder', () => {
    const classes = recordedBody('object_info') as Record<string, unknown>;
    const shown = clean(classes);
    expect(Object.keys(shown)).toEqual(Object.keys(classes));
    const lists = JSON.stringify(shown).match(/\[\["[^[\]]*\],\{[^{}]*_upload[^{}]*\}/g);
    expect(lists).toBeNull();
  });

  it.each([[null], [[]], ['x'], [{ A: 5, B: null }]])('%j has no classes', (value) => {
    expect(clean(value)).toEqual({});
  });
});
