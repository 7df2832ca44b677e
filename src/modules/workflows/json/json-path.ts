import { JsonSyntaxError, type JsonTree, parseJsonTree } from '../../../platform/config/json-tree';

/** Steps into a JSON value: names of fields and positions in lists. */
export type JsonPath = readonly (string | number)[];

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
 * Returns a function that finds the line (from 1) of a path in the text, or of the nearest enclosing value. It returns
 * `null` for texts that `parseJsonTree` rejects (deep nesting, Python's `NaN`). The text is parsed once, at the first call.
 */
export function linesOf(text: string): (path: JsonPath) => number | null {
  let tree: JsonTree | JsonSyntaxError | undefined;
  return (path) => {
    tree ??= tryParseTree(text);
    return tree instanceof JsonSyntaxError ? null : lineIn(tree, path);
  };
}

/** The syntax error of a text, worded for people who write JSON by hand; `null` for valid JSON. */
export function syntaxErrorIn(text: string): JsonSyntaxError | null {
  const tree = tryParseTree(text);
  return tree instanceof JsonSyntaxError ? tree : null;
}

function tryParseTree(text: string): JsonTree | JsonSyntaxError {
  try {
    return parseJsonTree(text);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error;
    throw error;
  }
}

function lineIn(tree: JsonTree, path: JsonPath): number {
  let { line } = tree;
  let value = tree;
  for (const step of path) {
    const next = stepInto(value, step);
    if (!next) break;
    ({ line, value } = next);
  }
  return line;
}

function stepInto(
  tree: JsonTree,
  step: string | number,
): { readonly line: number; readonly value: JsonTree } | undefined {
  if (tree.type === 'object') return tree.fields.find(({ name }) => name === String(step));
  const item = tree.type === 'array' ? tree.items[Number(step)] : undefined;
  return item && { line: item.line, value: item };
}
