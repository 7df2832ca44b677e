import type { ConfiguredRole, ProviderConfig } from './app-config';
import {
  flag,
  integer,
  list,
  oneOf,
  type Rule,
  section,
  type Spot,
  text,
  texts,
} from './field-rules';
import type { JsonTree } from './json-tree';
import { checkBaseUrl, checkHeaderName, checkHeaderValue, notEmpty } from './value-checks';

const ROLES: readonly ConfiguredRole[] = ['image', 'video'];

/** A node that draws without models: the service works before any other node is named. */
const EMBEDDED: ProviderConfig = {
  id: 'simulator',
  kind: 'simulator',
  base_url: null,
  name: 'simulator',
  roles: ROLES,
  headers: {},
  default: true,
  step_ms: 30,
};

function checkId(value: string): string | null {
  if (value === 'auto')
    return '"auto" is reserved: it lets the service choose a node; take another id';
  return /^[A-Za-z0-9_-]{1,64}$/.test(value) ? null : 'write 1 to 64 letters, digits, "_" or "-"';
}

const fields = section<ProviderConfig>({
  id: text('', checkId),
  kind: oneOf<ProviderConfig['kind']>('comfyui', ['comfyui', 'simulator']),
  base_url: text(null, checkBaseUrl),
  name: text('', notEmpty),
  roles: list(ROLES, oneOf('image', ROLES)),
  headers: texts(checkHeaderName, checkHeaderValue),
  default: flag(false),
  step_ms: integer(EMBEDDED.step_ms, 0, 60_000),
});

/** One node, its fields checked together. */
const provider: Rule<ProviderConfig> = (tree, spot, reading) => {
  const before = reading.problems.length;
  const read = fields(tree, spot, reading);
  if (reading.problems.length > before) return read;
  if (read.id === '')
    reading.problems.push({ ...field(spot, 'id'), message: 'give each provider an id' });
  if (read.kind === 'comfyui' && read.base_url === null) {
    const message = 'write the address of the node, such as http://127.0.0.1:8188';
    reading.problems.push({ ...field(spot, 'base_url'), message });
  }
  return {
    ...read,
    name: read.name === '' ? read.id : read.name,
    base_url: read.base_url?.replace(/(?<!\/)\/+$/, '') ?? null,
  };
};

const allProviders = list([EMBEDDED], provider);

/** The nodes: each id once, exactly one of them the default. */
export const providers: Rule<readonly ProviderConfig[]> = (tree, spot, reading) => {
  const read = allProviders(tree, spot, reading);
  const complain = (index: number, name: string, message: string): void => {
    const at = { field: `${spot.field}[${index}]`, line: lineOfItem(tree, index, spot.line) };
    reading.problems.push({ ...field(at, name), message });
  };
  read.forEach((one, index) => {
    const earlier = read.slice(0, index);
    if (one.id !== '' && earlier.some((other) => other.id === one.id)) {
      complain(index, 'id', 'another provider has this id: ids must differ');
    }
    if (one.default && earlier.some((other) => other.default)) {
      complain(index, 'default', 'another provider is the default already: only one may be');
    }
  });
  if (read.some((one) => one.default)) return read;
  return read.map((one, index) => ({ ...one, default: index === 0 }));
};

function field(spot: Spot, name: string): Spot {
  return { field: `${spot.field}.${name}`, line: spot.line };
}

function lineOfItem(tree: JsonTree | undefined, index: number, otherwise: number): number {
  return (tree?.type === 'array' ? tree.items[index]?.line : undefined) ?? otherwise;
}
