import type { Workflow } from '../public/workflow';
import type { GraphReading } from './graph-reading';
import type { LiteralSource } from './literal-source';
import { SEED_DESCRIPTION } from './other-params';
import type { Confidence, ParamBook } from './param-book';
import { walkPrompts } from './prompt-walk';
import { addSplitSteps } from './split-steps';
import { firstAt, shiftNodes, type PassField, passValue } from './pass-values';
import type { SamplingPass } from './sampling-passes';

const DESCRIPTIONS: Readonly<Record<PassField, string>> = {
  seed: SEED_DESCRIPTION,
  steps: 'Sampling steps: more take longer, and up to a point bring detail.',
  cfg: 'Classifier-free guidance: how strictly the prompt is followed. 1 switches the negative prompt off and halves the time.',
  sampler: 'Sampling method.',
  scheduler: 'How the noise is spread over the steps.',
  denoise: 'How much of the input is replaced: 0 keeps it, 1 ignores it.',
  shift:
    'Shifts the steps towards high noise: higher values suit larger sizes and steadier composition.',
  guidance: 'Distilled guidance: how strictly the prompt is followed.',
};

/** Adds `seed`, `steps`, `cfg`, … of every pass. Equal values share a param; other names end in the pass's number. */
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
  addGuidance(reading, passes, book);
}

/** The request for a video names the first and the second pass's steps and cfg. */
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
  const guidedPasses = passes.filter((pass) => walkPrompts(reading, pass).fields.length > 0);
  // With more than two passes, a long clip is generated piece by piece with the same settings.
  if (guidedPasses.length > 2) {
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

interface PassParam {
  readonly name: string;
  readonly field: PassField;
  readonly pass: number;
  readonly sources: readonly LiteralSource[];
}

function addField(
  reading: GraphReading,
  passes: readonly SamplingPass[],
  field: PassField,
  book: ParamBook,
  firstName: string = field,
): void {
  const groups: PassParam[] = [];
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

function add(
  reading: GraphReading,
  { name, field, pass, sources }: PassParam,
  book: ParamBook,
): void {
  const [first] = sources;
  if (!first) return;
  book.add({
    name,
    binds: sources.map(({ bind }) => bind),
    confidence: confidenceOf(first),
    reason: reasonOf(reading, field, pass, first),
    description: `${DESCRIPTIONS[field]}${pass === 0 ? '' : ` Of pass ${String(pass + 1)}.`}`,
    // The first seed is random for every job; further seeds keep the graph's value.
    ...(name === 'seed' ? { withoutDefault: true } : {}),
  });
}

/** High for a value in the node itself, medium for one in a primitive node upstream. */
export function confidenceOf({ via }: LiteralSource): Confidence {
  return via.length === 0 ? 'high' : 'medium';
}

function reasonOf(
  reading: GraphReading,
  field: PassField,
  pass: number,
  { bind, via }: LiteralSource,
): string {
  const place = `${reading.classOf(bind.node)}.${bind.input}`;
  const how = via.length === 0 ? 'is' : 'feeds';
  return `${place} ${how} the ${field} of sampling pass ${String(pass + 1)}.`;
}

/** Adds `denoise` only where it is useful: a pass that starts from a picture, or a value below 1 in the graph. */
function addDenoise(reading: GraphReading, passes: readonly SamplingPass[], book: ParamBook): void {
  passes.forEach((pass, index) => {
    const source = passValue(reading, pass, 'denoise');
    if (source.kind !== 'literal') return;
    if (source.value === 1 && !startsFromPicture(reading, pass)) return;
    const name = index === 0 ? 'denoise' : `denoise_${String(index + 1)}`;
    add(reading, { name, field: 'denoise', pass: index, sources: [source] }, book);
  });
}

/** Does a pass start from a picture, without another pass in between? */
function startsFromPicture(reading: GraphReading, { sampler }: SamplingPass): boolean {
  let [latent] = reading.linksOfType(sampler, (type) => type === 'LATENT');
  const visited = new Set<string>();
  while (latent) {
    const [, [id]] = latent;
    if (visited.has(id)) return false;
    visited.add(id);
    const pictures = reading.linksOfType(id, (type) => type === 'IMAGE');
    [latent] = reading.linksOfType(id, (type) => type === 'LATENT');
    if (!latent) return pictures.some(([input]) => /^pixels|^image$/.test(input));
  }
  return false;
}

/** Adds `max_shift` and `base_shift` of FLUX models. */
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

/** Adds `guidance`: of `FluxGuidance` nodes and encoders on the positive conditioning, or of the pass itself. */
function addGuidance(
  reading: GraphReading,
  passes: readonly SamplingPass[],
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
    description: DESCRIPTIONS.guidance,
  });
}
