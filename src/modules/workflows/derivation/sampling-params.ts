import type { Workflow } from '../public/workflow';
import type { GraphReading } from './graph-reading';
import type { Source } from './literal-source';
import { SEED_DESCRIPTION } from './other-params';
import type { Confidence, ParamBook } from './param-book';
import { walkPrompts } from './prompt-walk';
import { addSplitSteps } from './split-steps';
import { firstAt, shiftNodes, type PassField, passValue } from './pass-values';
import type { SamplingPass } from './sampling-passes';

type Literal = Extract<Source, { kind: 'literal' }>;

const DESCRIPTIONS: Readonly<Record<PassField, string>> = {
  seed: SEED_DESCRIPTION,
  steps: 'Sampling steps: more take longer, and up to a point bring detail.',
  cfg: 'Classifier-free guidance: how strictly the prompt is followed. 1 switches the negative prompt off and halves the time.',
  sampler: 'Sampling method.',
  scheduler: 'How the noise is spread over the steps.',
  denoise: 'How much of the input is made anew: 0 keeps it, 1 ignores it.',
  shift:
    'Shifts the steps towards high noise: higher values suit larger sizes and steadier composition.',
  guidance: 'Distilled guidance: how strictly the prompt is followed.',
};

/** `seed`, `steps`, `cfg`, … of every pass. What passes share is one param; what differs has the pass's number. */
export function addSampling(
  reading: GraphReading,
  passes: readonly SamplingPass[],
  kind: Workflow['kind'],
  book: ParamBook,
): void {
  addField(reading, passes, 'seed', book);
  const isSplit = addSplitSteps(reading, passes, kind, book);
  if (!isSplit) addByPass(reading, passes, 'steps', kind, book);
  addByPass(reading, passes, 'cfg', kind, book);
  addField(reading, passes, 'sampler', book);
  addField(reading, passes, 'scheduler', book);
  addDenoise(reading, passes, book);
  addField(reading, passes, 'shift', book);
  addModelShifts(reading, passes, book);
  addGuidance(reading, passes, kind, book);
}

/** The request for a video names the first and the second pass's steps and cfg (spec §4.2). */
function addByPass(
  reading: GraphReading,
  passes: readonly SamplingPass[],
  field: 'steps' | 'cfg',
  kind: Workflow['kind'],
  book: ParamBook,
): void {
  if (kind === 'image') {
    addField(reading, passes, field, book);
    return;
  }
  const led = passes.filter((pass) => walkPrompts(reading, pass).fields.length > 0);
  // A long clip is made piece by piece, each piece like the first.
  if (led.length > 2) {
    addField(reading, passes, field, book, `${field}_high`);
    return;
  }
  passes.forEach((pass, index) => {
    const suffix = ['_high', '_low'][index] ?? `_${String(index + 1)}`;
    const source = passValue(reading, pass, field);
    if (source.kind === 'literal')
      add(reading, { name: `${field}${suffix}`, field, pass: index, sources: [source] }, book);
  });
}

interface Found {
  readonly name: string;
  readonly field: PassField;
  readonly pass: number;
  readonly sources: readonly Literal[];
}

function addField(
  reading: GraphReading,
  passes: readonly SamplingPass[],
  field: PassField,
  book: ParamBook,
  firstName: string = field,
): void {
  const groups: Found[] = [];
  passes.forEach((pass, index) => {
    const source = passValue(reading, pass, field);
    if (source.kind !== 'literal') return;
    const same = groups.findIndex(({ sources: [first] }) => first?.value === source.value);
    const group = groups[same];
    if (group) groups[same] = { ...group, sources: [...group.sources, source] };
    else {
      const name = groups.length === 0 ? firstName : `${field}_${String(index + 1)}`;
      groups.push({ name, field, pass: index, sources: [source] });
    }
  });
  for (const group of groups) add(reading, group, book);
}

function add(reading: GraphReading, { name, field, pass, sources }: Found, book: ParamBook): void {
  const [first] = sources;
  if (!first) return;
  book.add({
    name,
    binds: sources.map(({ bind }) => bind),
    confidence: confidenceOf(first),
    reason: reasonOf(reading, field, pass, first),
    description: `${DESCRIPTIONS[field]}${pass === 0 ? '' : ` Of pass ${String(pass + 1)}.`}`,
    // A seed is drawn anew for every job; a further one stays as the graph has it.
    ...(name === 'seed' ? { withoutDefault: true } : {}),
  });
}

/** Straight at the node is sure; a primitive in between is nearly so. */
export function confidenceOf({ via }: Literal): Confidence {
  return via.length === 0 ? 'high' : 'medium';
}

function reasonOf(
  reading: GraphReading,
  field: PassField,
  pass: number,
  { bind, via }: Literal,
): string {
  const place = `${reading.classOf(bind.node)}.${bind.input}`;
  const how = via.length === 0 ? 'is' : 'feeds';
  return `${place} ${how} the ${field} of sampling pass ${String(pass + 1)}.`;
}

/** Only where it does something good: on a picture that is there, or where the graph itself lowers it. */
function addDenoise(reading: GraphReading, passes: readonly SamplingPass[], book: ParamBook): void {
  passes.forEach((pass, index) => {
    const source = passValue(reading, pass, 'denoise');
    if (source.kind !== 'literal') return;
    if (source.value === 1 && !startsFromPicture(reading, pass)) return;
    const name = index === 0 ? 'denoise' : `denoise_${String(index + 1)}`;
    add(reading, { name, field: 'denoise', pass: index, sources: [source] }, book);
  });
}

/** Is what a pass starts from made of a picture, with no other pass in between? */
function startsFromPicture(reading: GraphReading, { sampler }: SamplingPass): boolean {
  let [latent] = reading.linksOfType(sampler, (type) => type === 'LATENT');
  const seen = new Set<string>();
  while (latent) {
    const [, [id]] = latent;
    if (seen.has(id)) return false;
    seen.add(id);
    const pictures = reading.linksOfType(id, (type) => type === 'IMAGE');
    [latent] = reading.linksOfType(id, (type) => type === 'LATENT');
    if (!latent) return pictures.some(([input]) => /^pixels|^image$/.test(input));
  }
  return false;
}

/** FLUX names its two ends. */
function addModelShifts(
  reading: GraphReading,
  passes: readonly SamplingPass[],
  book: ParamBook,
): void {
  for (const name of ['max_shift', 'base_shift']) {
    const sources = passes
      .map((pass) => firstAt(reading, [...shiftNodes(reading, pass), ...pass.sigmas], [name]))
      .filter((source) => source.kind === 'literal');
    const [first] = sources;
    const same = sources.filter(({ value }) => value === first?.value);
    if (first)
      book.add({
        name,
        binds: same.map(({ bind }) => bind),
        confidence: confidenceOf(first),
        reason: `${reading.classOf(first.bind.node)}.${first.bind.input} is on the model's way to the sampler.`,
        description: DESCRIPTIONS.shift,
      });
  }
}

/** Spec §4.1: what pictures get when a request leaves guidance out. §4.2 states nothing for clips. */
const GUIDANCE = 4;

/** `FluxGuidance` and encoders with a guidance of their own, on the positive conditioning. */
function addGuidance(
  reading: GraphReading,
  passes: readonly SamplingPass[],
  kind: Workflow['kind'],
  book: ParamBook,
): void {
  const sources = passes.flatMap((pass) => [
    ...walkPrompts(reading, pass).positiveNodes.map((id) => firstAt(reading, [id], ['guidance'])),
    passValue(reading, pass, 'guidance'),
  ]);
  const literals = sources.filter((source) => source.kind === 'literal');
  const [first] = literals;
  if (!first) return;
  const same = literals.filter(({ value }) => value === first.value);
  book.add({
    name: 'guidance',
    binds: same.map(({ bind }) => bind),
    confidence: confidenceOf(first),
    reason: `${reading.classOf(first.bind.node)}.${first.bind.input} is on the way from the prompt to the sampler.`,
    ...(kind === 'image'
      ? {
          stated: GUIDANCE,
          description: `${DESCRIPTIONS.guidance} The graph's own value is ${String(first.value)}; left out, this service sends 4.`,
        }
      : { description: DESCRIPTIONS.guidance }),
  });
}
