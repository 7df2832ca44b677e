import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ComfyGraph, ComfyNode } from '../../src/modules/providers/public/comfy-types';
import { isLink } from '../../src/modules/workflows/graph/graph-edits';
import type { DerivedWorkflow } from '../../src/modules/workflows/derivation/derive-workflow';
import { workflowFrom } from '../../src/modules/workflows/catalogue/workflow-from-file';
import type { Workflow } from '../../src/modules/workflows/public/workflow';
import type { SeededRandom } from './seeded-random';

/** A param as fixtures write it: `binds` are `node.input`, with `+param` where the value of another param is added. */
export interface ExpectedParam {
  readonly type: string;
  readonly required?: boolean;
  readonly default?: unknown;
  readonly binds: readonly string[];
  readonly branch?: readonly string[];
  readonly confidence: string;
}

/** The expected derivation of a graph. */
export interface Expectation {
  readonly kind: string;
  readonly mode: string;
  readonly params: Readonly<Record<string, ExpectedParam>>;
  /** Each as `target: node.output node.output`: the outputs with the model and, if there is one, with the CLIP. */
  readonly lora_slots: readonly string[];
  readonly warnings: readonly string[];
}

/** A graph without a manifest, written for the tests of the derivation. */
export interface DerivedGraph {
  readonly name: string;
  /** The rule of the derivation that it tests. */
  readonly about: string;
  readonly graph: ComfyGraph;
  readonly expected: Expectation;
  /** Values of `node.input` that differ in a graph that is built from the defaults. */
  readonly rebuilt?: Readonly<Record<string, unknown>>;
}

const FOLDER = join(__dirname, '../fixtures/workflows/derived');

/** All graphs with their expected params. */
export function derivedGraphs(): readonly DerivedGraph[] {
  return readdirSync(FOLDER)
    .sort()
    .map((file) => ({
      name: file.replace(/\.json$/, ''),
      ...(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Omit<DerivedGraph, 'name'>),
    }));
}

/** The workflow that a derivation makes of a graph. */
export function derivedWorkflow(graph: ComfyGraph, derived: DerivedWorkflow): Workflow {
  const { kind, modes, params, lora_slots, models } = derived;
  return workflowFrom(
    {
      format: 1,
      id: 'derived',
      name: 'Derived',
      description: 'for a test',
      vram_gb: null,
      notes: [],
      example: { prompt: 'a lighthouse' },
      kind,
      modes,
      params,
      lora_slots,
      models,
      graph,
    },
    'imported',
  );
}

/** A derivation in the form of an expectation. */
export function summary(graph: ComfyGraph, derived: DerivedWorkflow): Expectation {
  const workflow = derivedWorkflow(graph, derived);
  const params = Object.entries(derived.params).map(([name, param]) => {
    const shown = workflow.params[name]?.default;
    return [
      name,
      {
        type: param.type,
        ...(param.required === true ? { required: true } : {}),
        ...(shown === undefined ? {} : { default: shown }),
        binds: param.binds.map(
          ({ node, input, plus }) => `${node}.${input}${plus === undefined ? '' : `+${plus}`}`,
        ),
        ...(param.branch ? { branch: param.branch } : {}),
        confidence: derived.guesses[name]?.confidence ?? '',
      },
    ] as const;
  });
  return {
    kind: derived.kind,
    mode: derived.modes.join(' '),
    params: Object.fromEntries(params),
    lora_slots: derived.lora_slots.map(
      ({ target, model, clip }) =>
        `${target ?? 'all'}: ${model.join('.')}${clip ? ` ${clip.join('.')}` : ''}`,
    ),
    warnings: derived.warnings,
  };
}

/** The same graph under other ids and in another order of nodes and inputs. `ids` maps the old ids to the new. */
export function rewritten(
  graph: ComfyGraph,
  random: SeededRandom,
): { readonly graph: ComfyGraph; readonly ids: ReadonlyMap<string, string> } {
  const numbers = shuffled(
    Object.keys(graph).map((_, place) => String(place * 3 + 1)),
    random,
  );
  const ids = new Map(Object.keys(graph).map((id, place) => [id, numbers[place] ?? id]));
  const renamed = (node: ComfyNode): ComfyNode => ({
    ...node,
    inputs: Object.fromEntries(
      shuffled(Object.entries(node.inputs), random).map(([input, value]) => [
        input,
        isLink(value) ? [ids.get(value[0]) ?? value[0], value[1]] : value,
      ]),
    ),
  });
  const nodes = shuffled(Object.entries(graph), random).map(
    ([id, node]) => [ids.get(id) ?? id, renamed(node)] as const,
  );
  return { graph: Object.fromEntries(nodes), ids };
}

function shuffled<T>(values: readonly T[], random: SeededRandom): readonly T[] {
  return values
    .map((value) => ({ value, rank: random.below(2 ** 30) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ value }) => value);
}
