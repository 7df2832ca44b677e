import { recordedObjectInfo } from '../../../../test/support/workflow-fixtures';
import type { ComfyGraph, ObjectInfo } from '../../providers/public/comfy-types';
import { linkFaults } from './link-faults';

const INFO = recordedObjectInfo();

/** A picture that is decoded from whatever `samples` is linked to, saved from output `slot` of the decoder. */
const graph = (samples: readonly [string, number], slot = 0): ComfyGraph => ({
  ckpt: { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'a.safetensors' } },
  latent: { class_type: 'EmptyLatentImage', inputs: { width: 64, height: 64, batch_size: 1 } },
  odd: { class_type: 'Strange', inputs: {} },
  decode: { class_type: 'VAEDecode', inputs: { samples: [...samples], vae: ['ckpt', 2] } },
  save: { class_type: 'SaveImage', inputs: { images: ['decode', slot], filename_prefix: 'x' } },
});

const reasons = (given: ComfyGraph, info: ObjectInfo = INFO): readonly string[] =>
  linkFaults(given, info).map(({ node, class: name, reason }) => `${node} (${name}): ${reason}`);

describe('linkFaults', () => {
  it('has none in a valid graph', () => {
    expect(reasons(graph(['latent', 0]))).toEqual([]);
  });

  it('reports a wrong type', () => {
    expect(reasons(graph(['ckpt', 1]))).toEqual([
      'decode (VAEDecode): input samples takes LATENT, but ckpt gives CLIP',
    ]);
  });

  it('reports a missing output', () => {
    expect(reasons(graph(['latent', 0], 3))).toEqual([
      'save (SaveImage): input images is linked to decode, which has no output 3',
    ]);
  });

  it('reports nothing for unknown classes', () => {
    expect(reasons(graph(['odd', 7]))).toEqual([]);
    expect(reasons(graph(['ckpt', 1]), {})).toEqual([]);
  });

  it.each([
    ['*', 'LATENT', true],
    ['LATENT', '*', true],
    ['LATENT,IMAGE', 'IMAGE,MASK', true],
    ['COMFY_MATCHTYPE_V3', 'IMAGE', true],
    ['IMAGE', 'COMFY_AUTOGROW_V3', true],
    ['LATENT', 'IMAGE,MASK', false],
  ])('%s into %s: %s', (given, wanted, fits) => {
    expect(linkFaults(...linked([given], wanted, 0)).length === 0).toBe(fits);
  });

  it.each([
    [['LATENT'], 'IMAGE', 0, true],
    [['LATENT'], 'LATENT', 1, true],
    [[], 'LATENT', 0, true],
    [['LATENT'], 'LATENT', 0.5, true],
    // What some classes take although they say something else.
    [['LATENT'], 'IMAGE,MASK', 0, false],
    [['LATENT,VIDEO'], 'IMAGE', 0, false],
    [['STRING'], 'COMBO', 0, false],
    [[['a', 'b']], 'STRING', 0, false],
    [['*'], 'LATENT', 7, false],
  ])('%j into %s from slot %d is surely refused: %s', (output, wanted, slot, isSure) => {
    expect(linkFaults(...linked(output, wanted, slot))).toMatchObject([{ isSure }]);
  });

  it('accepts negative indexes, as Python does, and ignores blanks between types', () => {
    expect(linkFaults(...linked(['IMAGE', 'LATENT'], 'LATENT', -1))).toEqual([]);
    expect(linkFaults(...linked(['LATENT'], 'IMAGE, LATENT', 0))).toEqual([]);
  });
});

function linked(
  output: readonly unknown[],
  wanted: string,
  slot: number,
): [ComfyGraph, ObjectInfo] {
  const base = { ...INFO['EmptyLatentImage']! };
  return [
    {
      a: { class_type: 'Gives', inputs: {} },
      b: { class_type: 'Takes', inputs: { it: ['a', slot] } },
    },
    {
      Gives: { ...base, input: { required: {} }, output },
      Takes: { ...base, input: { required: { it: [wanted, {}] } }, output: [] },
    },
  ];
}
