import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { SimulatorNode } from '../../src/simulator/simulator-node';
import { RecordedSession } from './recorded-session';

/** A simulator with the model files of the recorded machine, and a replay session. */
export class RecordedNode {
  readonly session = new RecordedSession(() => this.node.url);

  private constructor(
    readonly node: SimulatorNode,
    private readonly folder: string,
  ) {}

  static async start(stepMs = 5): Promise<RecordedNode> {
    const dataDir = await mkdtemp(join(tmpdir(), 'recorded-node-'));
    await placeFile(join(dataDir, 'models/loras/random_small_lora.safetensors'), LORA);
    const models = {
      checkpoints: ['random_sd15.safetensors', 'random_small.safetensors'],
      loras: ['random_sd15_lora.safetensors'],
    };
    return new RecordedNode(await SimulatorNode.start({ dataDir, models, stepMs }), dataDir);
  }

  /** Writes a file into one of the node's folders. */
  async place(path: string, bytes: Buffer | string): Promise<void> {
    await placeFile(join(this.folder, path), bytes);
  }

  async remove(path: string): Promise<void> {
    await rm(join(this.folder, path));
  }

  async stop(): Promise<void> {
    await this.node.stop();
    await rm(this.folder, { recursive: true });
  }
}

async function placeFile(path: string, bytes: Buffer | string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
}

/** A safetensors file of that header and no tensors' bytes. */
export function safetensors(header: unknown): Buffer {
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  return Buffer.concat([length, text]);
}

/** The LoRA whose metadata were recorded. */
export const LORA = safetensors({
  __metadata__: { ss_network_dim: '4', ss_network_alpha: '4', ss_base_model_version: 'sd_v1' },
  'lora_unet_x.lora_up.weight': { dtype: 'F32', shape: [], data_offsets: [0, 0] },
});
