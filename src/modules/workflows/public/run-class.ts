import { createHash } from 'node:crypto';
import type { ComfyGraph } from '../../providers/public/comfy-types';
import type { Workflow } from './workflow';

/*
 * Run classes: run times are comparable if the graph, the output size and the number of steps are about equal. Sizes
 * and steps are grouped by powers of two (decision 40).
 */

/** An input picture or video. */
export interface InputSize {
  readonly width: number;
  readonly height: number;
  /** Number of frames; 1 for a picture. */
  readonly frames: number;
}

/** Exponents of powers of two; `null` where the run doesn't show the value. */
export interface SizeClass {
  /** Exponent of the megapixels (2^20 pixels) of all frames and pictures of the run. */
  readonly size: number | null;
  /** Exponent of the sampling steps of all passes. */
  readonly steps: number | null;
}

export interface RunClass extends SizeClass {
  /** Hash of the graph, because run times of an older graph of the same workflow aren't comparable. */
  readonly graph: string;
}

type Settings = Readonly<Record<string, unknown>>;

const MEGAPIXEL = 2 ** 20;
/** The frame rate of most model families, for runs whose length is only known in seconds. */
const USUAL_FPS = 24;
const STEPS = /^steps(?:_(?:high|low|\d+))?$/;
const WRITTEN = /^([0-9a-f]{12})\.(-|-?\d{1,2})\.(-|\d{1,2})$/;

/**
 * The class of a run as a text. @param settings the run's params, defaults included @param inputs the input
 * files; used if the settings contain no size
 */
export function runClass(
  { graph }: Pick<Workflow, 'graph'>,
  settings: Settings,
  inputs: readonly InputSize[],
): string {
  const { size, steps } = sizeClass(settings, inputs);
  return `${graphHash(graph)}.${size ?? '-'}.${steps ?? '-'}`;
}

/** `null` for runs that were recorded before classes existed. */
export function readRunClass(written: string): RunClass | null {
  const [, graph, size, steps] = WRITTEN.exec(written) ?? [];
  if (graph === undefined) return null;
  const exponent = (text = '-'): number | null => (text === '-' ? null : Number(text));
  return { graph, size: exponent(size), steps: exponent(steps) };
}

export function sizeClass(settings: Settings, inputs: readonly InputSize[]): SizeClass {
  const own = ownPixels(settings);
  const pixels = own === null ? inputPixels(inputs) : own * repeats(settings);
  const steps = Object.entries(settings)
    .filter(([name]) => STEPS.test(name))
    .reduce((sum, [, value]) => sum + (positive(value) ?? 0), 0);
  return { size: nearestExponent(pixels / MEGAPIXEL), steps: nearestExponent(steps) };
}

/** Is the output size of the workflow determined by its input files? */
export function isSizedByInput({ params }: Pick<Workflow, 'params'>): boolean {
  return !('megapixels' in params || ('width' in params && 'height' in params));
}

const marks = new WeakMap<ComfyGraph, string>();

/** Hash of a graph, stable across processes. */
export function graphHash(graph: ComfyGraph): string {
  const cached = marks.get(graph);
  if (cached !== undefined) return cached;
  const mark = createHash('sha256').update(JSON.stringify(graph)).digest('hex').slice(0, 12);
  marks.set(graph, mark);
  return mark;
}

function ownPixels({ width, height, megapixels }: Settings): number | null {
  const [across, down, scaled] = [width, height, megapixels].map(positive);
  if (across !== undefined && down !== undefined) return across * down;
  return scaled === undefined ? null : scaled * MEGAPIXEL;
}

/** Number of frames and pictures of a run. */
function repeats({ length, seconds, fps, batch_size }: Settings): number {
  const played = positive(seconds);
  const frames = played === undefined ? 1 : played * (positive(fps) ?? USUAL_FPS);
  return (positive(length) ?? frames) * (positive(batch_size) ?? 1);
}

const inputPixels = (inputs: readonly InputSize[]): number =>
  inputs.reduce((sum, { width, height, frames }) => sum + width * height * frames, 0);

const positive = (value: unknown): number | undefined =>
  typeof value === 'number' && value > 0 && Number.isFinite(value) ? value : undefined;

/** The exponent of the nearest power of two; `null` for zero. */
function nearestExponent(amount: number): number | null {
  // Adding zero turns −0 into 0: logarithms of values slightly below one round to −0.
  return amount > 0 ? Math.min(Math.max(Math.round(Math.log2(amount)), -99), 99) + 0 : null;
}
