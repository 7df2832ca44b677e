import { boundsOf, PARAM_TYPE_BY_INPUT_TYPE, typeOf } from '../graph/input-specs';
import { isMedia } from '../catalogue/media-params';
import { ownValue } from '../../../platform/json';
import { checkParam } from '../public/param-check';
import type { ParamType, WorkflowParam } from '../public/workflow';
import type { ParamEntry } from '../catalogue/workflow-file';
import type { GraphReading } from './graph-reading';
import type { ParamDraft } from './param-book';

/** The param for a recognised role, with type, bounds, grid and description of the node. */
export function paramEntry(reading: GraphReading, draft: ParamDraft): ParamEntry {
  const type = draft.type ?? typeFor(reading, draft);
  const entry: ParamEntry = {
    type,
    description: describe(reading, draft),
    binds: draft.binds,
    ...(draft.required === true ? { required: true } : {}),
    ...(draft.folder === undefined ? {} : { folder: draft.folder }),
    ...(draft.branch === undefined ? {} : { branch: draft.branch }),
  };
  return withDefault(reading, draft, { ...entry, ...boundsFor(reading, draft, type) });
}

const DECLARED: Readonly<Record<string, ParamType>> = {
  ...PARAM_TYPE_BY_INPUT_TYPE,
  COMFY_DYNAMICCOMBO_V3: 'choice',
};

/** Roles with integers, for unknown classes. */
const WHOLE =
  /^(?:seed|steps|width|height|length|batch_size|switch_at_step|fps|seconds)(?:_(?:high|low|\d+))?$/;
const COUNTS = /^(?:steps|width|height|length|batch_size|fps)/;
const CHOICES = /^(?:sampler|scheduler)(?:_\d+)?$/;

function typeFor(reading: GraphReading, { name, binds: [bind] }: ParamDraft): ParamType {
  if (!bind) return 'text';
  const spec = reading.spec(bind.node, bind.input);
  const declared = spec && ownValue(DECLARED, typeOf(spec).split(',')[0] ?? '');
  if (declared) return declared;
  const value = reading.literal(bind.node, bind.input);
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'string') return CHOICES.test(name) ? 'choice' : textOrNumber(value);
  return WHOLE.test(name) && Number.isInteger(value) ? 'integer' : 'number';
}

/** Integers beyond 2^53 − 1 are stored as texts of digits, which ComfyUI parses. */
const textOrNumber = (value: string): ParamType => (/^-?\d{16,}$/.test(value) ? 'integer' : 'text');

function describe(reading: GraphReading, { description, binds: [bind] }: ParamDraft): string {
  const tooltip = bind && reading.spec(bind.node, bind.input)?.[1]?.['tooltip'];
  return typeof tooltip === 'string' && tooltip.trim() !== '' && !description.includes(tooltip)
    ? `${description} ${tooltip.trim()}`
    : description;
}

type Limits = Pick<WorkflowParam, 'minimum' | 'maximum' | 'grid'>;

/** The intersection of the bounds of all inputs that the param sets. */
function boundsFor(reading: GraphReading, { name, binds }: ParamDraft, type: ParamType): Limits {
  if (type !== 'integer' && type !== 'number') return {};
  const bounds = binds.flatMap(({ node, input, plus }) => {
    const spec = plus === undefined ? reading.spec(node, input) : undefined;
    return spec ? [boundsOf(spec)] : [];
  });
  const lowest = Math.max(...bounds.map((bound) => bound.minimum ?? -Infinity));
  const highest = Math.min(...bounds.map((bound) => bound.maximum ?? Infinity));
  const [minimum, maximum] =
    type === 'integer' ? wholeBounds(name, lowest, highest) : [lowest, highest];
  const limits = name.startsWith('seed')
    ? seedBounds(minimum, maximum)
    : {
        ...(isBound(minimum) ? { minimum } : {}),
        ...(isBound(maximum) ? { maximum } : {}),
      };
  return { ...limits, ...gridFor(reading, name, binds, limits.minimum ?? 0) };
}

/** Primitives declare huge bounds, which limit nothing. */
const isBound = (value: number): boolean => Math.abs(value) < Number.MAX_SAFE_INTEGER;

function wholeBounds(name: string, lowest: number, highest: number): readonly [number, number] {
  const lowestCount = COUNTS.test(name) ? Math.max(lowest, 1) : lowest;
  return [Math.ceil(lowestCount), Math.floor(highest)];
}

/** Beyond 2^53 − 1 a JSON number loses digits, so requests can't send such a seed. */
function seedBounds(
  minimum: number,
  maximum: number,
): Required<Pick<Limits, 'minimum' | 'maximum'>> {
  return {
    minimum: Math.max(Number.isFinite(minimum) ? minimum : 0, Number.MIN_SAFE_INTEGER),
    maximum: Math.min(maximum, Number.MAX_SAFE_INTEGER),
  };
}

const GRIDDED = /^(?:width|height|length)$/;

/** ComfyUI's own nodes silently round sizes down to their step; other packs' nodes may not. */
function gridFor(
  reading: GraphReading,
  name: string,
  binds: ParamDraft['binds'],
  minimum: number,
): Limits {
  if (!GRIDDED.test(name)) return {};
  const steps = binds.flatMap(({ node, input }) => {
    const step = isCore(reading, node) ? reading.spec(node, input)?.[1]?.['step'] : undefined;
    return typeof step === 'number' && Number.isInteger(step) && step > 1 ? [step] : [];
  });
  const step = Math.max(1, ...steps);
  const offset = minimum % step;
  // A graph with an off-grid value doesn't need the grid.
  const isOnGrid = binds.every(({ node, input }) => {
    const value = reading.literal(node, input);
    return typeof value !== 'number' || (value - offset) % step === 0;
  });
  return step > 1 && isOnGrid ? { grid: { step, offset } } : {};
}

function isCore(reading: GraphReading, id: string): boolean {
  const module = reading.info && ownValue(reading.info, reading.classOf(id))?.python_module;
  return typeof module === 'string' && /^(?:nodes$|comfy_extras)/.test(module);
}

/** The graph's value if it is within the param's limits; `null`: no default. */
function withDefault(reading: GraphReading, draft: ParamDraft, entry: ParamEntry): ParamEntry {
  const admits = (value: unknown): boolean =>
    checkParam({ ...entry, required: false }, value).length === 0;
  const value = graphValue(reading, draft);
  if (value === undefined || isMedia(entry.type) || draft.required === true) return entry;
  if (draft.withoutDefault === true) return { ...entry, default: null };
  return admits(value) ? entry : { ...entry, default: null };
}

function graphValue(reading: GraphReading, { binds: [bind] }: ParamDraft): unknown {
  return bind && reading.literal(bind.node, bind.input);
}
