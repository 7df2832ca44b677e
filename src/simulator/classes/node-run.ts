import type { NodeFilesStore } from '../files/node-files.store';
import type { ModelStore } from '../files/model.store';
import type { Ffmpeg } from '../motion/ffmpeg';
import type { WireObject } from '../wire/json';
import type { NodeInputs } from './node-inputs';
import type { Value } from './value';
import type { NodeClass } from '../catalogue/node-class';

/** What a running graph node can use. */
export interface RunContext {
  readonly files: NodeFilesStore;
  readonly models: ModelStore;
  /** Encodes video and sound. */
  readonly ffmpeg: Ffmpeg;
  /** The graph and the extra data, which savers write into their files. */
  readonly prompt: WireObject;
  readonly extraData: WireObject;
  /** Five random letters that ComfyUI puts into the names of a node's temporary files. */
  readonly tempMark: string;
  /** Aborts when the prompt is interrupted or the node goes down. */
  readonly signal: AbortSignal;
  /** Waits for one step, sends the progress, and throws when the prompt was interrupted. */
  step(step: Step): Promise<void>;
  /** Lets other work of the process run in between, and throws when the prompt was interrupted. */
  yieldToOthers(): Promise<void>;
}

/** A step that is done: `value` of `total`. */
export interface Step {
  readonly value: number;
  readonly total: number;
  /** Makes a small JPEG, if previews are wanted. */
  readonly preview?: () => Promise<Buffer>;
  /** A finished picture, which is sent without delay, whatever the preview setting says. */
  readonly finalPicture?: Buffer;
}

/** One graph node to run. */
export interface NodeCall {
  readonly node: NodeClass;
  readonly inputs: NodeInputs;
  readonly context: RunContext;
}

/** The result of a graph node: a value for each output slot, and its output for the history. */
export interface NodeResult {
  readonly outputs: readonly Value[];
  readonly ui?: WireObject;
}

/** Runs graph nodes of a class. Throws `PythonError` where a real ComfyUI fails, too. */
export type NodeRun = (call: NodeCall) => Promise<NodeResult> | NodeResult;

/** The functions that run node classes, by class name. */
export type RunsByClass = Readonly<Record<string, NodeRun>>;
