import { createRequire } from 'node:module';
import type libvips from 'sharp';
import type { Sharp, SharpInput, SharpOptions } from 'sharp';

let loaded: typeof libvips | undefined;

/** sharp itself, loaded with the first picture: a node that has drawn nothing yet pays neither its time nor its memory. */
export function sharp(input: SharpInput | SharpOptions, options?: SharpOptions): Sharp {
  loaded ??= createRequire(__filename)('sharp') as typeof libvips;
  return loaded(input as SharpInput, options);
}
