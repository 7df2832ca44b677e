import { SimulatorNode, type SimulatorOptions } from '../../src/simulator/simulator-node';
import { eventually } from './eventually';

/** An entry of `GET /history/{id}`. */
export interface HistoryEntry {
  readonly prompt: readonly unknown[];
  readonly outputs: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>>;
  readonly status: {
    readonly status_str: string;
    readonly messages: readonly (readonly [string, Readonly<Record<string, unknown>>])[];
  };
}

/** A simulator in this process, with a client for tests. */
export class SimulatedNode {
  private constructor(readonly node: SimulatorNode) {}

  /** Starts one; its steps take no time by default. */
  static async start(options: SimulatorOptions = {}): Promise<SimulatedNode> {
    return new SimulatedNode(await SimulatorNode.start({ stepMs: 0, ...options }));
  }

  async stop(): Promise<void> {
    await this.node.stop();
  }

  async get(path: string): Promise<Response> {
    return fetch(this.node.url + path);
  }

  async json<T>(path: string): Promise<T> {
    return (await this.get(path)).json() as Promise<T>;
  }

  async post(path: string, body: unknown): Promise<Response> {
    return fetch(this.node.url + path, { method: 'POST', body: JSON.stringify(body) });
  }

  /** Queues a graph and answers its id. */
  async queue(graph: object, more: object = {}): Promise<string> {
    const answer = await this.post('/prompt', { prompt: graph, ...more });
    return ((await answer.json()) as { prompt_id: string }).prompt_id;
  }

  /** Waits for the end of a prompt. */
  async ended(promptId: string): Promise<HistoryEntry> {
    return eventually(
      async () => (await this.json<Record<string, HistoryEntry>>(`/history/${promptId}`))[promptId],
    );
  }

  /** Runs a graph to its end. */
  async run(graph: object): Promise<HistoryEntry> {
    return this.ended(await this.queue(graph));
  }

  async upload(name: string, bytes: Buffer): Promise<void> {
    const form = new FormData();
    form.set('image', new Blob([new Uint8Array(bytes)]), name);
    await fetch(`${this.node.url}/upload/image`, { method: 'POST', body: form });
  }

  /** The bytes of an output. */
  async file(output: unknown): Promise<Buffer> {
    const query = new URLSearchParams(output as Record<string, string>);
    return Buffer.from(await (await this.get(`/view?${query.toString()}`)).arrayBuffer());
  }
}

export function graphNode(class_type: string, inputs: Readonly<Record<string, unknown>>): object {
  return { class_type, inputs };
}

/** A picture of one colour, saved. */
export function plainPictureGraph(color = 0, filename_prefix = 'plain'): Record<string, object> {
  return {
    '1': graphNode('EmptyImage', { width: 16, height: 16, batch_size: 1, color }),
    '2': graphNode('SaveImage', { images: ['1', 0], filename_prefix }),
  };
}

/** A sampled picture, saved. */
export function sampledPictureGraph(
  changes: Readonly<Record<string, unknown>> = {},
): Record<string, object> {
  const sampler = {
    seed: 1,
    steps: 4,
    cfg: 7,
    sampler_name: 'euler',
    scheduler: 'normal',
    denoise: 1,
    model: ['4', 0],
    positive: ['6', 0],
    negative: ['7', 0],
    latent_image: ['5', 0],
    ...changes,
  };
  return {
    '4': graphNode('CheckpointLoaderSimple', { ckpt_name: 'sd_xl_base_1.0.safetensors' }),
    '5': graphNode('EmptyLatentImage', { width: 64, height: 64, batch_size: 1 }),
    '6': graphNode('CLIPTextEncode', { text: 'a fox', clip: ['4', 1] }),
    '7': graphNode('CLIPTextEncode', { text: 'bad', clip: ['4', 1] }),
    '3': graphNode('KSampler', sampler),
    '8': graphNode('VAEDecode', { samples: ['3', 0], vae: ['4', 2] }),
    '9': graphNode('SaveImage', { images: ['8', 0], filename_prefix: 'sampled' }),
  };
}
