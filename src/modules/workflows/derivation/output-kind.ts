import type { Workflow } from '../public/workflow';
import type { FileInput } from './file-params';
import type { GraphReading } from './graph-reading';
import { sourceOf } from './literal-source';
import type { ParamBook } from './param-book';
import type { SamplingPass } from './sampling-passes';
import { addUpstreamValues } from './upstream-values';

/** What comes out of a graph's output nodes. */
export type OutputKind = 'video' | 'image' | 'audio' | 'other';

/** The most important kind of result: video before image before audio. */
export function outputKindOf(reading: GraphReading, passes: readonly SamplingPass[]): OutputKind {
  const outputKinds = reading.roots.map((id) =>
    // Some packs' samplers save their pictures themselves.
    passes.some(({ sampler }) => sampler === id) ? 'image' : outputKindOfRoot(reading, id),
  );
  return (
    (['video', 'image', 'audio'] as const).find((kind) => outputKinds.includes(kind)) ?? 'other'
  );
}

function outputKindOfRoot(reading: GraphReading, id: string): OutputKind {
  const types = reading.links(id).map(([input]) => reading.linkType(id, input));
  const hasFrameRate = reading.has(id, 'fps') || reading.has(id, 'frame_rate');
  if (types.includes('VIDEO') || hasFrameRate || /video|webm|gif/i.test(reading.classOf(id)))
    return 'video';
  if (types.includes('IMAGE')) return 'image';
  return types.includes('AUDIO') ? 'audio' : 'other';
}

/** Results with a length are videos, all others images. */
export function kindOf(outputKind: OutputKind): Workflow['kind'] {
  return outputKind === 'video' || outputKind === 'audio' ? 'video' : 'image';
}

/** The mode, from the input files and their use. */
export function modeOf(
  reading: GraphReading,
  passes: readonly SamplingPass[],
  kind: Workflow['kind'],
  files: readonly FileInput[],
): string {
  const has = (type: FileInput['type']): boolean => files.some((file) => file.type === type);
  if (kind === 'video') {
    if (has('video')) return 'v2v';
    return has('image') || has('audio') ? 'i2v' : 't2v';
  }
  if (files.length === 0) return 't2i';
  if (enlarges(reading, passes)) return 'upscale';
  return isReference(reading, passes, files) ? 'edit' : 'i2i';
}

/** Is the start picture of the first pass (without a pass: the result) enlarged by a model? */
function enlarges(reading: GraphReading, [first]: readonly SamplingPass[]): boolean {
  const [latent] = first ? reading.linksOfType(first.sampler, (type) => type === 'LATENT') : [];
  if (first && !latent) return false;
  const upstream = latent ? reading.upstream(latent[1][0]) : reading.live;
  return [...upstream].some(
    (id) => reading.linksOfType(id, (type) => type === 'UPSCALE_MODEL').length > 0,
  );
}

/** Does the conditioning use a file as the picture to edit? */
function isReference(
  reading: GraphReading,
  passes: readonly SamplingPass[],
  files: readonly FileInput[],
): boolean {
  if (passes.length === 0) return false;
  const fromFiles = new Set(files.map(({ node }) => node));
  for (const id of fromFiles) for (const { node } of reading.consumers(id)) fromFiles.add(node);
  return [...fromFiles].some(
    (id) =>
      /reference_?latent|instructpix|edit/i.test(reading.classOf(id)) ||
      encodesPicture(reading, id),
  );
}

/** A text encoder that also takes a picture. */
function encodesPicture(reading: GraphReading, id: string): boolean {
  const has = (linkType: string): boolean =>
    reading.linksOfType(id, (type) => type === linkType).length > 0;
  return has('CLIP') && has('IMAGE') && !has('CONDITIONING');
}

/** Adds `fps` of the node that writes the video, together with every other input of the same value. */
export function addFps(reading: GraphReading, book: ParamBook): void {
  const writers = reading.roots.flatMap((id) => [
    id,
    ...reading.linksOfType(id, (type) => type === 'VIDEO').map(([, [source]]) => source),
  ]);
  const [first] = frameRateSources(reading, writers);
  if (first?.kind === 'derived') addUpstreamValues(reading, 'fps', first.node, book);
  if (first?.kind !== 'literal') return;
  const same = frameRateSources(reading, [...writers, ...reading.live]).filter(
    (source) => source.kind === 'literal' && source.value === first.value,
  );
  book.add({
    name: 'fps',
    ...(Number.isInteger(first.value) ? { type: 'integer' as const } : {}),
    binds: same.flatMap((source) => (source.kind === 'literal' ? [source.bind] : [])),
    confidence: first.via.length === 0 ? 'high' : 'medium',
    reason: `${reading.classOf(first.bind.node)}.${first.bind.input} is the frame rate of the video that is written.`,
    description: 'Frames per second of the finished video.',
  });
}

const RATES = ['fps', 'frame_rate'];

const frameRateSources = (reading: GraphReading, nodes: readonly string[]) =>
  nodes.flatMap((node) =>
    RATES.filter((input) => reading.has(node, input)).map((input) =>
      sourceOf(reading, node, input),
    ),
  );
