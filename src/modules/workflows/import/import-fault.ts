import { JsonSyntaxError, type JsonTree, parseJsonTree } from '../../../platform/config/json-tree';

/** Steps into a JSON value: names of fields and positions in lists. */
export type JsonPath = readonly (string | number)[];

/** Something that keeps a text from being a workflow: where in it, and why. */
export interface ImportFault {
  /** Of what the fault is: the workflow itself, or what is said about it. */
  readonly part: 'workflow' | 'manifest';
  readonly path: JsonPath;
  readonly reason: string;
  /** Where it was told already. Counts from 1. */
  readonly line?: number;
}

/** `params.width.binds[0].input` as steps. */
export function pathOf(field: string): JsonPath {
  const steps = field.match(/[^.[\]]+|\[\d+\]/g) ?? [];
  return steps.map((step) => (step.startsWith('[') ? Number(step.slice(1, -1)) : step));
}

/** Steps as `params.width.binds[0].input`. */
export function fieldOf(path: JsonPath): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${String(step)}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');
}

/**
 * Tells the line of a text on which something stands, or the nearest thing around it; `null` where it can't be told, as
 * the reader of lines takes neither deep nesting nor what only Python takes for JSON. Counts from 1. The text is read
 * once, at the first question.
 */
export function linesOf(text: string): (path: JsonPath) => number | null {
  let tree: ReturnType<typeof treeOf> | undefined;
  return (path) => {
    tree ??= treeOf(text);
    return tree instanceof JsonSyntaxError ? null : lineIn(tree, path);
  };
}

/** Why a text is no JSON, and where: said for people who write it by hand. */
export function syntaxFault(text: string, reason: string): ImportFault {
  const fault = treeOf(text);
  return fault instanceof JsonSyntaxError
    ? { part: 'workflow', path: [], reason: `not JSON: ${fault.message}`, line: fault.line }
    : { part: 'workflow', path: [], reason };
}

function treeOf(text: string): JsonTree | JsonSyntaxError {
  try {
    return parseJsonTree(text);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error;
    throw error;
  }
}

function lineIn(tree: JsonTree, path: JsonPath): number {
  let line = tree.line;
  let at = tree;
  for (const step of path) {
    const next: Placed | undefined = stepInto(at, step);
    if (!next) break;
    ({ line, value: at } = next);
  }
  return line;
}

interface Placed {
  readonly line: number;
  readonly value: JsonTree;
}

function stepInto(tree: JsonTree, step: string | number): Placed | undefined {
  if (tree.type === 'object') return tree.fields.find(({ name }) => name === String(step));
  const item = tree.type === 'array' ? tree.items[Number(step)] : undefined;
  return item && { line: item.line, value: item };
}
