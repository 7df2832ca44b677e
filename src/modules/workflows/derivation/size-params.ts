import type { ParamBinding, Workflow } from '../public/workflow';
import type { GraphReading } from './graph-reading';
import { chosenInput, type LiteralSource, type Source, sourceOf } from './literal-source';
import type { ParamBook } from './param-book';
import { confidenceOf } from './sampling-params';
import type { SamplingPass } from './sampling-passes';
import { textInputs } from './text-inputs';
import { addUpstreamValues } from './upstream-values';

/** The node that sets the result's size, and the names of its width and height inputs. */
interface SizeHolder {
  readonly node: string;
  readonly width: string;
  readonly height: string;
  /** True if a pass starts from its latent; false for a guess. */
  readonly isCertain: boolean;
}

const LENGTHS = [
  ...['length', 'video_frames', 'num_frames', 'frames_number', 'video_length', 'frame_count'],
  ...['frames', 'video_frame_count'],
];

/** Adds `width`, `height`, `length` or `seconds`, and `batch_size` of the latent that the first pass starts from. */
export function addSize(
  reading: GraphReading,
  passes: readonly SamplingPass[],
  kind: Workflow['kind'],
  book: ParamBook,
): void {
  const holder = sizeHolder(reading, passes);
  if (holder) {
    addDimensions(reading, holder, book);
    addFromInputs(reading, 'batch_size', [{ node: holder.node, input: 'batch_size' }], book);
  }
  const latentStarts = new Set(passes.flatMap((pass) => latentSources(reading, pass)));
  addLength(reading, [...(holder ? [holder.node] : []), ...latentStarts], kind, book);
  const scaled = existingInputs(reading, reading.live, ['megapixels', 'resize_type.megapixels']);
  addFromInputs(
    reading,
    'megapixels',
    scaled,
    book,
    'Size of the picture that is worked on, in megapixels.',
  );
}

function sizeHolder(
  reading: GraphReading,
  passes: readonly SamplingPass[],
): SizeHolder | undefined {
  for (const pass of passes) {
    const holder = latentSources(reading, pass)
      .map((id) => sizeHolderAt(reading, id, true))
      .find((one) => one !== undefined);
    if (holder) return holder;
  }
  return likeliestSizeHolder(reading, passes);
}

/** Nodes that create the latent of a pass, nearest first; nodes with a latent input only pass one on. */
function latentSources(reading: GraphReading, { sampler }: SamplingPass): readonly string[] {
  return reading.cachedFor(findSources, sampler);
}

function findSources(reading: GraphReading, sampler: string): readonly string[] {
  const latentStarts: string[] = [];
  const visited = new Set<string>();
  const stack = [sampler];
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    if (visited.has(id)) continue;
    visited.add(id);
    const sources = latentsInto(reading, id);
    if (sources.length === 0 && id !== sampler) latentStarts.push(id);
    stack.push(...sources.toReversed());
  }
  return latentStarts;
}

/** The nodes whose latents go into a node; for a switch, the selected one comes first. */
function latentsInto(reading: GraphReading, id: string): readonly string[] {
  const chosen = chosenInput(reading, id);
  const chosenLink = chosen === null ? undefined : reading.link(id, chosen);
  const latents = reading.linksOfType(id, (type) => type === 'LATENT');
  return [
    ...new Set(
      [...(chosenLink ? [chosenLink] : []), ...latents.map(([, link]) => link)].map(([at]) => at),
    ),
  ];
}

function sizeHolderAt(
  reading: GraphReading,
  node: string,
  isCertain: boolean,
): SizeHolder | undefined {
  for (const width of reading.inputs(node).filter((input) => WIDTH.test(input))) {
    const height = width.replace(/width$/, 'height');
    if (reading.has(node, height)) return { node, width, height, isCertain };
  }
  return undefined;
}

const WIDTH = /^(?:(?:empty_)?latent_|image_|video_|.*\.)?width$/;

/** Some packs pass the size in links of their own types; paid services and all-in-one nodes have it beside the prompt. */
function likeliestSizeHolder(
  reading: GraphReading,
  passes: readonly SamplingPass[],
): SizeHolder | undefined {
  const samplers = passes.map(({ sampler }) => sampler);
  const nearest = [...reading.live].reverse();
  return nearest
    .filter((id) =>
      samplers.length > 0 ? feedsPackTypes(reading, id) : textInputs(reading, id).length > 0,
    )
    .map((id) => sizeHolderAt(reading, id, false))
    .find((one) => one !== undefined);
}

const COMMON_OUTPUTS = /^(?:IMAGE|MASK|CONDITIONING|MODEL|SIGMAS|LATENT|INT|FLOAT|STRING|VIDEO)$/;

/** Do all outputs of a node go to inputs of types that only its own pack uses? */
function feedsPackTypes(reading: GraphReading, id: string): boolean {
  const types = reading.consumers(id).map(({ node, input }) => reading.linkType(node, input));
  const isOpen = reading.isDescribed(id);
  return (
    types.length > 0 &&
    types.every((type) => !COMMON_OUTPUTS.test(type) && !(isOpen && type === '*'))
  );
}

function addDimensions(
  reading: GraphReading,
  { node, width, height, isCertain }: SizeHolder,
  book: ParamBook,
): void {
  const sides = [
    ['width', width, 'Width in pixels.'],
    ['height', height, 'Height in pixels.'],
  ] as const;
  const sources = sides.map(([, input]) => sourceOf(reading, node, input));
  const mirrors = inputsOfSameSize(reading, sources);
  const isFinal = !reading.live.some((id) => enlarges(reading, id));
  sides.forEach(([name, input, description], side) => {
    const source = sources[side];
    if (source?.kind === 'derived') addUpstreamValues(reading, name, source.node, book);
    if (source?.kind !== 'literal') return;
    book.add({
      name,
      binds: [source.bind, ...mirrors.map((mirror) => mirror[side === 0 ? 'width' : 'height'])],
      confidence: isCertain ? confidenceOf(source) : 'medium',
      reason: isCertain
        ? `${reading.classOf(node)}.${input} sizes the latent that the first pass starts from.`
        : `${reading.classOf(node)}.${input} is the likeliest size of the result.`,
      description: isFinal ? description : `${description} A later step enlarges the result.`,
    });
  });
}

const enlarges = (reading: GraphReading, id: string): boolean =>
  /upscale|upsampl/i.test(reading.classOf(id)) && reading.links(id).length > 0;

/** Inputs of other nodes with the same width and height: schedulers, model samplings, encoders, resizers of inputs. */
function inputsOfSameSize(
  reading: GraphReading,
  [width, height]: readonly Source[],
): readonly { width: ParamBinding; height: ParamBinding }[] {
  if (width?.kind !== 'literal' || height?.kind !== 'literal') return [];
  const isSame = (node: string, input: string, value: unknown): boolean =>
    reading.literal(node, input) === value;
  return reading.live
    .filter((id) => mayShareSize(reading, id))
    .flatMap((node) =>
      reading
        .inputs(node)
        .filter((input) => /(?:^|[._])width$/.test(input) && isSame(node, input, width.value))
        .map((input) => ({ node, input, other: input.replace(/width$/, 'height') }))
        .filter(({ other }) => isSame(node, other, height.value))
        .map(({ input, other }) => ({
          width: { node, input },
          height: { node, input: other },
        })),
    );
}

/** Nodes that scale a latent or cut out a part of the picture have a size of their own. */
function mayShareSize(reading: GraphReading, id: string): boolean {
  const scales = reading.linksOfType(id, (type) => type === 'LATENT').length > 0;
  return !scales && !reading.has(id, 'x') && !/upscale|crop/i.test(reading.classOf(id));
}

/** Adds `length` in frames, or `seconds` for audio. */
function addLength(
  reading: GraphReading,
  nodes: readonly string[],
  kind: Workflow['kind'],
  book: ParamBook,
): void {
  // Among pictures `frames` may count anything; only what a pass starts from is a length.
  const isLength = kind === 'video' || existingInputs(reading, nodes, LENGTHS).length > 0;
  const others = isLength ? reading.live.filter((id) => mayHoldLength(reading, id)) : [];
  const frames = existingInputs(reading, [...nodes, ...others], LENGTHS);
  addFromInputs(reading, 'length', frames, book, 'Number of frames.');
  addFromInputs(
    reading,
    'seconds',
    existingInputs(reading, nodes, ['seconds']),
    book,
    'Length in seconds.',
  );
}

/** Nodes that cut a piece out of a latent or a batch have a length of their own. */
const mayHoldLength = (reading: GraphReading, id: string): boolean =>
  reading.linksOfType(id, (type) => type === 'LATENT').length === 0 &&
  !reading.has(id, 'batch_index');

function existingInputs(
  reading: GraphReading,
  nodes: readonly string[],
  inputs: readonly string[],
): readonly ParamBinding[] {
  return nodes.flatMap((node) =>
    inputs.filter((input) => reading.has(node, input)).map((input) => ({ node, input })),
  );
}

/** Adds a param for the first input's value; it also sets the other inputs with the same value. */
function addFromInputs(
  reading: GraphReading,
  name: string,
  places: readonly ParamBinding[],
  book: ParamBook,
  description = 'How many are made at once.',
): void {
  const sources = places.map(({ node, input }) => sourceOf(reading, node, input));
  const [first] = sources;
  if (first?.kind === 'derived') addUpstreamValues(reading, name, first.node, book);
  if (first?.kind !== 'literal') return;
  const same = sources.filter(
    (source): source is LiteralSource => source.kind === 'literal' && source.value === first.value,
  );
  book.add({
    name,
    binds: same.map(({ bind }) => bind),
    confidence: confidenceOf(first),
    reason: `${reading.classOf(first.bind.node)}.${first.bind.input} sets the ${name}.`,
    description,
  });
}
