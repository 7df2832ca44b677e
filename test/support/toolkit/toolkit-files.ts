import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A LoRA file as the trainer writes it, with `step` in its header. `missing` bytes are cut off its end. */
export function writeCheckpoint(path: string, step: number, missing = 0): void {
  const header = Buffer.from(
    JSON.stringify({
      __metadata__: { training_info: JSON.stringify({ step, epoch: 1 }) },
      'diffusion_model.layers.0.attention.to_q.lora_A.weight': {
        dtype: 'F16',
        shape: [4, 4],
        data_offsets: [0, 32],
      },
    }),
  );
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  const file = Buffer.concat([length, header, Buffer.alloc(32)]);
  writeFileSync(path, file.subarray(0, file.length - missing));
}

/** Not a picture, but named as one: nobody decodes it. */
export function writeSample(folder: string, step: number, index: number, at: number): void {
  mkdirSync(join(folder, 'samples'), { recursive: true });
  const name = `${at}__${String(step).padStart(9, '0')}_${index}.jpg`;
  writeFileSync(join(folder, 'samples', name), `sample ${step} ${index}`);
}

export interface ListedFile {
  readonly path: string;
  readonly size: number;
}

/** Files of a folder whose names match, by name; empty for a missing folder. */
export function filesIn(folder: string, pattern: RegExp): readonly ListedFile[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => pattern.test(name))
    .sort()
    .map((name) => join(folder, name))
    .map((path) => ({ path, size: statSync(path).size }));
}
