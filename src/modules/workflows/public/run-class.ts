import { createHash } from 'node:crypto';
import type { ComfyGraph } from '../../providers/public/comfy-types';
import type { Workflow } from './workflow';

/*
 * What makes the times of two runs comparable: the graph, how much is made, and in how many steps. Sizes and steps are
 * put into classes of powers of two (decision 40).
 */

/** A picture or video that goes in. */
export interface InputSize {
  readonly width: number;
  readonly height: number;
  /** 1 for a picture. */
  readonly frames: number;
}

/** Each is the exponent of a power of two; `null` where the run doesn't tell. */
export interface SizeClass {
  /** Of megapixels (2^20 pixels), over all frames and pictures of the run. */
  readonly size: number | null;
  /** Of sampling steps, over all passes. */
  readonly steps: number | null;
}

/** A class of runs, as it is written. */
export interface RunClass extends SizeClass {
  /** Tells graphs apart: times of one say nothing of another of the same id. */
  readonly graph: string;
}

type Settings = Readonly<Record<string, unknown>>;

const MEGAPIXEL = 2 ** 20;
/** What most families make, where a run tells its length in seconds and nothing else. */
const USUAL_FPS = 24;
const STEPS = /^steps(?:_(?:high|low|\d+))?$/;
const WRITTEN = /^([0-9a-f]{12})\.(-|-?\d{1,2})\.(-|\d{1,2})$/;

/**
 * The class of a run, as one word for those who only hand it on. Pure.
 * @param settings the run's params, defaults included
 * @param inputs what goes in; counts where the settings say nothing of a size
 */
export function runClass(
  { graph }: Pick<Workflow, 'graph'>,
  settings: Settings,
  inputs: readonly InputSize[],
): string {
  const { size, steps } = sizeClass(settings, inputs);
  return `${graphMark(graph)}.${size ?? '-'}.${steps ?? '-'}`;
}

/** `null`: a run from before there were classes. */
export function readRunClass(written: string): RunClass | null {
  const [, graph, size, steps] = WRITTEN.exec(written) ?? [];
  if (graph === undefined) return null;
  const exponent = (text = '-'): number | null => (text === '-' ? null : Number(text));
  return { graph, size: exponent(size), steps: exponent(steps) };
}

/** Pure. */
export function sizeClass(settings: Settings, inputs: readonly InputSize[]): SizeClass {
  const own = ownPixels(settings);
  const pixels = own === null ? inputPixels(inputs) : own * repeats(settings);
  const steps = Object.entries(settings)
    .filter(([name]) => STEPS.test(name))
    .reduce((sum, [, value]) => sum + (positive(value) ?? 0), 0);
  return { size: octave(pixels / MEGAPIXEL), steps: octave(steps) };
}

/** Does what goes in decide how large a run of the workflow is? */
export function isSizedByInput({ params }: Pick<Workflow, 'params'>): boolean {
  return !('megapixels' in params || ('width' in params && 'height' in params));
}

const marks = new WeakMap<ComfyGraph, string>();

/** The same for the same graph, in this process and the next. */
export function graphMark(graph: ComfyGraph): string {
  const known = marks.get(graph);
  if (known !== undefined) return known;
  const mark = createHash('sha256').update(JSON.stringify(graph)).digest('hex').slice(0, 12);
  marks.set(graph, mark);
  return mark;
}

function ownPixels({ width, height, megapixels }: Settings): number | null {
  const [across, down, scaled] = [width, height, megapixels].map(positive);
  if (across !== undefined && down !== undefined) return across * down;
  return scaled === undefined ? null : scaled * MEGAPIXEL;
}

/** Frames and pictures of one run. */
function repeats({ length, seconds, fps, batch_size }: Settings): number {
  const played = positive(seconds);
  const frames = played === undefined ? 1 : played * (positive(fps) ?? USUAL_FPS);
  return (positive(length) ?? frames) * (positive(batch_size) ?? 1);
}

const inputPixels = (inputs: readonly InputSize[]): number =>
  inputs.reduce((sum, { width, height, frames }) => sum + width * height * frames, 0);

const positive = (value: unknown): number | undefined =>
  typeof value === 'number' && value > 0 && Number.isFinite(value) ? value : undefined;

/** The nearest power of two; `null` for nothing. */
function octave(amount: number): number | null {
  // Plus zero, because the logarithm of what is a little under one rounds to minus zero.
  return amount > 0 ? Math.min(Math.max(Math.round(Math.log2(amount)), -99), 99) + 0 : null;
}
