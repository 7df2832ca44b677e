import type { ParamBinding, Workflow } from '../public/workflow';
import type { GraphReading } from './graph-reading';
import { chosenInput, type Source, sourceOf } from './literal-source';
import type { ParamBook } from './param-book';
import { confidenceOf } from './sampling-params';
import type { SamplingPass } from './sampling-passes';
import { textInputs } from './text-inputs';
import { addUpstreamValues } from './upstream-values';

type Literal = Extract<Source, { kind: 'literal' }>;

/** The node that says how large the result becomes, and what it calls width and height. */
interface SizeHolder {
  readonly node: string;
  readonly width: string;
  readonly height: string;
  /** A pass starts from it. Otherwise it is only the likeliest. */
  readonly isCertain: boolean;
}

const LENGTHS = [
  ...['length', 'video_frames', 'num_frames', 'frames_number', 'video_length', 'frame_count'],
  ...['frames', 'video_frame_count'],
];

/** `width`, `height`, `length` or `seconds`, `batch_size`: of the latent that the first pass starts from. */
export function addSize(
  reading: GraphReading,
  passes: readonly SamplingPass[],
  kind: Workflow['kind'],
  book: ParamBook,
): void {
  const holder = sizeHolder(reading, passes);
  if (holder) {
    addDimensions(reading, holder, book);
    addFrom(reading, 'batch_size', [{ node: holder.node, input: 'batch_size' }], book);
  }
  const begun = new Set(passes.flatMap((pass) => latentSources(reading, pass)));
  addLength(reading, [...(holder ? [holder.node] : []), ...begun], kind, book);
  const scaled = placesOf(reading, reading.live, ['megapixels', 'resize_type.megapixels']);
  addFrom(
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
    const found = latentSources(reading, pass)
      .map((id) => sizedNode(reading, id, true))
      .find((one) => one !== undefined);
    if (found) return found;
  }
  return likelyHolder(reading, passes);
}

/** Nodes that begin the latent of a pass, nearest first; the ones that take a latent pass it on. */
function latentSources(reading: GraphReading, { sampler }: SamplingPass): readonly string[] {
  return reading.once(findSources, sampler);
}

function findSources(reading: GraphReading, sampler: string): readonly string[] {
  const begun: string[] = [];
  const seen = new Set<string>();
  const open = [sampler];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const sources = latentsInto(reading, id);
    if (sources.length === 0 && id !== sampler) begun.push(id);
    open.push(...sources.toReversed());
  }
  return begun;
}

/** The nodes that a latent comes from, of a switch the chosen one first. */
function latentsInto(reading: GraphReading, id: string): readonly string[] {
  const chosen = chosenInput(reading, id);
  const way = chosen === null ? undefined : reading.link(id, chosen);
  const latents = reading.linksOfType(id, (type) => type === 'LATENT');
  return [
    ...new Set([...(way ? [way] : []), ...latents.map(([, link]) => link)].map(([at]) => at)),
  ];
}

function sizedNode(
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

/** Packs carry the size in links of their own; services and all-in-one nodes have it beside the prompt. */
function likelyHolder(
  reading: GraphReading,
  passes: readonly SamplingPass[],
): SizeHolder | undefined {
  const samplers = passes.map(({ sampler }) => sampler);
  const nearest = [...reading.live].reverse();
  return nearest
    .filter((id) =>
      samplers.length > 0 ? feedsOwnKind(reading, id) : textInputs(reading, id).length > 0,
    )
    .map((id) => sizedNode(reading, id, false))
    .find((one) => one !== undefined);
}

const COMMON_OUTPUTS = /^(?:IMAGE|MASK|CONDITIONING|MODEL|SIGMAS|LATENT|INT|FLOAT|STRING|VIDEO)$/;

/** Does a node give something that only its pack understands? */
function feedsOwnKind(reading: GraphReading, id: string): boolean {
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
  const found = sides.map(([, input]) => sourceOf(reading, node, input));
  const mirrors = mirrorsOf(reading, found);
  const isFinal = !reading.live.some((id) => enlarges(reading, id));
  sides.forEach(([name, input, description], side) => {
    const source = found[side];
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

/** Other nodes that are givenKind the same size: schedulers, model samplings, encoders, resizers of inputs. */
function mirrorsOf(
  reading: GraphReading,
  [width, height]: readonly Source[],
): readonly { width: ParamBinding; height: ParamBinding }[] {
  if (width?.kind !== 'literal' || height?.kind !== 'literal') return [];
  const isSame = (node: string, input: string, value: unknown): boolean =>
    reading.literal(node, input) === value;
  return reading.live
    .filter((id) => mayMirror(reading, id))
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

/** A latent that is scaled has a size of its own, and so has a part of the picture. */
function mayMirror(reading: GraphReading, id: string): boolean {
  const scales = reading.linksOfType(id, (type) => type === 'LATENT').length > 0;
  return !scales && !reading.has(id, 'x') && !/upscale|crop/i.test(reading.classOf(id));
}

/** In frames; audio counts in seconds. */
function addLength(
  reading: GraphReading,
  nodes: readonly string[],
  kind: Workflow['kind'],
  book: ParamBook,
): void {
  // Among pictures `frames` may count anything; only what a pass starts from is a length.
  const isSure = kind === 'video' || placesOf(reading, nodes, LENGTHS).length > 0;
  const others = isSure ? reading.live.filter((id) => mayBeTimed(reading, id)) : [];
  const frames = placesOf(reading, [...nodes, ...others], LENGTHS);
  addFrom(reading, 'length', frames, book, 'Number of frames.');
  addFrom(reading, 'seconds', placesOf(reading, nodes, ['seconds']), book, 'Length in seconds.');
}

/** What cuts a piece out of a latent or a batch has a length of its own. */
const mayBeTimed = (reading: GraphReading, id: string): boolean =>
  reading.linksOfType(id, (type) => type === 'LATENT').length === 0 &&
  !reading.has(id, 'batch_index');

function placesOf(
  reading: GraphReading,
  nodes: readonly string[],
  inputs: readonly string[],
): readonly ParamBinding[] {
  return nodes.flatMap((node) =>
    inputs.filter((input) => reading.has(node, input)).map((input) => ({ node, input })),
  );
}

/** The first place decides; the others take part when they hold the same value. */
function addFrom(
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
    (source): source is Literal => source.kind === 'literal' && source.value === first.value,
  );
  book.add({
    name,
    binds: same.map(({ bind }) => bind),
    confidence: confidenceOf(first),
    reason: `${reading.classOf(first.bind.node)}.${first.bind.input} sets the ${name}.`,
    description,
  });
}
