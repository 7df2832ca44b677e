import type { SeededRandom } from './seeded-random';

type Literal = (random: SeededRandom) => unknown;

/** A slot in a node's list of values: an input, or an editor-only value between inputs. */
export type ValuePlace = readonly [input: string, literal: Literal] | '#control' | '#upload';

/** A class of ComfyUI for random graphs, written by hand from files that the editor saved. */
export interface EditorClass {
  readonly title: string;
  /** Inputs without a field: name and type. */
  readonly sockets: readonly (readonly [name: string, type: string])[];
  readonly values: readonly ValuePlace[];
  readonly outputs: readonly string[];
}

const whole =
  (from: number, to: number): Literal =>
  (random) =>
    from + random.below(to - from + 1);
const half: Literal = (random) => (1 + random.below(18)) / 2;
const share: Literal = (random) => random.below(101) / 100;
const oneOf =
  (...choices: readonly unknown[]): Literal =>
  (random) =>
    random.pick(choices);
const words = oneOf('', 'a hill', 'fixed', 'true', 'red | blue (hat:1.2)', '12', 'two\nlines');
const seed: Literal = (random) => random.below(2 ** 31) * 2 ** 20 + random.below(2 ** 20);
const sampler = oneOf('euler', 'ddim', 'dpmpp_2m');
const scheduler = oneOf('normal', 'karras', 'simple');
const side = whole(16, 2048);
const yes = oneOf(true, false);

/** Old classes with seeds and uploads, new ones with autogrow and dynamic inputs. */
export const EDITOR_CLASSES: Readonly<Record<string, EditorClass>> = {
  EmptyImage: {
    title: 'Empty Image',
    sockets: [],
    values: [
      ['width', side],
      ['height', side],
      ['batch_size', whole(1, 9)],
      ['color', whole(0, 0xffffff)],
    ],
    outputs: ['IMAGE'],
  },
  ImageInvert: {
    title: 'Invert Image Colors',
    sockets: [['image', 'IMAGE']],
    values: [],
    outputs: ['IMAGE'],
  },
  ImageBlend: {
    title: 'Blend Images',
    sockets: [
      ['image1', 'IMAGE'],
      ['image2', 'IMAGE'],
    ],
    values: [
      ['blend_factor', share],
      ['blend_mode', oneOf('normal', 'screen', 'overlay')],
    ],
    outputs: ['IMAGE'],
  },
  ImageScale: {
    title: 'Upscale Image',
    sockets: [['image', 'IMAGE']],
    values: [
      ['upscale_method', oneOf('area', 'lanczos', 'bilinear')],
      ['width', side],
      ['height', side],
      ['crop', oneOf('disabled', 'center')],
    ],
    outputs: ['IMAGE'],
  },
  LoadImageMask: {
    title: 'Load Image (as Mask)',
    sockets: [],
    values: [
      ['image', oneOf('a.png', 'my photo (1).jpg')],
      ['channel', oneOf('red', 'alpha')],
      '#upload',
    ],
    outputs: ['MASK'],
  },
  JoinImageWithAlpha: {
    title: 'Join Image with Alpha',
    sockets: [
      ['image', 'IMAGE'],
      ['alpha', 'MASK'],
    ],
    values: [],
    outputs: ['IMAGE'],
  },
  CheckpointLoaderSimple: {
    title: 'Load Checkpoint',
    sockets: [],
    values: [['ckpt_name', oneOf('one.safetensors', 'folder/two.ckpt')]],
    outputs: ['MODEL', 'CLIP', 'VAE'],
  },
  CLIPTextEncode: {
    title: 'CLIP Text Encode (Prompt)',
    sockets: [['clip', 'CLIP']],
    values: [['text', words]],
    outputs: ['CONDITIONING'],
  },
  EmptyLatentImage: {
    title: 'Empty Latent Image',
    sockets: [],
    values: [
      ['width', (random) => 16 * (1 + random.below(100))],
      ['height', (random) => 16 * (1 + random.below(100))],
      ['batch_size', whole(1, 9)],
    ],
    outputs: ['LATENT'],
  },
  KSampler: {
    title: 'KSampler',
    sockets: [
      ['model', 'MODEL'],
      ['positive', 'CONDITIONING'],
      ['negative', 'CONDITIONING'],
      ['latent_image', 'LATENT'],
    ],
    values: [
      ['seed', seed],
      '#control',
      ['steps', whole(1, 60)],
      ['cfg', half],
      ['sampler_name', sampler],
      ['scheduler', scheduler],
      ['denoise', share],
    ],
    outputs: ['LATENT'],
  },
  KSamplerAdvanced: {
    title: 'KSampler (Advanced)',
    sockets: [
      ['model', 'MODEL'],
      ['positive', 'CONDITIONING'],
      ['negative', 'CONDITIONING'],
      ['latent_image', 'LATENT'],
    ],
    values: [
      ['add_noise', oneOf('enable', 'disable')],
      ['noise_seed', seed],
      '#control',
      ['steps', whole(1, 60)],
      ['cfg', half],
      ['sampler_name', sampler],
      ['scheduler', scheduler],
      ['start_at_step', whole(0, 30)],
      ['end_at_step', whole(31, 10_000)],
      ['return_with_leftover_noise', oneOf('enable', 'disable')],
    ],
    outputs: ['LATENT'],
  },
  VAEDecode: {
    title: 'VAE Decode',
    sockets: [
      ['samples', 'LATENT'],
      ['vae', 'VAE'],
    ],
    values: [],
    outputs: ['IMAGE'],
  },
  ResizeImageMaskNode: {
    title: 'Resize Image/Mask',
    sockets: [['input', 'IMAGE']],
    values: [
      ['resize_type', () => 'scale dimensions'],
      ['resize_type.width', side],
      ['resize_type.height', side],
      ['resize_type.crop', oneOf('center', 'disabled')],
      ['scale_method', oneOf('area', 'lanczos')],
    ],
    outputs: ['IMAGE'],
  },
  BatchImagesNode: {
    title: 'Batch Images',
    sockets: [
      ['images.image0', 'IMAGE'],
      ['images.image1', 'IMAGE'],
    ],
    values: [],
    outputs: ['IMAGE'],
  },
  SaveAnimatedWEBP: {
    title: 'Save Animated WEBP',
    sockets: [['images', 'IMAGE']],
    values: [
      ['filename_prefix', oneOf('out', 'sub/out')],
      ['fps', half],
      ['lossless', yes],
      ['quality', whole(0, 100)],
      ['method', oneOf('default', 'fastest')],
    ],
    outputs: [],
  },
};

/** Types with a field that may also be linked from these classes. */
export const NUMBERS: EditorClass = {
  title: 'Int',
  sockets: [],
  values: [['value', whole(16, 64)], '#control'],
  outputs: ['INT'],
};
