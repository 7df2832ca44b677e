import type { DatasetItem, DatasetWarning } from '../../api/datasets';
import type { Run, RunSummary, Sample, Template } from '../../api/training-runs';
import type { MediaTile, WorkflowItem } from '../../api/types';

export const LISTS = ['runs', 'datasets', 'loras'] as const;
export type ListName = (typeof LISTS)[number];

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** What the address of the lists says. */
export interface TrainingSearch {
  /** Which list is shown; without it, the runs. */
  readonly list?: Exclude<ListName, 'runs'>;
}

export function readTrainingSearch(raw: Record<string, unknown>): TrainingSearch {
  return raw.list === 'datasets' || raw.list === 'loras' ? { list: raw.list } : {};
}

/** What the address of a dataset's page says. */
export interface DatasetSearch {
  /** Name of the picture whose details are open. */
  readonly item?: string;
  /** Only the pictures with this problem are shown. */
  readonly problem?: string;
}

export function readDatasetSearch(raw: Record<string, unknown>): DatasetSearch {
  const [item, problem] = [text(raw.item), text(raw.problem)];
  return { ...(item !== '' && { item }), ...(problem !== '' && { problem }) };
}

/** What the address of the form says. */
export interface NewRunSearch {
  readonly dataset?: string;
  /** Name of the run that this one tries again. */
  readonly from?: string;
}

export function readNewRunSearch(raw: Record<string, unknown>): NewRunSearch {
  const [dataset, from] = [text(raw.dataset), text(raw.from)];
  return { ...(dataset !== '' && { dataset }), ...(from !== '' && { from }) };
}

/** What the address of a run's page says. */
export interface RunSearch {
  /** Name of the sample picture that is shown large. */
  readonly sample?: string;
}

export function readRunSearch(raw: Record<string, unknown>): RunSearch {
  const sample = text(raw.sample);
  return sample === '' ? {} : { sample };
}

/** Whether a dataset takes it. Animated WebP counts as a video. */
export const canTrainOn = ({ path, type }: Pick<MediaTile, 'path' | 'type'>): boolean =>
  type === 'image' && /\.(?:png|jpe?g|webp)$/i.test(path);

export const isUnfinished = ({ status }: Pick<RunSummary, 'status'>): boolean =>
  status === 'starting' || status === 'queued' || status === 'running' || status === 'stopping';

/** How the state of a run looks. */
export const RUN_TONES = {
  starting: 'busy',
  queued: 'none',
  running: 'busy',
  stopping: 'busy',
  stopped: 'none',
  completed: 'ok',
  failed: 'bad',
} as const satisfies Record<RunSummary['status'], string>;

/** How far a run is, from 0 to 1. */
export const runFraction = ({ step, steps }: Pick<RunSummary, 'step' | 'steps'>): number =>
  steps === 0 ? 0 : Math.min(1, step / steps);

/** What runs and waits first, each in the order of the list. */
export const unfinishedFirst = (runs: readonly RunSummary[]): readonly RunSummary[] => [
  ...runs.filter(isUnfinished),
  ...runs.filter((run) => !isUnfinished(run)),
];

/** The name of the next attempt: `mara_v1` becomes `mara_v2`, `mara` becomes `mara_v2`. */
export function nextName(name: string): string {
  const numbered = /^(.*_v)(\d+)$/.exec(name);
  const [, stem = `${name}_v`, number = '1'] = numbered ?? [];
  return `${stem}${Number(number) + 1}`;
}

/** The name of the first run of a dataset that none of these runs has. */
export function firstFreeName(dataset: string, runs: readonly Pick<RunSummary, 'job_name'>[]) {
  const taken = new Set(runs.map(({ job_name }) => job_name));
  let name = `${dataset.replaceAll(/[^A-Za-z0-9_-]/g, '_')}_v1`;
  while (taken.has(name)) name = nextName(name);
  return name;
}

/** A word that no base model knows: `mara` becomes `mara_tok`. */
export const triggerOf = (dataset: string): string =>
  `${dataset.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')}_tok`;

/** The pictures that a problem concerns; all without one. */
export function itemsWith(
  items: readonly DatasetItem[],
  problem: string | undefined,
  warnings: readonly DatasetWarning[],
): readonly DatasetItem[] {
  if (problem === undefined) return items;
  const names = new Set(
    warnings.filter(({ code }) => code === problem).flatMap(({ pictures }) => pictures),
  );
  return items.filter(({ name }) => names.has(name));
}

/** Problems with one code as one: the API lists each group of similar pictures by itself. */
export function mergedWarnings(warnings: readonly DatasetWarning[]): readonly DatasetWarning[] {
  const merged = new Map<string, DatasetWarning>();
  for (const warning of warnings) {
    const before = merged.get(warning.code);
    merged.set(
      warning.code,
      before === undefined
        ? warning
        : { ...before, pictures: [...before.pictures, ...warning.pictures] },
    );
  }
  return [...merged.values()];
}

/** The items before and after one of them. */
export function neighboursOf<Item extends { readonly name: string }>(
  items: readonly Item[],
  name: string,
): { readonly before: Item | undefined; readonly after: Item | undefined } {
  const index = items.findIndex((item) => item.name === name);
  return index < 0
    ? { before: undefined, after: undefined }
    : { before: items[index - 1], after: items[index + 1] };
}

/** A prompt with its samples, the newest step first. */
export interface SampleRow {
  readonly index: number;
  readonly prompt: string;
  readonly samples: readonly Sample[];
}

/** Samples by prompt. */
export function samplesByPrompt(samples: readonly Sample[]): readonly SampleRow[] {
  const indexes = [...new Set(samples.map(({ prompt_index }) => prompt_index))];
  return indexes
    .toSorted((a, b) => a - b)
    .map((index) => {
      const those = samples
        .filter(({ prompt_index }) => prompt_index === index)
        .toSorted((a, b) => b.step - a.step);
      return { index, prompt: those[0]?.prompt ?? '', samples: those };
    });
}

export const isClip = (name: string): boolean => name.toLowerCase().endsWith('.mp4');

/** The sample that is one step or one prompt away from another; `undefined` beyond the edges. */
export function sampleBeside(
  rows: readonly SampleRow[],
  name: string,
  move: { readonly step?: number; readonly prompt?: number },
): Sample | undefined {
  const row = rows.findIndex(({ samples }) => samples.some((sample) => sample.name === name));
  const current = rows[row]?.samples.find((sample) => sample.name === name);
  if (current === undefined) return undefined;
  const samples = rows[row + (move.prompt ?? 0)]?.samples ?? [];
  if (move.prompt !== undefined)
    return samples.find(({ step }) => step === current.step) ?? samples[0];
  // Newest first: a later step stands before.
  return samples[samples.findIndex((sample) => sample.name === name) - (move.step ?? 0)];
}

/** Each line as a terminal would show it: what was written over is left out. */
export const terminalText = (log: string): string =>
  log
    .split('\n')
    .map((line) => line.replace(/\r$/, '').split('\r').at(-1) ?? '')
    .join('\n');

export interface ChartPoint {
  readonly step: number;
  readonly value: number;
}

/** A loss curve in a box of 1 × 1, with the values at its edges. */
export interface Chart {
  readonly points: readonly (ChartPoint & { readonly x: number; readonly y: number })[];
  readonly first: number;
  readonly last: number;
  readonly low: number;
  readonly high: number;
}

/** `undefined` for fewer than two points, which make no line. */
export function chartOf(curve: Run['loss_curve'], steps: number): Chart | undefined {
  const [start] = curve;
  if (start === undefined || curve.length < 2) return undefined;
  const values = curve.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const range = high - low || 1;
  const last = Math.max(steps, curve.at(-1)?.step ?? 0);
  const points = curve.map(({ step, value }) => ({
    step,
    value,
    x: (step - start.step) / (last - start.step || 1),
    y: (high - value) / range,
  }));
  return { points, first: start.step, last, low, high };
}

/** The point of a chart that is nearest to a place from its left edge (0) to its right one (1). */
export function pointAt({ points }: Chart, x: number): Chart['points'][number] | undefined {
  let nearest = points[0];
  for (const point of points)
    if (nearest === undefined || Math.abs(point.x - x) < Math.abs(nearest.x - x)) nearest = point;
  return nearest;
}

const letters = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

function commonLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

/** Characters that names of a base model and of a workflow must share. */
const SHARED_NAME = 3;

/** Workflows that take LoRAs. Those that are called like the base model come first; the API refuses others that don't fit. */
export function workflowsFor(
  workflows: readonly WorkflowItem[],
  model: string,
): readonly WorkflowItem[] {
  const score = ({ id }: WorkflowItem) => {
    const length = commonLength(letters(id), letters(model));
    return length < SHARED_NAME ? 0 : length;
  };
  return workflows
    .filter(({ supports_lora }) => supports_lora)
    .toSorted((a, b) => score(b) - score(a));
}

/** What a template is called: the last part of its model's repository. */
export const templateLabel = ({ model_name_or_path: path }: Template): string =>
  path.split('/').at(-1) ?? path;
