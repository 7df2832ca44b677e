import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The name of a weight in a LoRA, by the beginning of the architecture. */
const WEIGHTS: Readonly<Record<string, string>> = {
  flux2: 'diffusion_model.double_blocks.0.img_attn.qkv.lora_A.weight',
  flux: 'transformer.single_transformer_blocks.0.attn.to_k.lora_A.weight',
  qwen: 'diffusion_model.transformer_blocks.0.attn.to_k.lora_A.weight',
  wan: 'diffusion_model.blocks.0.cross_attn.k.lora_A.weight',
  sdxl: 'lora_unet_down_blocks_1_attentions_0_proj_in.lora_down.weight',
  zimage: 'diffusion_model.layers.0.attention.to_q.lora_A.weight',
};

/**
 * A LoRA file as the trainer writes it, with `step` in its header. It says that it is simulated.
 * @param missing bytes that are cut off its end
 * @param arch the toolkit's name of the architecture
 */
export function writeCheckpoint(path: string, step: number, missing = 0, arch = 'zimage'): void {
  const name = Object.keys(WEIGHTS).find((beginning) => arch.startsWith(beginning)) ?? 'zimage';
  const training_info = JSON.stringify({ step, epoch: 1 });
  const header = Buffer.from(
    JSON.stringify({
      __metadata__: { training_info, simulated: 'true' },
      [WEIGHTS[name] ?? '']: { dtype: 'F16', shape: [4, 4], data_offsets: [0, 32] },
    }),
  );
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  const file = Buffer.concat([length, header, Buffer.alloc(32)]);
  writeFileSync(path, file.subarray(0, file.length - missing));
}

/** A save of a run: a pair of files for models with two experts. `step` is left out of the name of the last one. */
export function writeSave(
  stem: string,
  step: number,
  { arch, isLast }: { readonly arch: string; readonly isLast: boolean },
): void {
  const name = isLast ? stem : `${stem}_${String(step).padStart(9, '0')}`;
  const experts = arch.startsWith('wan22_14b') ? ['_high_noise', '_low_noise'] : [''];
  for (const expert of experts) writeCheckpoint(`${name}${expert}.safetensors`, step, 0, arch);
}

/** The step in the header of a file that {@link writeCheckpoint} wrote. */
export function checkpointStep(path: string): number {
  const [, step] = /\\"step\\":(\d+)/.exec(readFileSync(path, 'latin1')) ?? [];
  return Number(step ?? 0);
}

/** Where a sample picture goes; its folder is there. */
export function samplePath(folder: string, step: number, index: number, at: number): string {
  mkdirSync(join(folder, 'samples'), { recursive: true });
  return join(folder, 'samples', `${at}__${String(step).padStart(9, '0')}_${index}.jpg`);
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
