import { createRequire } from 'node:module';
import type libvips from 'sharp';
import type { Sharp, SharpInput, SharpOptions } from 'sharp';

let loaded: typeof libvips | undefined;

/** Loads sharp with the first picture, because loading it takes time and memory. */
export function sharp(input: SharpInput | SharpOptions, options?: SharpOptions): Sharp {
  loaded ??= createRequire(__filename)('sharp') as typeof libvips;
  return loaded(input as SharpInput, options);
}
