import { isRecord, ownValue } from '../../../platform/json';
import type { InputSpec } from '../../providers/public/comfy-types';
import { isModelFile } from '../../providers/public/node-file-inputs';
import { boundsOf, choicesOf } from '../graph/input-specs';
import { firstByKey, memoized } from '../json/memoize';
import type { WidgetSlot } from './widget-slots';
import { hasUploadButton, widgetTypeOf } from './widget-types';

/*
 * Cost of assigning a saved value to an input, from 0 (fits) to MISFIT (impossible). Values are aligned with inputs at the
 * lowest total.
 */

/** A value that the node would refuse. */
export const MISFIT = 6;
const NULL = 3;

/** Values of the control after a number or a choice. */
export const CONTROLS: ReadonlySet<unknown> = new Set([
  ...['fixed', 'increment', 'decrement', 'randomize', 'increment-wrap'],
]);

/** @returns 0 … MISFIT */
export function misfitCost(slot: WidgetSlot, value: unknown): number {
  if (value === null || value === undefined) return NULL;
  const type = widgetTypeOf(slot.spec);
  if (slot.subSlotsByChoice || type === 'COMBO') return choiceMisfitCost(slot, value);
  const judge = ownValue(JUDGES, type);
  return judge ? judge(value, slot) : 0;
}

const JUDGES: Readonly<Record<string, (value: unknown, slot: WidgetSlot) => number>> = {
  INT: (value, slot) => numberMisfitCost(value, slot, (number) => !Number.isInteger(number)),
  FLOAT: (value, slot) => numberMisfitCost(value, slot, () => false),
  STRING: textMisfitCost,
  BOOLEAN: (value) => (typeof value === 'boolean' ? 0 : value === 0 || value === 1 ? 2 : MISFIT),
  COLOR: (value) => (typeof value === 'string' ? 0 : 2),
  BOUNDING_BOX: (value) => (isRecord(value) ? 0 : MISFIT),
  CURVE: (value) => (typeof value === 'object' ? 0 : MISFIT),
  LOAD_3D: (value) =>
    typeof value === 'number' ? MISFIT : value === '' || isRecord(value) ? 0 : 2,
};

/** A text equal to a control keyword is more likely the control. */
function textMisfitCost(value: unknown): number {
  if (typeof value === 'string') return CONTROLS.has(value) ? 1.5 : 0;
  return typeof value === 'number' ? 2 : 4;
}

function numberMisfitCost(
  value: unknown,
  { spec }: WidgetSlot,
  isOdd: (value: number) => boolean,
): number {
  const number = numberOf(value);
  if (number === null) return MISFIT;
  const outside = isOutside(spec, number);
  const asText = typeof value === 'string' && Number.isSafeInteger(number) ? 1 : 0;
  return (isOdd(number) ? 1.5 : 0) + (outside ? 1.5 : 0) + asText;
}

/** Would the node refuse a number for its size? 64-bit bounds are rounded, so values near them pass. */
function isOutside(spec: InputSpec, number: number): boolean {
  const { minimum = -Infinity, maximum = Infinity } = boundsOf(spec);
  return number < minimum || (number > maximum && number <= Number.MAX_SAFE_INTEGER);
}

/** Why a number is out of range; `null` if it isn't, or for other values. */
export function rangeProblem({ spec }: WidgetSlot, value: unknown): string | null {
  const number = numberOf(value);
  const isNumber = ['INT', 'FLOAT'].includes(widgetTypeOf(spec));
  if (!isNumber || number === null || !isOutside(spec, number)) return null;
  const { minimum, maximum } = boundsOf(spec);
  return minimum !== undefined && number < minimum
    ? `less than ${String(minimum)}`
    : `more than ${String(maximum)}`;
}

/** Characters; no number is longer. */
const MAX_NUMBER_LENGTH = 1_000;

/** Integers beyond 2^53 are kept as texts to stay exact; ComfyUI parses numbers from texts. */
function numberOf(value: unknown): number | null {
  if (
    typeof value === 'string' &&
    value.length <= MAX_NUMBER_LENGTH &&
    /^-?\d+(?:\.\d+)?$/.test(value)
  )
    return Number(value);
  return typeof value === 'number' ? value : null;
}

function choiceMisfitCost(slot: WidgetSlot, value: unknown): number {
  if (typeof value === 'object') return isSelection(slot, value) ? 0 : MISFIT;
  const choices = choicesOfSlot(slot);
  if (choices.all.size === 0) return unknownChoiceMisfitCost(slot, value);
  if (listed(slot, value) !== undefined) return 0;
  if (typeof value === 'string') return isOpen(slot, value) ? 0.5 : 4;
  return choices.types.has(typeof value) ? 4 : MISFIT;
}

/** The node lists no choices: they are remote, or its folder is empty. */
function unknownChoiceMisfitCost({ spec }: WidgetSlot, value: unknown): number {
  if (typeof value !== 'string') return typeof value === 'boolean' ? 4 : 2;
  return hasUploadButton(spec) && NO_FILES.has(value) ? 4 : 0;
}

const isSelection = ({ spec }: WidgetSlot, value: unknown): boolean =>
  Array.isArray(value) && spec[1]?.['multiselect'] === true;

/** The listed choice for a value: slashes and case may differ between systems. */
export function listed(slot: WidgetSlot, value: unknown): unknown {
  const choices = choicesOfSlot(slot);
  if (choices.all.has(value)) return value;
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  if (choices.all.size === 0 || String(value).length > choices.longest) return undefined;
  return choices.byPlain.get(plain(value));
}

/** Lookup tables of a list of choices. */
interface Choices {
  readonly all: ReadonlySet<unknown>;
  readonly types: ReadonlySet<string>;
  readonly byPlain: ReadonlyMap<string, unknown>;
  /** Characters of the longest choice. */
  readonly longest: number;
  readonly haveModels: boolean;
}

function choicesOfSlot({ spec, subSlotsByChoice }: WidgetSlot): Choices {
  if (subSlotsByChoice) return keysOf(subSlotsByChoice);
  return choicesOf(spec) ? listedIn(spec) : NO_CHOICES;
}

const keysOf = memoized((subSlots: ReadonlyMap<string, unknown>) => lookUp([...subSlots.keys()]));
const listedIn = memoized((spec: InputSpec) => lookUp(choicesOf(spec) ?? []));

function lookUp(choices: readonly unknown[]): Choices {
  const byPlain = firstByKey(choices.map((choice) => [plain(choice), choice] as const));
  return {
    all: new Set(choices),
    types: new Set(choices.map((choice) => typeof choice)),
    byPlain,
    longest: [...byPlain.keys()].reduce((most, { length }) => Math.max(most, length), 0),
    haveModels: choices.some((choice) => typeof choice === 'string' && isModelFile(choice)),
  };
}

const plain = (value: unknown): string => String(value).replaceAll('\\', '/').toLowerCase();

/** Values of upload buttons, and of inputs without a file. */
const NO_FILES: ReadonlySet<string> = new Set(['image', '']);
/** Characters at the end of a text that are checked. */
const MAX_ENDING_LENGTH = 200;
const FILE_NAME = /\.[A-Za-z][A-Za-z0-9]{1,11}(?: \[\w+\])?$/;

/** May a value be a file that the node doesn't list at the moment? */
export function isOpen(slot: WidgetSlot, value: string): boolean {
  const { spec } = slot;
  if (NO_FILES.has(value)) return false;
  if (hasUploadButton(spec) || spec[1]?.['remote'] !== undefined) return true;
  if (FILE_NAME.test(value.slice(-MAX_ENDING_LENGTH))) return true;
  return choicesOfSlot(slot).haveModels;
}

const NO_CHOICES = lookUp([]);
