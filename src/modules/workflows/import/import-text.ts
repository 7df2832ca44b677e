import { isCleanText, isForbiddenKey } from '../../../platform/validation/screen';
import { type JsonRecord, isRecord } from '../../../platform/json';
import { givenManifest, type ManifestSource, readManifest } from '../derivation/manifest';
import { type JsonDoubts, jsonDoubts, type LostNumber } from '../json/json-doubts';
import { shown } from '../json/json-values';
import { structureFindings } from '../graph/lint-structure';
import type { Workflow } from '../public/workflow';
import { type WorkflowFile, workflowFileProblems } from '../catalogue/workflow-file';
import { workflowFrom } from '../catalogue/workflow-from-file';
import { parseWorkflowJson, UnreadableJson } from '../json/workflow-json';
import { readWorkflow, type WorkflowText } from '../json/workflow-text';
import { type ImportFault, type JsonPath, pathOf, syntaxFault } from './import-fault';

/** A graph that somebody brings, in one of ComfyUI's formats, and what is said of it. */
export interface BroughtWorkflow {
  readonly id: string;
  readonly text: Exclude<WorkflowText, { format: 'none' }>;
  readonly manifest: ManifestSource;
  /** Where a node of the graph, or of the editor's file, stands in what was brought. */
  readonly placeOf: (node: string) => JsonPath;
  /** Numbers that stood in it and that no parser keeps. */
  readonly lost: readonly LostNumber[];
}

/** What a text that somebody brings turned out to be. */
export type ImportText =
  | { readonly is: 'brought'; readonly brought: BroughtWorkflow }
  /** A file like those of the shipped catalogue: nothing is left to derive. */
  | { readonly is: 'whole'; readonly workflow: Workflow }
  | { readonly is: 'broken'; readonly faults: readonly ImportFault[] };

/** The text of a file of the workflows folder, and of the manifest beside it. Pure; never throws. */
export function readImportText(id: string, text: string, manifest: string | null): ImportText {
  try {
    const value = parseWorkflowJson(text);
    const { repeated, lost } = jsonDoubts(text);
    if (repeated.length > 0) return broken(repeated.map(twiceFault));
    const read = readImport(id, value, manifest);
    return read.is === 'brought' ? { ...read, brought: { ...read.brought, lost } } : read;
  } catch (error) {
    if (!(error instanceof UnreadableJson)) throw error;
    return broken([syntaxFault(text, error.message)]);
  }
}

/**
 * {@link readImportText} for what is parsed already. A wrapper (`{"prompt" or "workflow", "manifest"}`) may bring the
 * manifest along; a file beside it goes before.
 */
export function readImport(id: string, value: unknown, manifest: string | null): ImportText {
  const unclean = uncleanAt(value, []);
  if (unclean) return broken([unclean]);
  if (isRecord(value) && isWholeFile(value)) return readWhole(id, value, manifest);
  const text = readWorkflow(value);
  if (text.format === 'none') return broken([formatFault(value, text.reason)]);
  const said =
    manifest === null ? manifestIn(value) : readManifest(`${id}.manifest.json`, manifest);
  const faults = manifestFaults(said);
  if (faults.length > 0) return broken(faults);
  const placeOf = (node: string): JsonPath => nodePlace(value, text, node);
  return { is: 'brought', brought: { id, text, manifest: said, placeOf, lost: [] } };
}

/** One of the two is a mistake, and nobody can tell which. Editors and ComfyUI write no such file. */
const twiceFault = ({ path, line }: JsonDoubts['repeated'][number]): ImportFault => ({
  ...{ part: 'workflow', path, line },
  reason: `${shown(path.at(-1))} stands here twice: keep one`,
});

const broken = (faults: readonly ImportFault[]): ImportText => ({ is: 'broken', faults });

/** A manifest's problems, as faults of what was brought. */
export function manifestFaults({ problems }: Pick<ManifestSource, 'problems'>): ImportFault[] {
  return problems.map(({ line, field, reason }) => ({
    ...{ part: 'manifest', path: pathOf(field), reason },
    ...(line === null ? {} : { line }),
  }));
}

const isWholeFile = (value: JsonRecord): boolean =>
  value['format'] === 1 && isRecord(value['graph']) && isRecord(value['params']);

function readWhole(id: string, value: JsonRecord, manifest: string | null): ImportText {
  const said = [
    ...(manifest === null ? [] : ['the file says everything itself: it takes no manifest']),
    ...(value['id'] === id ? [] : [`id: must be ${id}, as the file is called`]),
    ...workflowFileProblems(value).map((problem) => problem.replace(/^workflow\.?/, '')),
  ];
  if (said.length > 0) return broken(said.map(fieldFault));
  // Its shape has just been checked, key by key.
  const workflow = workflowFrom(value as unknown as WorkflowFile, 'imported');
  const findings = structureFindings(workflow);
  if (findings.length === 0) return { is: 'whole', workflow };
  return broken(
    findings.map(({ node, class: nodeClass, reason }) => ({
      part: 'workflow',
      path: node === null ? [] : ['graph', node],
      reason: node === null ? reason : `node ${node} (${nodeClass ?? '?'}): ${reason}`,
    })),
  );
}

/** `params.width.grid: must be …` */
function fieldFault(problem: string): ImportFault {
  const [, field = '', reason = problem] = /^([^\s:]+): (.*)$/s.exec(problem) ?? [];
  return { part: 'workflow', path: pathOf(field), reason };
}

/** `node "8": has no "class_type"` says where. */
function formatFault(value: unknown, reason: string): ImportFault {
  const [, node] = /^node "(.*)": /s.exec(reason) ?? [];
  const path = node === undefined ? [] : [...graphPlace(value, node), node];
  return { part: 'workflow', path, reason };
}

function manifestIn(value: unknown): ManifestSource {
  const said = isRecord(value) && isWrapper(value) ? value['manifest'] : undefined;
  return givenManifest(said ?? {});
}

const isNode = (value: unknown): boolean => isRecord(value) && 'class_type' in value;

const isWrapper = (value: JsonRecord): boolean =>
  ['prompt', 'output', 'workflow'].some((key) => isRecord(value[key]) && !isNode(value[key])) &&
  !isNode(value['manifest']);

/** Where the graph with this node is: a wrapper's field, or the text itself. */
function graphPlace(value: unknown, node: string): JsonPath {
  if (!isRecord(value) || Object.hasOwn(value, node)) return [];
  const holder = ['prompt', 'output'].find((key) => {
    const inner = value[key];
    return isRecord(inner) && Object.hasOwn(inner, node);
  });
  return holder === undefined ? [] : [holder];
}

function nodePlace(value: unknown, text: BroughtWorkflow['text'], node: string): JsonPath {
  if (text.format === 'api') return [...graphPlace(value, node), node];
  const holder = isRecord(value) && value !== text.editor ? keyOf(value, text.editor) : [];
  const nodes = isRecord(text.editor) ? text.editor['nodes'] : [];
  // A node inside a subgraph is told at the one that stands for it.
  const outer = node.split(':')[0];
  const at = Array.isArray(nodes)
    ? nodes.findIndex((one: unknown) => isRecord(one) && String(one['id']) === outer)
    : -1;
  return at < 0 ? holder : [...holder, 'nodes', at];
}

function keyOf(value: JsonRecord, held: unknown): JsonPath {
  const key = Object.keys(value).find((one) => value[one] === held);
  return key === undefined ? [] : [key];
}

/** What no database and no client carries unchanged, and what would change the objects that hold it. */
function uncleanAt(value: unknown, path: JsonPath): ImportFault | null {
  if (typeof value === 'string')
    return isCleanText(value)
      ? null
      : { part: 'workflow', path, reason: 'a text holds NUL characters or lone surrogates' };
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    const place = [...path, Array.isArray(value) ? Number(key) : key];
    if (isForbiddenKey(key) || !isCleanText(key))
      return { part: 'workflow', path: place, reason: 'this key may not be used' };
    const found = uncleanAt(inner, place);
    if (found) return found;
  }
  return null;
}
