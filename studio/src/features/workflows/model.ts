import type { Provider, Workflow, WorkflowItem, WorkflowParam } from '../../api/types';

/** What the address of the page says. */
export interface WorkflowsSearch {
  /** The workflow whose details are open. */
  readonly open?: string;
  readonly q?: string;
}

export function readWorkflowsSearch(raw: Record<string, unknown>): WorkflowsSearch {
  const text = (value: unknown) =>
    typeof value === 'number' || (typeof value === 'string' && value !== '')
      ? String(value)
      : undefined;
  const [open, q] = [text(raw.open), text(raw.q)];
  return { ...(open !== undefined && { open }), ...(q !== undefined && { q }) };
}

/** What a workflow makes of what, in the order of the page. */
export const PURPOSES = [
  'picture-from-words',
  'picture-from-picture',
  'edit',
  'upscale',
  'clip-from-words',
  'clip-from-picture',
  'clip-from-clip',
] as const;
export type Purpose = (typeof PURPOSES)[number];

type Mode = WorkflowItem['modes'][number];

const PURPOSE_OF_MODE: Readonly<Record<Mode, Purpose>> = {
  t2i: 'picture-from-words',
  i2i: 'picture-from-picture',
  edit: 'edit',
  upscale: 'upscale',
  t2v: 'clip-from-words',
  i2v: 'clip-from-picture',
  v2v: 'clip-from-clip',
};

/** The group of a workflow: what it makes by its first mode. */
export function purposeOf({ kind, modes }: Pick<WorkflowItem, 'kind' | 'modes'>): Purpose {
  const [first] = modes;
  if (first !== undefined) return PURPOSE_OF_MODE[first];
  return kind === 'video' ? 'clip-from-words' : 'picture-from-words';
}

/** Workflows in whose name, id or description every word occurs. */
export function matchingWorkflows<T extends Pick<WorkflowItem, 'id' | 'name' | 'description'>>(
  workflows: readonly T[],
  words: string,
): readonly T[] {
  const parts = words.toLowerCase().split(/\s+/).filter(Boolean);
  return workflows.filter(({ id, name, description }) => {
    const text = `${id}\n${name}\n${description}`.toLowerCase();
    return parts.every((part) => text.includes(part));
  });
}

/** The groups that have workflows, each by name; those that no node can run come last. */
export function byPurpose<T extends Pick<WorkflowItem, 'kind' | 'modes' | 'name' | 'runnable_on'>>(
  workflows: readonly T[],
): readonly (readonly [Purpose, readonly T[]])[] {
  return PURPOSES.flatMap((purpose) => {
    const items = workflows
      .filter((workflow) => purposeOf(workflow) === purpose)
      .sort(
        (a, b) =>
          Number(a.runnable_on.length === 0) - Number(b.runnable_on.length === 0) ||
          a.name.localeCompare(b.name),
      );
    return items.length === 0 ? [] : [[purpose, items] as const];
  });
}

/**
 * Why it would be of no use to open a workflow: no node makes this kind, or those that were asked what they have lack
 * something. Undefined while the nodes are not known.
 */
export function obstacleOf(
  { kind, runnable_on }: Pick<WorkflowItem, 'kind' | 'runnable_on'>,
  nodes: readonly Pick<Provider, 'roles' | 'last_seen_at'>[] | undefined,
): 'no-node' | 'lack' | undefined {
  const able = nodes?.filter(({ roles }) => roles.includes(kind));
  if (able?.length === 0) return 'no-node';
  const isLacking =
    runnable_on.length === 0 && able?.some(({ last_seen_at }) => last_seen_at !== null);
  return isLacking ? 'lack' : undefined;
}

/** How much a node lacks for a workflow. */
export interface Lack {
  readonly provider: string;
  readonly models: number;
  readonly classes: number;
  readonly values: number;
}

/** What the node lacks that needs the least. */
export function smallestLack(missing: Workflow['requirements']['missing']): Lack | undefined {
  const lacks = missing
    .filter(({ known }) => known)
    .map((node) => ({
      provider: node.provider,
      models: node.missing_models.length,
      classes: node.missing_classes.length,
      values: node.unsupported_values.length,
    }));
  const size = ({ models, classes, values }: Lack) => models + classes + values;
  return lacks.sort((a, b) => size(a) - size(b))[0];
}

/** Params in the order of forms. */
export function orderedParams(
  params: Readonly<Record<string, WorkflowParam>>,
): readonly (readonly [string, WorkflowParam])[] {
  const groups = ['what', 'how', 'advanced'];
  return Object.entries(params).sort(
    ([, a], [, b]) => groups.indexOf(a.group) - groups.indexOf(b.group) || a.order - b.order,
  );
}

/** `256 – 1536`, `at least 1`, `at most 20`; empty without bounds. */
export function rangeText({
  minimum,
  maximum,
}: Pick<WorkflowParam, 'minimum' | 'maximum'>): string {
  if (minimum !== null && maximum !== null) return `${minimum} – ${maximum}`;
  if (minimum !== null) return `at least ${minimum}`;
  return maximum === null ? '' : `at most ${maximum}`;
}

/** A valid workflow id from a file's name: lower-case letters, digits, - and _. */
export function idFromFile(name: string): string {
  return name
    .replace(/\.[^.]*$/, '')
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^[-_]+|[-_]+$/g, '')
    .slice(0, 64);
}

/** A readable name from a file's name. */
export const nameFromFile = (name: string): string =>
  name
    .replace(/\.[^.]*$/, '')
    .replace(/[-_]+/g, ' ')
    .trim();
