import { groupBy } from '../../../platform/group-by';
import { modelsUsed, type ModelUse } from '../graph/model-files';
import type { RequiredModel } from '../public/workflow';
import type { GraphReading } from './graph-reading';
import { modelPath } from './pass-values';
import type { ParamBook } from './param-book';
import type { SamplingPass } from './sampling-passes';

/** Param names by folder; other folders use their own name. */
const NAMES: Readonly<Record<string, string>> = {
  checkpoints: 'checkpoint',
  diffusion_models: 'unet',
  text_encoders: 'clip',
  loras: 'lora',
  upscale_models: 'upscale_model',
  latent_upscale_models: 'latent_upscale_model',
  model_patches: 'model_patch',
  style_models: 'style_model',
  audio_encoders: 'audio_encoder',
  hypernetworks: 'hypernetwork',
};

/** Adds `checkpoint`, `unet`, `clip`, `vae`, `lora`, …: one param per file, shared by all loaders of the file. */
export function addModels(
  reading: GraphReading,
  passes: readonly SamplingPass[],
  book: ParamBook,
): void {
  const groups = groupBy(liveModels(reading, passes), ({ folder, file }) =>
    JSON.stringify([folder, file]),
  );
  const counts = new Map<string, number>();
  for (const [first, ...more] of groups.values()) {
    if (!first) continue;
    const base = NAMES[first.folder] ?? first.folder.replace(/[^a-z0-9]+/g, '_');
    const count = (counts.get(base) ?? 0) + 1;
    counts.set(base, count);
    const name = count === 1 ? base : `${base}_${String(count)}`;
    addModel(name, [first, ...more], book);
    if (first.folder === 'loras') addStrength(reading, name, first.node, book);
  }
}

function addModel(name: string, uses: readonly [ModelUse, ...ModelUse[]], book: ParamBook): void {
  const [{ folder, nodeClass, input }] = uses;
  book.add({
    name,
    type: folder === 'loras' ? 'lora' : 'model',
    folder,
    binds: uses.map((use) => ({ node: use.node, input: use.input })),
    confidence: 'high',
    reason: `${nodeClass}.${input} names a file of the folder ${folder}.`,
    description:
      folder === 'loras'
        ? 'A LoRA that belongs to the workflow: a file of the folder loras on the node.'
        : `A file of the folder ${folder} on the node.`,
  });
}

function addStrength(reading: GraphReading, lora: string, node: string, book: ParamBook): void {
  for (const input of ['strength_model', 'strength'])
    if (typeof reading.literal(node, input) === 'number')
      book.add({
        name: `${lora}_strength_model`,
        binds: [{ node, input }],
        confidence: 'high',
        reason: `${reading.classOf(node)}.${input} is the strength of ${lora}.`,
        description: `How strongly ${lora} acts on the model.`,
      });
}

/** Small text encoders come after the large one, which is `clip`. */
const SMALL = /clip[_-]?[lgh]|vit|byt5/i;

/** Model files of live nodes, those of the sampling passes first. */
function liveModels(reading: GraphReading, passes: readonly SamplingPass[]): readonly ModelUse[] {
  const uses = groupBy(modelsUsed(reading.graph), ({ node }) => node);
  const ordered = new Set([
    ...passes.flatMap((pass) => [
      ...modelPath(reading, pass)
        .map(([id]) => id)
        .reverse(),
      ...decodingVae(reading, pass),
    ]),
    ...reading.live,
  ]);
  return [...ordered].flatMap((id) =>
    (uses.get(id) ?? []).toSorted(
      (a, b) =>
        Number(SMALL.test(a.file)) - Number(SMALL.test(b.file)) || (a.input < b.input ? -1 : 1),
    ),
  );
}

/** The VAE that decodes the latent of a pass. */
function decodingVae(reading: GraphReading, { sampler }: SamplingPass): readonly string[] {
  const visited = new Set<string>();
  const queue = [sampler];
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    if (visited.has(id)) continue;
    visited.add(id);
    const [vae] = id === sampler ? [] : reading.linksOfType(id, (type) => type === 'VAE');
    if (vae) return [vae[1][0]];
    for (const { node } of reading.consumers(id)) if (!visited.has(node)) queue.push(node);
  }
  return [];
}

/** The distinct model files of the workflow. */
export function requiredModels(
  reading: GraphReading,
  passes: readonly SamplingPass[],
): readonly RequiredModel[] {
  const models = liveModels(reading, passes).map(({ folder, file }) => ({ folder, file }));
  return [...new Map(models.map((one) => [`${one.folder}/${one.file}`, one])).values()];
}
