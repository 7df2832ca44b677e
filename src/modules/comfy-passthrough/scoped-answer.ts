import { PRIVATE_FOLDERS } from '../providers/public/private-folders';
import { redactObjectInfo } from '../providers/public/redact-object-info';
import type { TextRedactor } from '../providers/public/redact-locations';
import { redactValue } from '../providers/public/redact-messages';
import type { ComfyPath, DiscoveryEndpoint } from './comfy-path';

/*
 * Reduces a node's answer for callers who aren't admins: their own prompts, no paths, no addresses, no files of
 * others. Fields that are not known here are left out.
 */

export interface Scope {
  readonly own: ReadonlySet<string>;
  readonly clean: TextRedactor;
}

/** Segments of the paths that ComfyUI itself answers; deeper ones belong to custom nodes. */
const DEPTH: Readonly<Partial<Record<DiscoveryEndpoint, number>>> = {
  object_info: 2,
  models: 2,
  history: 2,
};

/** Whether ComfyUI itself answers the path. Only admins may request others. */
export function isAnsweredByComfy({ root, segments }: ComfyPath): boolean {
  return segments.length <= (DEPTH[root] ?? 1);
}

/** Whether only admins may list this folder of a node. */
export function isPrivateFolder({ root, segments }: ComfyPath): boolean {
  return root === 'models' && PRIVATE_FOLDERS.has(segments[1] ?? '');
}

/** Ids of the prompts in an answer, and of the requested one. */
export function promptsIn({ root, segments }: ComfyPath, value: unknown): readonly string[] {
  if (root === 'history')
    return segments.length > 1 ? segments.slice(1) : Object.keys(record(value));
  if (root !== 'queue') return [];
  return Object.values(record(value)).flatMap((prompts) => list(prompts).map(idOf));
}

type View = (value: unknown, scope: Scope) => unknown;

const cleaned: View = (value, { clean }) => redactValue(value, clean);

const VIEWS: Readonly<Record<DiscoveryEndpoint, View>> = {
  system_stats: cleaned,
  features: cleaned,
  embeddings: cleaned,
  object_info: (value, { clean }) => redactObjectInfo(value, clean),
  models: (value, scope) =>
    cleaned(
      list(value).filter((name) => typeof name === 'string' && !PRIVATE_FOLDERS.has(name)),
      scope,
    ),
  // Paths in URLs, not on the disk.
  extensions: (value) =>
    list(value).filter((path) => typeof path === 'string' && path.startsWith('/extensions/')),
  prompt: (value) => {
    const { queue_remaining } = record(record(value)['exec_info']);
    return { exec_info: { queue_remaining } };
  },
  queue: (value, { own }) => {
    const { queue_running, queue_pending } = record(value);
    const ownOf = (prompts: unknown): unknown[] =>
      list(prompts)
        .filter((prompt) => own.has(idOf(prompt)))
        .map(promptOf);
    return { queue_running: ownOf(queue_running), queue_pending: ownOf(queue_pending) };
  },
  history: (value, scope) =>
    Object.fromEntries(
      Object.entries(record(value))
        .filter(([promptId]) => scope.own.has(promptId))
        .map(([promptId, entry]) => [promptId, entryOf(record(entry), scope)]),
    ),
};

/** The answer as this caller may see it. */
export function scopedAnswer({ root }: ComfyPath, value: unknown, scope: Scope): unknown {
  return VIEWS[root](value, scope);
}

/** A prompt is `[number, id, graph, extra_data, outputs]`: `extra_data` may hold anything and is left out. */
function promptOf(prompt: unknown): unknown[] {
  const [number, id, graph, , outputs] = list(prompt);
  return [number, id, graph, {}, outputs];
}

function entryOf({ prompt, outputs, status, meta }: Json, scope: Scope): Json {
  return {
    prompt: promptOf(prompt),
    outputs: cleaned(outputs ?? {}, scope),
    status: cleaned(status ?? null, scope),
    ...(meta === undefined ? {} : { meta: cleaned(meta, scope) }),
  };
}

type Json = Readonly<Record<string, unknown>>;

const idOf = (prompt: unknown): string => String(list(prompt)[1]);

const list = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as unknown[]) : [];

const record = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
