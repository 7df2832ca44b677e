/** A picture of one colour, saved: the graph of most recordings that need no model. */
export function plainGraph(color: number, prefix: string): string {
  return graphText([
    ['1', 'EmptyImage', { width: 64, height: 64, batch_size: 1, color }],
    ['2', 'SaveImage', { images: ['1', 0], filename_prefix: prefix }],
  ]);
}

/** What differs between the sampled pictures of the recordings. */
export interface SampledGraph {
  readonly ckpt?: string;
  readonly size?: number;
  readonly seed: number;
  readonly steps: number;
  readonly prefix?: string;
  readonly lora?: string;
}

/** A sampled picture, saved; optionally with a LoRA. As text, since JavaScript would sort the nodes. */
export function sampledGraph({ lora, ...graph }: SampledGraph): string {
  const { size = 64, seed, steps, prefix = 'sd', ckpt = 'random_small.safetensors' } = graph;
  const source = lora === undefined ? '4' : '10';
  const loader = { lora_name: lora, strength_model: 1, strength_clip: 1 };
  const nodes: (readonly [string, string, object])[] = [
    ['4', 'CheckpointLoaderSimple', { ckpt_name: ckpt }],
    ['5', 'EmptyLatentImage', { width: size, height: size, batch_size: 1 }],
    ['10', 'LoraLoader', { model: ['4', 0], clip: ['4', 1], ...loader }],
    ['6', 'CLIPTextEncode', { text: 'a cat', clip: [source, 1] }],
    ['7', 'CLIPTextEncode', { text: 'bad', clip: [source, 1] }],
    ['3', 'KSampler', sampler(source, seed, steps)],
    ['8', 'VAEDecode', { samples: ['3', 0], vae: ['4', 2] }],
    ['9', 'SaveImage', { images: ['8', 0], filename_prefix: prefix }],
  ];
  return graphText(nodes.filter(([id]) => lora !== undefined || id !== '10'));
}

function sampler(source: string, seed: number, steps: number): object {
  return {
    seed,
    steps,
    cfg: 7,
    sampler_name: 'euler',
    scheduler: 'normal',
    denoise: 1,
    model: [source, 0],
    positive: ['6', 0],
    negative: ['7', 0],
    latent_image: ['5', 0],
  };
}

/** A graph as text, with its nodes in this order. */
export function graphText(nodes: readonly (readonly [string, string, object])[]): string {
  const parts = nodes.map(
    ([id, class_type, inputs]) => `"${id}":${JSON.stringify({ class_type, inputs })}`,
  );
  return `{${parts.join(',')}}`;
}
