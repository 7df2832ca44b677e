import type { NodeFilesStore } from '../files/node-files.store';
import type { ModelShelf } from '../files/model-shelf';
import type { Ffmpeg } from '../motion/ffmpeg';
import type { WireObject } from '../wire/python-float';
import type { NodeInputs } from './node-inputs';
import type { Value } from './value';
import type { NodeClass } from '../catalogue/node-class';

/** What a running node may use. */
export interface RunContext {
  readonly files: NodeFilesStore;
  readonly models: ModelShelf;
  /** What makes files of moving pictures and sound. */
  readonly ffmpeg: Ffmpeg;
  /** The graph and the extra data, which savers write into their files. */
  readonly prompt: WireObject;
  readonly extraData: WireObject;
  /** Five letters that tell the temporary files of this node apart. */
  readonly tempMark: string;
  /** Aborts when the prompt is interrupted or the node goes down. */
  readonly signal: AbortSignal;
  /** Takes the time of one step, tells the progress, and throws when the prompt was interrupted. */
  step(step: Step): Promise<void>;
  /** Between two pieces of long work: lets others run, and throws when the prompt was interrupted. */
  breathe(): Promise<void>;
}

/** A step that is done: `value` of `total`; `preview` makes a small JPEG if somebody wants one. */
export interface Step {
  readonly value: number;
  readonly total: number;
  readonly preview?: () => Promise<Buffer>;
  readonly picture?: Buffer;
}

/** One node to run. */
export interface NodeCall {
  readonly node: NodeClass;
  readonly inputs: NodeInputs;
  readonly context: RunContext;
}

/** What a node gives: a value for each output slot, and what it shows to the user. */
export interface NodeResult {
  readonly outputs: readonly Value[];
  readonly ui?: WireObject;
}

/** How a class runs. Throws `PythonError` for what fails on a real node, too. */
export type NodeRun = (call: NodeCall) => Promise<NodeResult> | NodeResult;

/** Ways to run, by class name. */
export type NodeRuns = Readonly<Record<string, NodeRun>>;
