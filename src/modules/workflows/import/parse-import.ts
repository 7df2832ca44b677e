import { isCleanText, isForbiddenKey } from '../../../platform/validation/content-check';
import { type JsonRecord, isRecord } from '../../../platform/json';
import { manifestFromValue, type ManifestSource, readManifest } from '../derivation/manifest';
import {
  type JsonAnomalies,
  findAnomalies,
  type UnrepresentableNumber,
} from '../json/json-anomalies';
import { excerptOf } from '../json/json-values';
import { structureFindings } from '../graph/lint-structure';
import type { Workflow } from '../public/workflow';
import { type SchemaProblem, workflowFileProblems } from '../catalogue/schema-problems';
import type { WorkflowFile } from '../catalogue/workflow-file';
import { workflowFrom } from '../catalogue/workflow-from-file';
import { parseWorkflowJson, UnreadableJson } from '../json/workflow-json';
import { isWrapper, readWorkflow, type WorkflowText } from '../json/workflow-text';
import { type JsonPath, pathOf, syntaxErrorIn } from '../json/json-path';
import type { ImportFault } from './import-fault';

/** A graph in one of ComfyUI's formats, with its manifest, before it is resolved. */
export interface ImportCandidate {
  readonly id: string;
  readonly text: Exclude<WorkflowText, { format: 'none' }>;
  readonly manifest: ManifestSource;
  /** Path of a node in the imported JSON value. */
  readonly pathOfNode: (node: string) => JsonPath;
  /** Numbers of the text that JavaScript can't hold, such as `NaN`. */
  readonly lost: readonly UnrepresentableNumber[];
}

/** The result of parsing an imported text. */
export type ParsedImport =
  | { readonly kind: 'graph'; readonly candidate: ImportCandidate }
  /** A complete workflow file like those of builtin workflows, so nothing is derived. */
  | { readonly kind: 'complete'; readonly workflow: Workflow }
  | { readonly kind: 'broken'; readonly faults: readonly ImportFault[] };

/** Parses a file of the workflows folder and the manifest beside it. Never throws. */
export function parseImportText(id: string, text: string, manifest: string | null): ParsedImport {
  try {
    const value = parseWorkflowJson(text);
    const { duplicateKeys: duplicates, unrepresentable: lost } = findAnomalies(text);
    if (duplicates.length > 0) return broken(duplicates.map(duplicateFault));
    const parsed = parseImport(id, value, manifest);
    return parsed.kind === 'graph'
      ? { ...parsed, candidate: { ...parsed.candidate, lost } }
      : parsed;
  } catch (error) {
    if (!(error instanceof UnreadableJson)) throw error;
    return broken([unreadableFault(text, error)]);
  }
}

/**
 * {@link parseImportText} for a parsed value. A wrapper (`{"prompt" or "workflow", "manifest"}`) may hold the manifest; a
 * manifest file beside it takes precedence.
 */
export function parseImport(id: string, value: unknown, manifest: string | null): ParsedImport {
  const unclean = uncleanText(value, []);
  if (unclean) return broken([unclean]);
  if (isRecord(value) && isCompleteFile(value)) return readCompleteFile(id, value, manifest);
  const text = readWorkflow(value);
  if (text.format === 'none') {
    const { node, reason } = text;
    const path = node === undefined ? [] : [...graphPath(value, node), node];
    return broken([{ part: 'workflow', path, reason }]);
  }
  const source =
    manifest === null ? manifestIn(value) : readManifest(`${id}.manifest.json`, manifest);
  const faults = manifestFaults(source);
  if (faults.length > 0) return broken(faults);
  const pathOfNode = (node: string): JsonPath => nodePath(value, text, node);
  return { kind: 'graph', candidate: { id, text, manifest: source, pathOfNode, lost: [] } };
}

/** Prefers the message of `syntaxErrorIn`, which has a line and is worded for people who write JSON by hand. */
function unreadableFault(text: string, { message }: UnreadableJson): ImportFault {
  const error = syntaxErrorIn(text);
  return error
    ? { part: 'workflow', path: [], reason: `not JSON: ${error.message}`, line: error.line }
    : { part: 'workflow', path: [], reason: message };
}

/** Refused, because one of the two must be a mistake: neither the editor nor ComfyUI writes such a file. */
const duplicateFault = ({ path, line }: JsonAnomalies['duplicateKeys'][number]): ImportFault => ({
  part: 'workflow',
  path,
  line,
  reason: `${excerptOf(path.at(-1))} appears twice here: keep one`,
});

const broken = (faults: readonly ImportFault[]): ParsedImport => ({ kind: 'broken', faults });

/** A manifest's problems, as faults of the import. */
export function manifestFaults({ problems }: Pick<ManifestSource, 'problems'>): ImportFault[] {
  return problems.map(({ line, field, reason }) => ({
    part: 'manifest',
    path: pathOf(field),
    reason,
    ...(line === null ? {} : { line }),
  }));
}

const isCompleteFile = (value: JsonRecord): boolean =>
  value['format'] === 1 && isRecord(value['graph']) && isRecord(value['params']);

function readCompleteFile(id: string, value: JsonRecord, manifest: string | null): ParsedImport {
  const problems: readonly SchemaProblem[] = [
    ...(manifest === null ? [] : [{ path: [], reason: NO_MANIFEST }]),
    ...(value['id'] === id
      ? []
      : [{ path: ['id'], reason: `must be ${id}, as the workflow is called` }]),
    ...workflowFileProblems(value).filter(({ path }) => path[0] !== 'id'),
  ];
  if (problems.length > 0)
    return broken(problems.map((problem) => ({ part: 'workflow', ...problem })));
  // The cast is safe, because the schema was checked above.
  const workflow = workflowFrom(value as unknown as WorkflowFile, 'imported');
  const findings = structureFindings(workflow);
  if (findings.length === 0) return { kind: 'complete', workflow };
  return broken(
    findings.map(({ node, class: nodeClass, reason }) => ({
      part: 'workflow',
      path: node === null ? [] : ['graph', node],
      reason: node === null ? reason : `node ${node} (${nodeClass ?? '?'}): ${reason}`,
    })),
  );
}

const NO_MANIFEST = 'the file is a complete workflow: it accepts no manifest';

function manifestIn(value: unknown): ManifestSource {
  return manifestFromValue(
    (isRecord(value) && isWrapper(value) ? value['manifest'] : undefined) ?? {},
  );
}

/** Path of the graph that holds this node: a wrapper's field, or empty for the value itself. */
function graphPath(value: unknown, node: string): JsonPath {
  if (!isRecord(value) || !isWrapper(value)) return [];
  const holder = ['prompt', 'output'].find((key) => {
    const inner = value[key];
    return isRecord(inner) && Object.hasOwn(inner, node);
  });
  return holder === undefined ? [] : [holder];
}

function nodePath(value: unknown, text: ImportCandidate['text'], node: string): JsonPath {
  if (text.format === 'api') return [...graphPath(value, node), node];
  const holder = isRecord(value) && value !== text.editor ? keyOf(value, text.editor) : [];
  const nodes = isRecord(text.editor) ? text.editor['nodes'] : [];
  // A node inside a subgraph is reported at the subgraph's node.
  const outer = node.split(':')[0];
  const at = Array.isArray(nodes)
    ? nodes.findIndex((one: unknown) => isRecord(one) && String(one['id']) === outer)
    : -1;
  return at < 0 ? holder : [...holder, 'nodes', at];
}

function keyOf(value: JsonRecord, target: unknown): JsonPath {
  const key = Object.keys(value).find((one) => value[one] === target);
  return key === undefined ? [] : [key];
}

/** The first text that a database or client might change, or key that would change the object's prototype. */
function uncleanText(value: unknown, path: JsonPath): ImportFault | null {
  if (typeof value === 'string')
    return isCleanText(value)
      ? null
      : { part: 'workflow', path, reason: 'a text holds NUL characters or lone surrogates' };
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    const innerPath = [...path, Array.isArray(value) ? Number(key) : key];
    if (isForbiddenKey(key) || !isCleanText(key))
      return { part: 'workflow', path: innerPath, reason: 'this key may not be used' };
    const fault = uncleanText(inner, innerPath);
    if (fault) return fault;
  }
  return null;
}
