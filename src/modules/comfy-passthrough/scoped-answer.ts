import { PRIVATE_FOLDERS } from '../providers/public/private-folders';
import { redactedClasses } from '../providers/public/redact-object-info';
import type { TextRedactor } from '../providers/public/redact-locations';
import { redactedEntries, redactValue } from '../providers/public/redact-messages';
import type { ComfyPath, DiscoveryEndpoint } from './comfy-path';
import { mapped, type Members, membersOf } from './members';

/*
 * Reduces a node's answer for callers who aren't admins. `prompt`, `queue` and `history` are rebuilt from known fields,
 * with the caller's own prompts only. Other endpoints keep all fields, with paths, addresses and files of others redacted.
 */

export interface Scope {
  readonly ownPromptIds: ReadonlySet<string>;
  /** Replaces paths and addresses in a text. */
  readonly redactText: TextRedactor;
}

/** Ids of the prompts in an answer; for `history/<id>` only the requested id. */
export function promptIdsIn({ root, segments }: ComfyPath, value: unknown): readonly string[] {
  if (root === 'history')
    return segments.length > 1 ? segments.slice(1) : Object.keys(record(value));
  if (root !== 'queue') return [];
  return Object.values(record(value)).flatMap((prompts) => list(prompts).map(idOf));
}

type Filter = (value: unknown, scope: Scope) => Members;

const redacted: Filter = (value, { redactText }) => {
  const members = membersOf(value);
  if ('list' in members)
    return { list: mapped(members.list, (inner) => redactValue(inner, redactText)) };
  if ('object' in members) return { object: redactedEntries(members.object, redactText) };
  return { scalar: redactValue(value, redactText) };
};

const FILTERS: Readonly<Record<DiscoveryEndpoint, Filter>> = {
  system_stats: redacted,
  features: redacted,
  embeddings: redacted,
  object_info: (value, { redactText }) => ({ object: redactedClasses(value, redactText) }),
  models: (value, scope) =>
    redacted(
      list(value).filter((name) => typeof name === 'string' && !PRIVATE_FOLDERS.has(name)),
      scope,
    ),
  // These are paths of URLs, not of files on disk, so that they need no redaction.
  extensions: (value) => ({
    list: list(value).filter((path) => typeof path === 'string' && path.startsWith('/extensions/')),
  }),
  prompt: (value) => {
    const { queue_remaining } = record(record(value)['exec_info']);
    return membersOf({ exec_info: { queue_remaining } });
  },
  queue: (value, { ownPromptIds }) => {
    const { queue_running, queue_pending } = record(value);
    const ownOf = (prompts: unknown): unknown[] =>
      list(prompts)
        .filter((prompt) => ownPromptIds.has(idOf(prompt)))
        .map(promptOf);
    return membersOf({ queue_running: ownOf(queue_running), queue_pending: ownOf(queue_pending) });
  },
  history: (value, scope) => {
    const own = Object.entries(record(value)).filter(([id]) => scope.ownPromptIds.has(id));
    return {
      object: mapped(own, ([id, entry]) => [id, entryOf(record(entry), scope)] as const),
    };
  },
};

/** The answer as this caller may see it. */
export function scopedAnswer({ root }: ComfyPath, value: unknown, scope: Scope): Members {
  return FILTERS[root](value, scope);
}

/** A prompt is `[number, id, graph, extra_data, outputs]`: `extra_data` may hold anything and is left out. */
function promptOf(prompt: unknown): unknown[] {
  const [number, id, graph, , outputs] = list(prompt);
  return [number, id, graph, {}, outputs];
}

function entryOf({ prompt, outputs, status, meta }: Json, { redactText }: Scope): Json {
  return {
    prompt: promptOf(prompt),
    outputs: redactValue(outputs ?? {}, redactText),
    status: redactValue(status ?? null, redactText),
    ...(meta === undefined ? {} : { meta: redactValue(meta, redactText) }),
  };
}

type Json = Readonly<Record<string, unknown>>;

const idOf = (prompt: unknown): string => String(list(prompt)[1]);

const list = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as unknown[]) : [];

const record = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
