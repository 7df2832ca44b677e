import type { NewJob } from '../../jobs/public/job-queue';
import { spellModels } from '../../workflows/public/availability';
import { withDefaults } from '../../workflows/public/node-defaults';
import { buildGraph } from '../../workflows/public/graph-builder';
import {
  type Provenance,
  readOwnLoras,
  readProvenance,
  readSettings,
} from '../../workflows/public/provenance';
import { outputSize } from '../../workflows/public/output-size';
import { runClass } from '../../workflows/public/run-class';
import type { LoraChoice } from '../../workflows/public/workflow';
import type { BoundCharacters } from '../characters/bound-characters.service';
import type { CharacterUse, NotApplied } from '../characters/character-use';
import type { InputFiles } from '../inputs/input-files.service';
import type { ParamCheck } from '../params/param-checks';
import { requestedLoras } from '../params/requested-loras';
import type { ChosenNode } from '../nodes/node-chooser.service';
import { modelSpellings, paramValues } from '../params/param-values';
import type { Plan } from '../public/generation-planner';
import type { ReadRequest } from '../request/request-reader.service';
import { sentValue } from '../params/sent-params';

/** A request that passed all checks; its workflow has the params of the chosen node. */
export interface CheckedRequest extends ReadRequest {
  readonly node: ChosenNode;
  readonly bound: BoundCharacters;
  readonly check: ParamCheck;
  /** What the node gets: the prompt of the request with the words of its characters. */
  readonly prompt: string;
  readonly files: InputFiles;
  /** The LoRA file that `lora_checkpoint` names. */
  readonly lora: string | null;
  /** Null when the request has a seed, or the workflow takes none. */
  readonly randomSeed: number | null;
}

/** The job that a checked request becomes. */
export function buildPlan(promptId: string, checked: CheckedRequest): Plan {
  const { request, workflow, sent, node, files, lora, check } = checked;
  const requested = requestedLoras(workflow, sent, lora);
  const loras = [...check.characterLoras, ...requested];
  const characters = characterUse(checked);
  const built = buildGraph(workflow, {
    values: paramValues(workflow, sent, resolvedValues(checked)),
    loras,
    outputPrefix: `kinora/${promptId}`,
    info: node.info,
  });
  const graph = node.info ? spellModels(withDefaults(built, node.info), node.info) : built;
  const settings: NewJob['provenance']['settings'] = {
    ...unboundSettings(checked),
    ...loraSettings(requested, lora),
    ...(characters === null ? {} : { characters }),
    ...readSettings(workflow, graph),
    ...Object.fromEntries(files.paths),
  };
  const { checkpoint } = settings;
  const size = outputSize(graph, (name) => files.sizeByName.get(name));
  return {
    job: {
      promptId,
      kind: checked.kind,
      workflow: workflow.id,
      runClass: runClass(workflow, settings, files.sizes),
      mode: checked.mode,
      provider: node.state.id,
      providerAuto: node.auto,
      graph,
      inputs: files.staged,
      priority: request.priority,
      namePrefix: (sentValue(sent, 'filename_prefix') as string | undefined) ?? workflow.id,
      labels: {
        prompt: request.prompt,
        project: null,
        characters: checked.bound.characters.map(({ id }) => id),
        description: request.description ?? '',
      },
      request: repeatableRequest(checked),
      provenance: {
        ...withLoraOrder(readProvenance(graph), loras),
        settings: { ...size, ...settings },
      },
    },
    checkpoint: typeof checkpoint === 'string' ? checkpoint : null,
    loraName: lora,
    loras: [...readOwnLoras(graph, workflow), ...loras],
    files: Object.fromEntries(files.paths),
    randomSeed: checked.randomSeed,
    characters,
  };
}

/** The graph's own LoRAs first, then those of the request in its order. */
function withLoraOrder(used: Provenance, requested: readonly LoraChoice[]): Provenance {
  const position = (file: string): number => requested.findIndex(({ name }) => name === file);
  return { ...used, loras: used.loras.toSorted((a, b) => position(a) - position(b)) };
}

function resolvedValues(checked: CheckedRequest): ReadonlyMap<string, unknown> {
  const { workflow, sent, files, randomSeed, prompt } = checked;
  return new Map<string, unknown>([
    ['prompt', prompt],
    ...modelSpellings(workflow, sent),
    ...files.graphNames,
    ...(randomSeed === null ? [] : [['seed', randomSeed] as const]),
  ]);
}

/** Settings of the request that are not in the graph. */
function unboundSettings({ request, sent }: CheckedRequest): Record<string, unknown> {
  const prefix = sentValue(sent, 'filename_prefix');
  return {
    prompt: request.prompt,
    ...(prefix === undefined ? {} : { filename_prefix: prefix }),
    ...(request.description === undefined ? {} : { description: request.description }),
  };
}

/** `null` without characters. */
function characterUse({ workflow, bound, check }: CheckedRequest): CharacterUse | null {
  const { characters, references } = bound;
  if (characters.length === 0) return null;
  const takesPrompt = (workflow.params['prompt']?.binds.length ?? 0) > 0;
  const words = takesPrompt ? [] : wordsOf(bound);
  const { characterLoras: loras, notApplied } = check;
  return { loras, references, not_applied: [...words, ...notApplied] };
}

/** The words of characters, which a workflow without a prompt doesn't take. */
const wordsOf = ({ characters }: BoundCharacters): readonly NotApplied[] =>
  characters.flatMap((character) =>
    (['trigger', 'base_prompt'] as const)
      .filter((field) => character[field] !== '')
      .map((field) => ({
        character: character.id,
        field,
        name: null,
        why_not: 'The workflow takes no prompt.',
      })),
  );

/** In the form that a request would send to get the same LoRAs. */
function loraSettings(loras: readonly LoraChoice[], lora: string | null): Record<string, unknown> {
  const [first, ...rest] = loras;
  const further = lora === null ? loras : rest;
  return {
    ...(lora === null ? {} : { lora_checkpoint: lora, lora_strength: first?.strength }),
    ...(further.length === 0 ? {} : { loras: further }),
  };
}

/** The request as it was sent, with the random seed, so that a repeat gives the same result. */
function repeatableRequest({ request, randomSeed }: CheckedRequest): Record<string, unknown> {
  const sent = Object.entries(request).filter(
    ([name, value]) => name !== 'submit' && value !== undefined,
  );
  return { ...Object.fromEntries(sent), ...(randomSeed === null ? {} : { seed: randomSeed }) };
}
