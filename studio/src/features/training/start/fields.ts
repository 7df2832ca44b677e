import type { StartRun, Template } from '../../../api/training-runs';
import { omit } from '../../../ui/omit';

type Optional = Omit<StartRun, 'job_name' | 'trigger_word' | 'dataset'>;
export type FieldName = Exclude<keyof Optional, 'base_config'>;

/** What people set of a field; `undefined` for what follows from the template. */
export type Values = Partial<Pick<Optional, FieldName>>;

interface Common {
  readonly name: FieldName;
  /** Without it, a run that says nothing takes what its base model has. */
  readonly standard?: unknown;
}

/** A setting of a run, with the limits of the API. */
export type RunField = Common &
  (
    | {
        readonly kind: 'number';
        readonly minimum: number;
        readonly maximum: number;
        readonly step?: number;
        readonly isInteger: boolean;
        readonly standard: number;
      }
    | { readonly kind: 'choice'; readonly choices: readonly string[]; readonly standard: string }
    | { readonly kind: 'flag'; readonly standard: boolean }
    | { readonly kind: 'sizes'; readonly standard: readonly number[] }
    | { readonly kind: 'text'; readonly maxLength: number; readonly standard?: string }
    | { readonly kind: 'lines'; readonly maxLength: number; readonly standard: readonly string[] }
  );

const integer = (name: FieldName, minimum: number, maximum: number, standard: number) =>
  ({ kind: 'number', name, minimum, maximum, standard, isInteger: true }) as const;
const number = (
  name: FieldName,
  range: readonly [number, number],
  standard: number,
  step: number,
) =>
  ({
    kind: 'number',
    name,
    minimum: range[0],
    maximum: range[1],
    standard,
    step,
    isInteger: false,
  }) as const;
const choice = (name: FieldName, choices: readonly string[], standard: string) =>
  ({ kind: 'choice', name, choices, standard }) as const;
const flag = (name: FieldName, standard = false) => ({ kind: 'flag', name, standard }) as const;

const QUANTIZATIONS = ['qfloat8', 'uint4', 'none'];

/** The settings of a run by what they are about, in the order of the form. */
export const FIELD_GROUPS = {
  learning: [
    integer('steps', 100, 10_000, 1800),
    integer('lora_rank', 4, 128, 32),
    number('learning_rate', [0.000001, 0.01], 0.0001, 0.00001),
  ],
  samples: [
    { kind: 'lines', name: 'sample_prompts', maxLength: 32, standard: [] },
    integer('sample_every', 50, 5000, 250),
    integer('sample_width', 512, 2048, 1024),
    integer('sample_height', 512, 2048, 1024),
    integer('sample_steps', 10, 100, 25),
    number('sample_guidance_scale', [0, 10], 1, 0.5),
    integer('sample_seed', Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 42),
  ],
  pictures: [
    { kind: 'sizes', name: 'resolution', standard: [768, 896, 1024] },
    number('caption_dropout_rate', [0, 1], 0.05, 0.01),
    flag('cache_latents', true),
    flag('cache_text_embeddings'),
    flag('unload_text_encoder'),
  ],
  optimizer: [
    integer('batch_size', 1, 8, 1),
    integer('gradient_accumulation', 1, 16, 1),
    // The API also takes `sgd`, which the toolkit does not know.
    choice('optimizer', ['adamw8bit', 'adamw'], 'adamw8bit'),
    number('weight_decay', [0, 0.1], 0.0001, 0.0001),
    choice('timestep_type', ['weighted', 'sigmoid'], 'weighted'),
    choice('loss_type', ['mse', 'l1', 'huber'], 'mse'),
    flag('dop_enabled'),
    { kind: 'text', name: 'preservation_class', maxLength: 100, standard: 'photo' },
    flag('differential_guidance'),
    number('differential_guidance_scale', [1, 10], 3, 0.5),
  ],
  memory: [
    flag('low_vram'),
    flag('layer_offloading'),
    choice('transformer_quantization', QUANTIZATIONS, 'qfloat8'),
    choice('te_quantization', QUANTIZATIONS, 'qfloat8'),
  ],
  model: [
    { kind: 'text', name: 'model_name_or_path', maxLength: 500 },
    { kind: 'text', name: 'model', maxLength: 200 },
  ],
} as const satisfies Record<string, readonly RunField[]>;

export type GroupName = keyof typeof FIELD_GROUPS;

/** Folded until somebody wants them. */
export const FOLDED: readonly GroupName[] = ['pictures', 'optimizer', 'memory', 'model'];

/** What a field is when nobody sets it: the template's value, else that of the API. */
export function standardOf(field: RunField, template: Template | undefined): unknown {
  if (field.name === 'model_name_or_path') return template?.model_name_or_path;
  return template?.sets[field.name] ?? field.standard;
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The values with a changed one; what is standard is not sent. */
export function withValue(values: Values, field: RunField, value: unknown, standard: unknown) {
  if (value === undefined || isSame(value, standard)) return omit(values, field.name) as Values;
  return { ...values, [field.name]: value } as Values;
}

/** Whole numbers of a text such as `768, 1024`; `undefined` if it has none, or anything else. */
export function sizesFromText(text: string): readonly number[] | undefined {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  const sizes = parts.map(Number);
  const areRight =
    sizes.length > 0 &&
    sizes.length <= MAX_SIZES &&
    sizes.every((size) => Number.isInteger(size) && size >= MIN_SIZE && size <= MAX_SIZE);
  return areRight ? sizes : undefined;
}

const MAX_SIZES = 16;
const MIN_SIZE = 64;
const MAX_SIZE = 4096;

/** The lines of a text, without empty ones. */
export const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The fields of the form that the API refused, by name; `form` for what concerns none of them. */
export function refusedFields(
  errors: readonly { readonly loc: readonly (string | number)[]; readonly msg: string }[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(errors.map(({ loc, msg }) => [String(loc[1] ?? 'form'), msg]));
}
