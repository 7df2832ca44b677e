import type { ClassCatalogue } from '../catalogue/class-catalogue';
import { inputType, type NodeClass } from '../catalogue/node-class';
import { withinMemory } from '../classes/memory-limits';
import { NodeInputs } from '../classes/node-inputs';
import type { NodeResult, RunContext, Step } from '../classes/node-run';
import { runOf } from '../classes/registry';
import { literal, type Value } from '../classes/value';
import type { ModelStore } from '../files/model.store';
import type { NodeFilesStore } from '../files/node-files.store';
import type { Faults } from '../faults/faults';
import type { Ffmpeg } from '../motion/ffmpeg';
import { classOf, inputsOf, linkOf } from '../validation/links';
import type { WireObject, WireValue } from '../wire/json';
import { PythonError } from '../wire/python';
import type { ExecutionEvents } from './execution-events';
import type { Interruption } from './interruption';
import type { OutputCache } from './output-cache';
import { ProgressBar } from './progress-bar';
import type { ProgressRegistry } from './progress-registry';

/** The services that graph nodes run with, shared by all prompts of a simulator. */
export interface ExecutionServices {
  readonly catalogue: ClassCatalogue;
  readonly files: NodeFilesStore;
  readonly models: ModelStore;
  readonly ffmpeg: Ffmpeg;
  readonly cache: OutputCache;
  readonly interruption: Interruption;
  readonly faults: Faults;
  /** Time per sampling step in milliseconds; 0 for none at all. */
  readonly stepMs: number;
  /** Version 0.3: sends every step, and has no preview setting per prompt. */
  readonly isOld: boolean;
  /** Send previews for prompts without a preview setting. */
  readonly previews: boolean;
  readonly tempMark: (nodeId: string) => string;
  /** Resolves after the time; throws `NodeStopped` when the node goes down. */
  readonly sleep: (ms: number) => Promise<void>;
}

/** The prompt that a node belongs to. */
export interface RunningPrompt {
  readonly prompt: WireObject;
  readonly extraData: WireObject;
  readonly events: ExecutionEvents;
  readonly progress: ProgressRegistry;
  /** The cached result of a node, once it has one. */
  readonly resultOf: (nodeId: string) => readonly Value[] | undefined;
}

/** Runs one node: resolves its inputs, lets its class do the work, sends its steps. */
export async function runNode(
  nodeId: string,
  running: RunningPrompt,
  services: ExecutionServices,
): Promise<NodeResult> {
  const className = classOf(running.prompt, nodeId);
  const node = services.catalogue.find(className);
  if (node === undefined) throw new PythonError('KeyError', `'${className}'`);
  services.interruption.check();
  services.faults.failNode(nodeId, className);
  const values = resolveInputs(nodeId, running);
  refuseConstantMedia(node, values);
  const inputs = new NodeInputs(values, className);
  const context = contextOf(nodeId, running, services);
  return withinMemory(await runOf(node)({ node, inputs, context }));
}

/** Types whose values only links bring. */
const MEDIA_TYPES: readonly WireValue[] = ['IMAGE', 'MASK', 'LATENT', 'VIDEO', 'AUDIO'];

/** Validation passes a text where a link belongs; it fails in the code of the class. A linked None is nothing. */
function refuseConstantMedia(node: NodeClass, values: ReadonlyMap<string, Value>): void {
  for (const [name, value] of values) {
    const spec = node.required.get(name) ?? node.optional.get(name) ?? null;
    const isConstant = value.kind === 'literal' && value.value !== null;
    if (isConstant && MEDIA_TYPES.includes(inputType(spec))) {
      const type = typeof value.value === 'string' ? 'str' : 'object';
      throw new PythonError('AttributeError', `'${type}' object has no attribute 'shape'`);
    }
  }
}

/** The inputs of a node with links followed; a link to an empty output counts as absent. */
export function resolveInputs(nodeId: string, running: RunningPrompt): ReadonlyMap<string, Value> {
  const values = new Map<string, Value>();
  for (const [name, input] of inputsOf(running.prompt, nodeId)) {
    const link = linkOf(input);
    const value = link === undefined ? literal(input) : running.resultOf(link.from)?.at(link.slot);
    if (value !== undefined) values.set(name, value);
  }
  return values;
}

/** The inputs of a node and its hidden inputs, because the error of a failed node shows both. */
export function inputsWithHidden(
  nodeId: string,
  running: RunningPrompt,
  services: ExecutionServices,
): ReadonlyMap<string, Value> {
  const values = new Map(resolveInputs(nodeId, running));
  const hidden: Readonly<Record<string, WireValue>> = {
    PROMPT: running.prompt,
    EXTRA_PNGINFO: running.extraData.get('extra_pnginfo') ?? null,
    UNIQUE_ID: nodeId,
  };
  const node = services.catalogue.find(classOf(running.prompt, nodeId));
  for (const [name, kind] of node?.hidden ?? []) {
    const value = typeof kind === 'string' ? hidden[kind] : undefined;
    if (value !== undefined) values.set(name, literal(value));
  }
  return values;
}

function contextOf(
  nodeId: string,
  running: RunningPrompt,
  services: ExecutionServices,
): RunContext {
  let bar: ProgressBar | undefined;
  const { events } = running;
  const withPreviews = previewsWanted(running.extraData, services);
  const send = (value: number, total: number, bytes: Buffer | undefined): void => {
    running.progress.update(nodeId, value, total);
    const image = bytes && ({ bytes, format: bytes[0] === 0x89 ? 'png' : 'jpeg' } as const);
    if (image !== undefined && events.namesPreviews) events.namedPreview(nodeId, image);
    events.progress(nodeId, value, total);
    if (image !== undefined && !events.namesPreviews) events.preview(image);
  };
  return {
    files: services.files,
    models: services.models,
    ffmpeg: services.ffmpeg,
    prompt: running.prompt,
    extraData: running.extraData,
    tempMark: services.tempMark(nodeId),
    signal: services.interruption.signal,
    yieldToOthers: async () => {
      await services.sleep(0);
      services.interruption.check();
    },
    step: async (step: Step) => {
      const { stepMs, faults, interruption } = services;
      if (step.finalPicture === undefined) {
        await faults.takeStep(interruption.signal);
        await services.sleep(faults.stepMs ?? stepMs);
      }
      interruption.check();
      bar ??= new ProgressBar(step.total, { throttled: !services.isOld, send });
      bar.update(
        step.value,
        step.finalPicture ?? (withPreviews ? await step.preview?.() : undefined),
      );
    },
  };
}

const PREVIEW_METHODS: ReadonlyMap<unknown, boolean> = new Map([
  ['none', false],
  ['auto', true],
  ['latent2rgb', true],
  ['taesd', true],
]);

/** In newer versions `preview_method` switches previews on or off for its prompt. */
function previewsWanted(extraData: WireObject, { previews, isOld }: ExecutionServices): boolean {
  const preference = isOld ? undefined : PREVIEW_METHODS.get(extraData.get('preview_method'));
  return preference ?? previews;
}
