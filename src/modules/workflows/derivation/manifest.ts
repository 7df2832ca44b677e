import { JsonSyntaxError, type JsonTree, parseJsonTree } from '../../../platform/config/json-tree';
import type { LoraSlot, RequiredModel, Workflow } from '../public/workflow';
import { manifestProblems, type ParamEntry } from '../catalogue/workflow-file';

/** What somebody says of a graph. Everything left out is derived. docs/workflows.md tells how to write one. */
export interface Manifest {
  readonly name?: string;
  readonly description?: string;
  readonly kind?: Workflow['kind'];
  readonly modes?: readonly string[];
  readonly vram_gb?: number | null;
  readonly notes?: readonly string[];
  readonly models?: readonly RequiredModel[];
  readonly lora_slots?: readonly LoraSlot[];
  readonly example?: Readonly<Record<string, unknown>>;
  readonly open_params?: readonly string[];
  /** Fields over those of a derived param, a param of its own, or `null`: no such param. */
  readonly params?: Readonly<Record<string, Partial<ParamEntry> | null>>;
}

/** What is wrong with a manifest, and where. */
export interface ManifestProblem {
  /** The file's name; empty for a manifest that came in a request. */
  readonly file: string;
  /** Counts from 1; `null` where there is no text to count in. */
  readonly line: number | null;
  /** `params.width.grid.step`. */
  readonly field: string;
  readonly reason: string;
}

/** A manifest as it was written, sound or not. */
export interface ManifestSource {
  readonly manifest: Manifest;
  readonly problems: readonly ManifestProblem[];
  /** Tells where a field stands, or the nearest one around it. */
  readonly problem: (field: string, reason: string) => ManifestProblem;
}

/** A manifest file's text. Never throws. */
export function readManifest(file: string, text: string): ManifestSource {
  try {
    return sourceOf(file, JSON.parse(text) as unknown, parseJsonTree(text));
  } catch (error) {
    return unreadable(file, text, error);
  }
}

/** A manifest that came in a request, as it was parsed. */
export function givenManifest(value: unknown): ManifestSource {
  return sourceOf('', value, null);
}

function sourceOf(file: string, value: unknown, tree: JsonTree | null): ManifestSource {
  const problem = (field: string, reason: string): ManifestProblem => ({
    ...{ file, field, reason },
    line: tree && lineOf(tree, field),
  });
  const problems = manifestProblems(value).map((found) => {
    const [, field = '', reason = found] = /^manifest\.?(\S*): (.*)$/.exec(found) ?? [];
    return problem(field, reason);
  });
  // Its shape has just been checked, key by key.
  return { manifest: problems.length > 0 ? {} : (value as Manifest), problems, problem };
}

function unreadable(file: string, text: string, error: unknown): ManifestSource {
  const problem = (field: string, reason: string): ManifestProblem => ({
    ...{ file, line: null, field, reason },
  });
  const fault = syntaxFault(text);
  const reason = fault?.message ?? (error instanceof Error ? error.message : 'not JSON');
  return {
    manifest: {},
    problems: [{ ...problem('', reason), line: fault?.line ?? null }],
    problem,
  };
}

function syntaxFault(text: string): JsonSyntaxError | null {
  try {
    parseJsonTree(text);
    return null;
  } catch (error) {
    return error instanceof JsonSyntaxError ? error : null;
  }
}

/** Where a field is written; of a missing one, where the nearest around it begins. */
function lineOf(tree: JsonTree, field: string): number {
  let at: Place = { line: tree.line, value: tree };
  for (const step of field.split(/[.[\]]+/).filter((one) => one !== '')) {
    const next = stepInto(at.value, step);
    if (!next) break;
    at = next;
  }
  return at.line;
}

interface Place {
  readonly line: number;
  readonly value: JsonTree;
}

function stepInto(tree: JsonTree, step: string): Place | undefined {
  if (tree.type === 'object') return tree.fields.find(({ name }) => name === step);
  const item = tree.type === 'array' ? tree.items[Number(step)] : undefined;
  return item && { line: item.line, value: item };
}
