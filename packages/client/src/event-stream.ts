import { ConnectionError, KinoraError } from './errors.ts';
import { backoffMs } from './retry.ts';
import { ServerSentEventParser } from './server-sent-events.ts';
import { sleep } from './sleep.ts';
import type { LiveEvent, LiveEventKind } from './types.ts';

/** No byte for this long means that the connection is dead: the service sends a heartbeat every 5 s. Milliseconds. */
export const SILENCE_MS = 12_000;
/** A stream that ends sooner counts as a failure, so that the wait before the next one grows. Milliseconds. */
const MIN_STREAM_MS = 5_000;

export interface EventOptions {
  /** Only these kinds, and what concerns the stream itself: `session`, `end`, `resync`. */
  readonly kinds?: readonly LiveEventKind[] | undefined;
  /** Only events of this job (`prompt_id`); the iteration ends when the job has ended. */
  readonly job?: string | undefined;
  /** The `id` of the last event that you have seen: the first one is the one after it, or `resync`. */
  readonly lastEventId?: string | undefined;
  /** Ends the iteration with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface StreamOptions extends EventOptions {
  /** The connection counts as dead after so many milliseconds without a byte. */
  readonly silenceMs?: number | undefined;
  /** Called when the service has accepted the stream. */
  readonly onOpen?: (() => void) | undefined;
  /** Called for each piece that arrives, heartbeats included. */
  readonly onBeat?: (() => void) | undefined;
}

/** Sends the request of a stream: path, with query, and headers. */
export type OpenStream = (
  path: string,
  headers: Record<string, string>,
  signal: AbortSignal,
) => Promise<Response>;

/** Where a stream goes on when it is opened again. */
interface Position {
  lastEventId: string | undefined;
}

/**
 * The events of one connection, until the service closes it. Keeps `position` up to date.
 * @throws KinoraError if the service refuses; ConnectionError if the connection breaks or falls silent; the signal's reason
 */
export async function* readStream(
  open: OpenStream,
  options: StreamOptions,
  position: Position = { lastEventId: options.lastEventId },
): AsyncGenerator<LiveEvent, void> {
  const { kinds, job, signal, onOpen, onBeat, silenceMs = SILENCE_MS } = options;
  const over = new AbortController();
  let silence = setTimeout(() => over.abort(), silenceMs);
  const beat = (): void => {
    clearTimeout(silence);
    silence = setTimeout(() => over.abort(), silenceMs);
    onBeat?.();
  };
  try {
    const stop = signal ? AbortSignal.any([signal, over.signal]) : over.signal;
    const { body } = await open(streamPath(job, kinds), headersOf(position), stop);
    beat();
    onOpen?.();
    if (body) yield* eventsOf(body, beat, position);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof KinoraError || error instanceof ConnectionError) throw error;
    throw new ConnectionError(error);
  } finally {
    clearTimeout(silence);
    over.abort();
  }
}

const streamPath = (job?: string, kinds?: readonly string[]): string =>
  `/api/${job === undefined ? '' : `jobs/${encodeURIComponent(job)}/`}events${kinds ? `?events=${kinds.join(',')}` : ''}`;

const headersOf = ({ lastEventId }: Position): Record<string, string> => ({
  Accept: 'text/event-stream',
  ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }),
});

async function* eventsOf(
  body: ReadableStream<Uint8Array>,
  beat: () => void,
  position: Position,
): AsyncGenerator<LiveEvent, void> {
  const parser = new ServerSentEventParser();
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    beat();
    for (const { id, event, data } of parser.feed(decoder.decode(next.value, { stream: true }))) {
      position.lastEventId = id ?? position.lastEventId;
      if (data !== undefined)
        yield { id: id ?? '', kind: event, data: JSON.parse(data) as unknown } as LiveEvent;
    }
  }
}

/**
 * Events for as long as they are read: a connection that breaks is opened again where it ended, with growing waits, and the
 * service sends what was missed, or `resync`.
 * @throws KinoraError if the service refuses for good, such as 401; the signal's reason
 */
export async function* followEvents(
  open: OpenStream,
  options: EventOptions,
): AsyncGenerator<LiveEvent, void> {
  const position: Position = { lastEventId: options.lastEventId };
  for (let failures = 0; ; failures += 1) {
    const startedAt = performance.now();
    try {
      for await (const event of readStream(open, options, position)) {
        yield event;
        if (event.kind === 'end' && event.data.reason === 'finished') return;
      }
    } catch (error) {
      if (!isTemporary(error)) throw error;
    }
    if (performance.now() - startedAt > MIN_STREAM_MS) failures = 0;
    await sleep(backoffMs(failures), options.signal);
  }
}

/** The service may accept the stream later: it is away, or too many streams are open. */
const isTemporary = (error: unknown): boolean =>
  error instanceof ConnectionError ||
  (error instanceof KinoraError && (error.status >= 500 || [408, 429].includes(error.status)));
