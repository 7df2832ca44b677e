import { applyEdits, type JSONPath, modify, parseTree, type Node } from 'jsonc-parser';

const REMOVED = '(removed from the backup)';
const SECRET_NAME = /key|token|secret|password|passwd|authorization|cookie/i;
/** User name and password of an address, up to the last @ before its path. */
const CREDENTIALS = /(?<=^[a-z][a-z0-9+.-]*:\/\/)[^/?#\s]+@/i;
/** The parameters of an address; PostgreSQL takes the password as one of them, too. */
const PARAMETERS = /(?<name>[?&][^?&=#]*=)[^&#]*/g;

/** The text of `config.json` without keys, passwords and the headers of nodes. */
export function withoutSecrets(text: string): string {
  const root = parseTree(text);
  return root ? changesBelow(root, []).reduce(applyChange, text) : text;
}

interface Change {
  readonly path: JSONPath;
  readonly value: string;
}

const applyChange = (text: string, { path, value }: Change): string =>
  applyEdits(text, modify(text, path, value, {}));

function changesBelow(node: Node, path: JSONPath): readonly Change[] {
  const children = node.children ?? [];
  if (node.type === 'array')
    return children.flatMap((child, index) => changesBelow(child, [...path, index]));
  if (node.type === 'object')
    return children.flatMap(({ children: [name, value] = [] }) =>
      value ? changesBelow(value, [...path, String(name?.value)]) : [],
    );
  if (node.type !== 'string') return [];
  const written = String(node.value);
  // A reference to an environment variable is not a secret.
  if (/^\$\{\w+\}$/.test(written)) return [];
  if (isSecret(path)) return [{ path, value: REMOVED }];
  const value = written
    .replace(CREDENTIALS, '')
    .replace(PARAMETERS, (all, name: string) => (SECRET_NAME.test(name) ? name : all));
  return value === written ? [] : [{ path, value }];
}

/** A value below `headers`, or of a telling name. */
const isSecret = (path: JSONPath): boolean =>
  path.includes('headers') || SECRET_NAME.test(String(path.at(-1)));
