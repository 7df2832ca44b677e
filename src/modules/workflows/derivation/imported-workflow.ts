import type { ComfyGraph, ObjectInfo } from '../../providers/public/comfy-types';
import type { Finding } from '../graph/lint-finding';
import { structureFindings } from '../graph/lint-structure';
import type { Workflow } from '../public/workflow';
import { workflowFrom } from '../catalogue/workflow-from-file';
import { deriveWorkflow, type DerivedWorkflow, type Guess } from './derive-workflow';
import { givenManifest, type ManifestProblem, type ManifestSource } from './manifest';
import { overrideParams } from './manifest-merge';

/** A graph that somebody brings, and what is said of it. */
export interface ImportSource {
  readonly id: string;
  readonly name?: string;
  readonly graph: ComfyGraph;
  readonly manifest?: ManifestSource;
}

/** A workflow like one of the catalogue's, or why there is none. */
export interface ImportedWorkflow {
  readonly workflow: Workflow | null;
  /** How sure we are of each param, and why. */
  readonly guesses: Readonly<Record<string, Guess>>;
  readonly warnings: readonly string[];
  /** Of the manifest. */
  readonly problems: readonly ManifestProblem[];
  /** Of the graph itself: links into nothing, loops. */
  readonly faults: readonly string[];
}

/**
 * A graph in API format as a workflow: its params derived, with a manifest's word over them. What comes out is the
 * same value that a file of the shipped catalogue gives. Pure; never throws.
 */
export function importedWorkflow(source: ImportSource, info: ObjectInfo | null): ImportedWorkflow {
  const said = source.manifest ?? givenManifest({});
  const derived = deriveWorkflow(source.graph, info, said.manifest.kind);
  const { params, guesses, problems } = overrideParams(derived, said);
  const unsound = [...said.problems, ...problems];
  const warnings = derived.warnings;
  if (unsound.length > 0)
    return { ...{ workflow: null, guesses, warnings }, problems: unsound, faults: [] };
  const workflow = asWorkflow(source, derived, { ...said.manifest, params });
  const findings = structureFindings(workflow);
  const [ofManifest, ofGraph] = split(findings, said);
  return {
    workflow: findings.length > 0 ? null : workflow,
    ...{ guesses, warnings },
    problems: ofManifest,
    faults: ofGraph,
  };
}

function asWorkflow(
  { id, name, graph }: ImportSource,
  { kind, modes, models, lora_slots }: DerivedWorkflow,
  said: ManifestSource['manifest'] & { readonly params: DerivedWorkflow['params'] },
): Workflow {
  const told = { name: name ?? id, kind, modes, models, lora_slots };
  return workflowFrom({ ...UNTOLD, ...told, ...said, format: 1, id, graph }, 'imported');
}

/** What no graph tells. Every request has a prompt. */
const UNTOLD = {
  description: 'Imported.',
  vram_gb: null,
  notes: [],
  example: { prompt: 'A lighthouse on a cliff at dusk' },
};

/** What the manifest's own words broke, at the field that says it, and what the graph brought along. */
function split(
  findings: readonly Finding[],
  { manifest, problem }: ManifestSource,
): readonly [readonly ManifestProblem[], readonly string[]] {
  const problems: ManifestProblem[] = [];
  const faults: string[] = [];
  for (const { node, class: nodeClass, reason } of findings) {
    const field = fieldOf(reason, manifest);
    if (field === null)
      faults.push(`${node === null ? '' : `node ${node} (${nodeClass ?? '?'}) `}${reason}`);
    else problems.push(problem(field, reason));
  }
  return [problems, faults];
}

/** The field of the manifest that a finding speaks of; `null`: none does. */
function fieldOf(reason: string, manifest: ManifestSource['manifest']): string | null {
  const [, param] = /\bparam ([a-z][a-z0-9_]*)/.exec(reason) ?? [];
  if (param !== undefined && Object.hasOwn(manifest.params ?? {}, param)) return `params.${param}`;
  const field = FIELDS.find(([words]) => words.test(reason))?.[1];
  return field !== undefined && Object.hasOwn(manifest, field) ? field : null;
}

const FIELDS: readonly (readonly [RegExp, string])[] = [
  [/^the example's/, 'example'],
  [/LoRA slot/, 'lora_slots'],
  [/\bmode\b/, 'modes'],
];
