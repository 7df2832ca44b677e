import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface BaseModel {
  /** The trainer's name of it. */
  readonly version: string;
  /** The name of a weight in a LoRA. */
  readonly weight: string;
}

const Z_IMAGE: BaseModel = {
  version: 'zimage',
  weight: 'diffusion_model.layers.0.attention.to_q.lora_A.weight',
};

/** By the beginning of the toolkit's name of the architecture. */
const BASE_MODELS: Readonly<Record<string, BaseModel>> = {
  flux2_klein: {
    version: 'flux2_klein_4b',
    weight: 'diffusion_model.double_blocks.0.img_attn.qkv.lora_A.weight',
  },
  flux: {
    version: 'flux.1',
    weight: 'transformer.single_transformer_blocks.0.attn.to_k.lora_A.weight',
  },
  qwen: {
    version: 'qwen_image',
    weight: 'diffusion_model.transformer_blocks.0.attn.to_k.lora_A.weight',
  },
  wan: {
    version: 'wan_2.2_14b',
    weight: 'diffusion_model.blocks.0.cross_attn.k.lora_A.weight',
  },
  sdxl: {
    version: 'sdxl_1.0',
    weight: 'lora_unet_down_blocks_1_attentions_0_proj_in.lora_down.weight',
  },
  zimage: Z_IMAGE,
};

/** What the trainer knows of the run that saves. */
export interface Trained {
  readonly name: string;
  /** The toolkit's name of the architecture. */
  readonly arch: string;
  readonly trigger: string;
}

/**
 * A LoRA file as the trainer writes it, with `step` in its header. It says that it is simulated.
 * @param missing bytes that are cut off its end
 */
export function writeCheckpoint(path: string, step: number, missing = 0, trained?: Trained): void {
  const arch = trained?.arch ?? '';
  const known = Object.keys(BASE_MODELS).find((beginning) => arch.startsWith(beginning));
  const { version, weight } = BASE_MODELS[known ?? ''] ?? Z_IMAGE;
  const header = Buffer.from(
    JSON.stringify({
      __metadata__: {
        training_info: JSON.stringify({ step, epoch: 1 }),
        simulated: 'true',
        ...(trained && {
          ss_base_model_version: version,
          ss_output_name: trained.name,
          ss_tag_frequency: JSON.stringify({
            [`1_${trained.trigger}`]: { [trained.trigger]: 1 },
          }),
        }),
      },
      [weight]: { dtype: 'F16', shape: [4, 4], data_offsets: [0, 32] },
    }),
  );
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  const file = Buffer.concat([length, header, Buffer.alloc(32)]);
  writeFileSync(path, file.subarray(0, file.length - missing));
}

/** A save of a run: a pair of files for models with two experts. `step` is left out of the name of the last one. */
export function writeSave(folder: string, step: number, trained: Trained, isLast: boolean): void {
  const stem = join(folder, trained.name);
  const name = isLast ? stem : `${stem}_${String(step).padStart(9, '0')}`;
  const experts = trained.arch.startsWith('wan22_14b') ? ['_high_noise', '_low_noise'] : [''];
  for (const expert of experts) writeCheckpoint(`${name}${expert}.safetensors`, step, 0, trained);
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
