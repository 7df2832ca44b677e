import type { MediaSource } from '../../platform/imaging/ffmpeg-run';
import type { Picture } from '../drawing/picture';
import type { WireValue } from '../wire/json';

/** A constant of the graph, or a computed text or number. */
export interface Literal {
  readonly kind: 'literal';
  readonly value: WireValue;
}

/** A batch of pictures: ComfyUI's IMAGE, or MASK when their pixels have one channel. */
export interface Pictures {
  readonly kind: 'pictures';
  readonly frames: readonly Picture[];
}

/** A LATENT: a batch of frames, all of one size (in pixels of the decoded picture). */
export interface Latent {
  readonly kind: 'latent';
  readonly width: number;
  readonly height: number;
  readonly frames: readonly LatentFrame[];
  /** A mask: sampling changes the picture only where it is white. */
  readonly mask?: Picture;
  /** The frames are one clip. */
  readonly isClip?: true;
  /** The picture that a clip starts from. */
  readonly start?: Picture;
  /** Seconds of sound that belong to it, for models that make both. */
  readonly soundSeconds?: number;
}

/** One picture of a latent. */
export interface LatentFrame {
  /** What is encoded; absent in an empty latent. */
  readonly picture?: Picture;
}

/** A MODEL, CLIP, VAE or other loaded model; its traits influence the pictures. */
export interface Loaded {
  readonly kind: 'loaded';
  /** ComfyUI's type name. */
  readonly type: string;
  /** Files and settings that went into it, in order: model name, LoRAs with strengths, patches. */
  readonly traits: readonly string[];
}

/** A CONDITIONING: the texts, and what else steers the picture. */
export interface Conditioning {
  readonly kind: 'conditioning';
  readonly texts: readonly string[];
  readonly traits: readonly string[];
  /** The source picture of edit models. */
  readonly reference?: Picture;
}

/** A SIGMAS schedule: a number of steps that together change the picture by `strength` (0 to 1). */
interface Sigmas {
  readonly kind: 'sigmas';
  readonly steps: number;
  readonly strength: number;
  readonly name: string;
}

/** A GUIDER: model and conditioning ready to sample with. */
export interface Guider {
  readonly kind: 'guider';
  readonly model: Loaded;
  readonly positive: Conditioning;
  readonly negative: Conditioning | undefined;
  readonly cfg: number;
}

/** A NOISE with its seed; `undefined` for none at all. */
export interface Noise {
  readonly kind: 'noise';
  readonly seed: bigint | undefined;
}

/** A VIDEO: pictures with a frame rate. */
export interface Video {
  readonly kind: 'video';
  readonly frames: readonly Picture[];
  /** Frames per second. */
  readonly fps: number;
  readonly sound?: Sound;
}

/** An AUDIO: a source for ffmpeg and the part of it to use, in seconds. */
export interface Sound {
  readonly kind: 'sound';
  readonly source: MediaSource;
  readonly start: number;
  readonly seconds: number;
}

export type Value =
  | Literal
  | Pictures
  | Latent
  | Loaded
  | Conditioning
  | Sigmas
  | Guider
  | Noise
  | Video
  | Sound;

/** A constant of the graph. */
export function literal(value: WireValue): Literal {
  return { kind: 'literal', value };
}

/** The result of a loader; `type` is ComfyUI's type name. */
export function loaded(type: string, traits: readonly string[]): Loaded {
  return { kind: 'loaded', type, traits };
}

/** An IMAGE or MASK: one picture, a batch, or the frames of a clip. */
export function pictures(frames: readonly Picture[]): Pictures {
  return { kind: 'pictures', frames };
}
