import { isRecord } from '../../../platform/json';
import { type ValidationError, ValidationFailed } from '../../../platform/errors/validation-failed';
import type { NewBatch } from '../../batches/public/batch-creator';
import type { PublishedLora } from './published-lora.entity';

/** The field in the body of a grid that gives the values of an axis, by the param of the axis. */
const FIELDS: Readonly<Record<string, string>> = {
  prompt: 'prompts',
  seed: 'seeds',
  lora_checkpoint: 'checkpoints',
  lora_strength: 'strengths',
  'workflow_params.loras': 'checkpoints',
};

/** Fields of a generate body that grids and verifications set themselves. */
const PARAMS_SET_BY_REQUEST = [
  'type',
  'workflow',
  'provider',
  'prompt',
  'seed',
  'lora_checkpoint',
  'lora_strength',
];

/** @throws ValidationFailed for params that a grid or verification would overwrite */
export function requireOtherParams(params: Readonly<Record<string, unknown>> = {}): void {
  const names = Object.keys(params).filter((name) => PARAMS_SET_BY_REQUEST.includes(name));
  if (names.length === 0) return;
  const msg = 'Leave this out of params: the grid or verification sets it from its own fields.';
  throw new ValidationFailed(
    names.map((name) => ({ loc: ['body', 'params', name], msg, type: 'value_error' })),
  );
}

/** A published LoRA, or the checkpoint that is to become one. */
export type RenderedLora = Pick<PublishedLora, 'name' | 'files'>;

/** A batch of renders with LoRAs. */
export interface LoraBatch {
  readonly name: string;
  /** A generate body with `type`. */
  readonly base: Readonly<Record<string, unknown>>;
  readonly loras: readonly RenderedLora[];
}

/** A batch that compares LoRAs, strengths, prompts and seeds. */
export interface Grid extends LoraBatch {
  readonly prompts: readonly string[];
  readonly seeds: readonly number[];
  readonly strengths: readonly number[];
}

/** Every LoRA at every strength with every prompt and seed; on the contact sheet, strengths are side by side. */
export function gridBatch({ name, base, loras, prompts, seeds, strengths }: Grid): NewBatch {
  const shown = [
    { param: 'prompt', values: prompts },
    { param: 'seed', values: seeds },
  ];
  return {
    name,
    base,
    axes: [
      ...shown,
      ...(loras.some(isPair)
        ? [loraParam(loras.flatMap((lora) => strengths.map((strength) => paramOf(lora, strength))))]
        : [
            { param: 'lora_checkpoint', values: loras.map((lora) => lora.name) },
            { param: 'lora_strength', values: strengths },
          ]),
    ],
  };
}

/** A render without a LoRA, then one with each. */
export function comparisonBatch({ name, base, loras }: LoraBatch, strength: number): NewBatch {
  if (loras.some(isPair)) {
    const values = [null, ...loras.map((lora) => paramOf(lora, strength))];
    return { name, base, axes: [loraParam(values)] };
  }
  return {
    name,
    base: { ...base, lora_strength: strength },
    axes: [{ param: 'lora_checkpoint', values: [null, ...loras.map((lora) => lora.name)] }],
  };
}

/** The same runs without LoRAs: what can be checked before these are published. */
export const withoutLoras = ({ axes, ...batch }: NewBatch): NewBatch => ({
  ...batch,
  axes: axes.map(({ param, values }) => ({
    param,
    values: FIELDS[param] === 'checkpoints' ? values.map(() => null) : values,
  })),
});

const isPair = ({ files }: RenderedLora): boolean => files.length > 1;

const loraParam = (values: readonly unknown[]) => ({ param: 'workflow_params.loras', values });

/** A LoRA as a value of `workflow_params.loras`; the file for high noise comes first. */
const paramOf = ({ files }: RenderedLora, strength: number) =>
  files.map((name, at) => ({
    name,
    strength,
    ...(files.length > 1 ? { target: at === 0 ? 'high' : 'low' } : {}),
  }));

/** The names of the LoRAs that a batch renders with; of a pair, that for high noise. */
export function lorasOf({ axes }: Pick<NewBatch, 'axes'>): readonly string[] {
  const values = axes.filter(({ param }) => FIELDS[param] === 'checkpoints');
  const names = values.flatMap((axis) => axis.values.map(nameOf));
  return [...new Set(names.filter((name) => name !== null))];
}

function nameOf(value: unknown): string | null {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  const name = isRecord(first) ? first['name'] : first;
  return typeof name === 'string' ? name : null;
}

/** Relocates an error of the batch to the field of the request that the batch was made from. */
export function inSentBody(error: ValidationError, { axes }: NewBatch): ValidationError {
  const [, part, ...rest] = error.loc;
  const [first, , index] = rest;
  if (part === 'base')
    return { ...error, loc: ['body', ...(isOwnField(first) ? [] : ['params']), ...rest] };
  const field = FIELDS[axes[Number(first)]?.param ?? ''];
  if (part !== 'axes' || field === undefined) return { ...error, loc: ['body'] };
  return { ...error, loc: ['body', field, ...(index === undefined ? [] : [index])] };
}

const isOwnField = (name: unknown): boolean => name === 'workflow' || name === 'provider';
