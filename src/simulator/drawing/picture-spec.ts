import { createHash } from 'node:crypto';
import type { Picture } from './picture';

/** Everything that decides how a sampled picture looks. The same spec always gives the same pixels. */
export interface PictureSpec {
  readonly prompt: string;
  readonly negative: string;
  readonly seed: string;
  readonly steps: number;
  readonly cfg: number;
  readonly sampler: string;
  /** Model, LoRAs with strengths, patches, control inputs. */
  readonly traits: readonly string[];
  /** Which picture of the batch this is. */
  readonly index: number;
  /** How much of the source is painted over, 0 to 1. */
  readonly strength: number;
  readonly source: Picture | undefined;
  /** A mask: the source is painted over only where it is white. */
  readonly mask: Picture | undefined;
}

/** Deterministic random: the same name gives the same numbers on every machine. */
export class SeededRandom {
  private bytes: Buffer = Buffer.alloc(0);
  private at = 0;
  private round = 0;

  constructor(private readonly name: string) {}

  /** A number in [0, 1). */
  next(): number {
    if (this.at + 4 > this.bytes.length) {
      this.bytes = createHash('sha256')
        .update(`${this.name}#${this.round++}`)
        .digest();
      this.at = 0;
    }
    const value = this.bytes.readUInt32BE(this.at) / 2 ** 32;
    this.at += 4;
    return value;
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }

  /** A whole number in [0, below). */
  below(below: number): number {
    return Math.floor(this.next() * below);
  }

  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[this.below(choices.length)] ?? choices[0];
  }
}

/** What the picture is about: prompt, model, LoRAs. Two seeds of one subject look related. */
export function subjectOf(spec: PictureSpec): string {
  return [spec.prompt, ...spec.traits].join('\n');
}

/** Everything that decides the details. */
export function detailOf(spec: PictureSpec): string {
  const { negative, seed, steps, cfg, sampler, index } = spec;
  return [subjectOf(spec), negative, seed, steps, cfg, sampler, index].join('\n');
}
