import type { ComfyGraph, ObjectInfo } from '../../providers/public/comfy-types';
import type { Finding } from '../graph/lint-finding';
import { structureFindings } from '../graph/lint-structure';
import type { Workflow } from '../public/workflow';
import { workflowFrom } from '../catalogue/workflow-from-file';
import { deriveWorkflow, type DerivedWorkflow, type Guess } from './derive-workflow';
import { manifestFromValue, type ManifestProblem, type ManifestSource } from './manifest';
import { overrideParams } from './manifest-merge';

/** A graph to import, with its manifest. */
export interface ImportSource {
  readonly id: string;
  readonly name?: string;
  readonly graph: ComfyGraph;
  readonly manifest?: ManifestSource;
}

/** A workflow for the catalogue, or the reasons against it. */
export interface ImportedWorkflow {
  readonly workflow: Workflow | null;
  /** Confidence and reason of each param. */
  readonly guesses: Readonly<Record<string, Guess>>;
  readonly warnings: readonly string[];
  readonly problems: readonly ManifestProblem[];
  /** Faults of the graph itself: dangling links, cycles. */
  readonly faults: readonly Finding[];
}

/**
 * A graph in API format as a workflow: with derived params that the manifest overrides. The result is the same type
 * that a file of the built-in catalogue gives. Never throws.
 */
export function importedWorkflow(source: ImportSource, info: ObjectInfo | null): ImportedWorkflow {
  const manifestSource = source.manifest ?? manifestFromValue({});
  const derived = deriveWorkflow(source.graph, info, manifestSource.manifest.kind);
  const { params, guesses, problems } = overrideParams(derived, manifestSource);
  const manifestProblems = [...manifestSource.problems, ...problems];
  const warnings = derived.warnings;
  if (manifestProblems.length > 0)
    return { workflow: null, guesses, warnings, problems: manifestProblems, faults: [] };
  const workflow = asWorkflow(source, derived, { ...manifestSource.manifest, params });
  const findings = structureFindings(workflow);
  const [ofManifest, ofGraph] = splitFindings(findings, manifestSource);
  return {
    workflow: findings.length > 0 ? null : workflow,
    guesses,
    warnings,
    problems: ofManifest,
    faults: ofGraph,
  };
}

function asWorkflow(
  { id, name, graph }: ImportSource,
  { kind, modes, models, lora_slots }: DerivedWorkflow,
  manifest: ManifestSource['manifest'] & { readonly params: DerivedWorkflow['params'] },
): Workflow {
  const derivedFields = { name: name ?? id, kind, modes, models, lora_slots };
  return workflowFrom(
    { ...DEFAULTS, ...derivedFields, ...manifest, format: 1, id, graph },
    'imported',
  );
}

/** Defaults for what a graph doesn't contain. Every request has a prompt. */
const DEFAULTS = {
  description: 'Imported.',
  vram_gb: null,
  notes: [],
  example: { prompt: 'A lighthouse on a cliff at dusk' },
};

/** Splits findings into those of fields that the manifest sets and those of the graph. */
function splitFindings(
  findings: readonly Finding[],
  { manifest, problem }: ManifestSource,
): readonly [readonly ManifestProblem[], readonly Finding[]] {
  const ofManifest = findings.flatMap(({ field, reason }) =>
    field !== null && setsField(manifest, field) ? [problem(field, reason)] : [],
  );
  const ofGraph = findings.filter(({ field }) => field === null || !setsField(manifest, field));
  return [ofManifest, ofGraph];
}

function setsField(manifest: ManifestSource['manifest'], field: string): boolean {
  const [part = '', ...param] = field.split('.');
  return part === 'params'
    ? Object.hasOwn(manifest.params ?? {}, param.join('.'))
    : Object.hasOwn(manifest, part);
}
