import { recordedObjectInfo } from '../../../test/support/workflow-fixtures';
import type { ComfyGraph, ObjectInfo } from '../providers/public/comfy-types';
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

describe('links that a node would refuse', () => {
  it('are none of a sound graph', () => {
    expect(reasons(graph(['latent', 0]))).toEqual([]);
  });

  it('carry another type than the input takes', () => {
    expect(reasons(graph(['ckpt', 1]))).toEqual([
      'decode (VAEDecode): input samples takes LATENT, but ckpt gives CLIP',
    ]);
  });

  it('come from an output that is not there', () => {
    expect(reasons(graph(['latent', 0], 3))).toEqual([
      'save (SaveImage): input images is linked to decode, which has no output 3',
    ]);
  });

  it('are not guessed where a class is unknown', () => {
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
    const base = { ...INFO['EmptyLatentImage']! };
    const info: ObjectInfo = {
      Gives: { ...base, input: { required: {} }, output: [given] },
      Takes: { ...base, input: { required: { it: [wanted, {}] } }, output: [] },
    };
    const linked: ComfyGraph = {
      a: { class_type: 'Gives', inputs: {} },
      b: { class_type: 'Takes', inputs: { it: ['a', 0] } },
    };
    expect(linkFaults(linked, info).length === 0).toBe(fits);
  });
});
