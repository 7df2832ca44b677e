/** The kinds of events that streams, history and webhooks carry. */
export const EVENT_KINDS = [
  'job',
  'progress',
  'output',
  'preview',
  'queue',
  'media',
  'provider',
  'workflow',
  'batch',
  'character',
  'preset',
  'collection',
  'project',
  'take',
  'render',
  'run',
  'session',
  'end',
  'resync',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** Kinds whose events are stored in the outbox, so that they can be read later. */
export const DURABLE_KINDS = [
  'job',
  'output',
  'media',
  'workflow',
  'batch',
  'character',
  'preset',
  'collection',
  'project',
  'take',
  'render',
  'run',
] as const satisfies readonly EventKind[];
export type DurableKind = (typeof DURABLE_KINDS)[number];

/** What a reader must know about the stream itself: sent whatever kinds it asks for. */
export const CONTROL_KINDS: ReadonlySet<EventKind> = new Set<EventKind>([
  'session',
  'end',
  'resync',
]);

/** Replaced by the next event of their kind: a slow reader gets only the newest. */
export const EPHEMERAL: ReadonlySet<EventKind> = new Set<EventKind>([
  'progress',
  'preview',
  'queue',
]);
