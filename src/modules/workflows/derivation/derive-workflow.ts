import type { ComfyGraph, ObjectInfo } from '../../providers/public/comfy-types';
import type { LoraSlot, RequiredModel, Workflow } from '../public/workflow';
import type { ParamEntry } from '../catalogue/workflow-file';
import { addFiles, fileInputs } from './file-params';
import { GraphReading } from './graph-reading';
import { addSeedWithoutSampler, addSwitches } from './other-params';
import { loraSlots } from './lora-slots';
import { addModels, requiredModels } from './model-params';
import { addFps, kindOf, modeOf, outputKindOf } from './output-kind';
import { cappedParams, type Confidence, ParamBook, type ParamDraft } from './param-book';
import { paramEntry } from './param-typing';
import { addPrompts } from './prompt-params';
import { addSampling } from './sampling-params';
import { addSize } from './size-params';
import { type SamplingPass, passesOf } from './sampling-passes';
import { warningsOf } from './warnings';

/** The confidence in a derived param, and the reason. */
export interface Guess {
  readonly confidence: Confidence;
  readonly reason: string;
}

/** What is derived from a graph: the same fields that a manifest can set. */
export interface DerivedWorkflow {
  readonly kind: Workflow['kind'];
  readonly modes: readonly string[];
  readonly params: Readonly<Record<string, ParamEntry>>;
  /** By param name. */
  readonly guesses: Readonly<Record<string, Guess>>;
  readonly lora_slots: readonly LoraSlot[];
  readonly models: readonly RequiredModel[];
  /** Sentences for the person who imports the workflow. */
  readonly warnings: readonly string[];
}

/**
 * Finds a graph's params by role: from the output nodes up to the samplers and along their links, by types and names
 * rather than by classes. Param names don't depend on node ids or their order.
 * Never throws.
 * @param info the node's classes; `null` while no node was ever reached
 * @param givenKind the kind stated by the manifest; it decides the names of steps and cfg
 */
export function deriveWorkflow(
  graph: ComfyGraph,
  info: ObjectInfo | null,
  givenKind?: Workflow['kind'],
): DerivedWorkflow {
  const reading = new GraphReading(graph, info);
  const passes = passesOf(reading);
  const files = fileInputs(reading);
  const outputKind = outputKindOf(reading, passes);
  const kind = givenKind ?? kindOf(outputKind);
  const book = paramsOf(reading, passes, kind);
  const { drafts, warnings } = cappedParams(book);
  return {
    kind,
    modes: [modeOf(reading, passes, kind, files)],
    params: mapDrafts(drafts, (draft) => paramEntry(reading, draft)),
    guesses: mapDrafts(drafts, ({ confidence, reason }) => ({ confidence, reason })),
    lora_slots: loraSlots(reading, passes, sharesSteps(book)),
    models: requiredModels(reading, passes),
    warnings: [...warningsOf({ reading, passes, outputKind, book }), ...warnings],
  };
}

function paramsOf(
  reading: GraphReading,
  passes: readonly SamplingPass[],
  kind: Workflow['kind'],
): ParamBook {
  const book = new ParamBook();
  addPrompts(reading, passes, book);
  // Every request has a prompt; without an input for it, the prompt is only recorded.
  if (!book.has('prompt'))
    book.addUnbound({
      name: 'prompt',
      type: 'text',
      binds: [],
      confidence: 'high',
      reason: 'No text in the graph is a prompt.',
      description: "Recorded with the job; this graph doesn't use it.",
    });
  addFiles(reading, book);
  addSampling(reading, passes, kind, book);
  if (passes.length === 0) addSeedWithoutSampler(reading, book);
  // Before the size, because the length may be calculated from fps.
  addFps(reading, book);
  addSize(reading, passes, kind, book);
  addModels(reading, passes, book);
  addSwitches(reading, book);
  return book;
}

/** Whether two passes share the steps of one run, as the two experts of a model do. */
function sharesSteps(book: ParamBook): boolean {
  return book.get('steps_low')?.binds.some(({ plus }) => plus !== undefined) === true;
}

function mapDrafts<T>(
  drafts: readonly ParamDraft[],
  change: (draft: ParamDraft) => T,
): Readonly<Record<string, T>> {
  return Object.fromEntries(drafts.map((draft) => [draft.name, change(draft)]));
}
