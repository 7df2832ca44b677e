import { type JsonRecord, listOr, recordOr } from '../../platform/json';
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
    return segments.length > 1 ? segments.slice(1) : Object.keys(recordOr(value));
  if (root !== 'queue') return [];
  return Object.values(recordOr(value)).flatMap((prompts) => listOr(prompts).map(idOf));
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
      listOr(value).filter((name) => typeof name === 'string' && !PRIVATE_FOLDERS.has(name)),
      scope,
    ),
  // These are paths of URLs, not of files on disk, so that they need no redaction.
  extensions: (value) => ({
    list: listOr(value).filter(
      (path) => typeof path === 'string' && path.startsWith('/extensions/'),
    ),
  }),
  prompt: (value) => {
    const { queue_remaining } = recordOr(recordOr(value)['exec_info']);
    return membersOf({ exec_info: { queue_remaining } });
  },
  queue: (value, { ownPromptIds }) => {
    const { queue_running, queue_pending } = recordOr(value);
    const ownOf = (prompts: unknown): unknown[] =>
      listOr(prompts)
        .filter((prompt) => ownPromptIds.has(idOf(prompt)))
        .map(promptOf);
    return membersOf({ queue_running: ownOf(queue_running), queue_pending: ownOf(queue_pending) });
  },
  history: (value, scope) => {
    const own = Object.entries(recordOr(value)).filter(([id]) => scope.ownPromptIds.has(id));
    return {
      object: mapped(own, ([id, entry]) => [id, entryOf(recordOr(entry), scope)] as const),
    };
  },
};

/** The answer as this caller may see it. */
export function scopedAnswer({ root }: ComfyPath, value: unknown, scope: Scope): Members {
  return FILTERS[root](value, scope);
}

/** A prompt is `[number, id, graph, extra_data, outputs]`: `extra_data` may hold anything and is left out. */
function promptOf(prompt: unknown): unknown[] {
  const [number, id, graph, , outputs] = listOr(prompt);
  return [number, id, graph, {}, outputs];
}

function entryOf({ prompt, outputs, status, meta }: JsonRecord, { redactText }: Scope): JsonRecord {
  return {
    prompt: promptOf(prompt),
    outputs: redactValue(outputs ?? {}, redactText),
    status: redactValue(status ?? null, redactText),
    ...(meta === undefined ? {} : { meta: redactValue(meta, redactText) }),
  };
}

const idOf = (prompt: unknown): string => String(listOr(prompt)[1]);
