import { createParser } from 'eventsource-parser';
import { toApiError } from '../api-error';
import type { LiveEvent } from './live-event';

/** No byte for this long means that the connection is dead: the service sends a heartbeat every 5 s. */
export const SILENCE_MS = 12_000;

interface StreamReader {
  /** Where to go on: the service replays what came after it, or begins with `resync`. */
  readonly lastEventId: string | undefined;
  readonly signal: AbortSignal;
  readonly onOpen: () => void;
  readonly onEvent: (event: LiveEvent) => void;
  /** Called for every piece that arrives, heartbeats included. */
  readonly onBeat: () => void;
}

/**
 * Reads the event stream until it ends.
 * @throws ApiError if the service refuses, and what `fetch` throws if the connection breaks or falls silent
 */
export async function readStream(reader: StreamReader): Promise<void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  const beat = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENCE_MS);
    reader.onBeat();
  };
  try {
    const body = await open(reader, AbortSignal.any([reader.signal, silence.signal]));
    beat();
    reader.onOpen();
    await readEvents(body, beat, reader.onEvent);
  } finally {
    clearTimeout(timer);
  }
}

async function open(
  { lastEventId }: StreamReader,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const headers = {
    Accept: 'text/event-stream',
    ...(lastEventId && { 'Last-Event-ID': lastEventId }),
  };
  const response = await fetch('/api/events', { headers, signal, cache: 'no-store' });
  if (response.ok && response.body !== null) return response.body;
  throw toApiError(response.status, await response.json().catch(() => null));
}

async function readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onBeat: () => void,
  onEvent: (event: LiveEvent) => void,
): Promise<void> {
  const parser = createParser({
    onEvent: ({ id = '', event = 'message', data }) =>
      onEvent({ id, kind: event, data: JSON.parse(data) as unknown } as LiveEvent),
  });
  const chunks = body.getReader();
  const decoder = new TextDecoder();
  for (let next = await chunks.read(); !next.done; next = await chunks.read()) {
    onBeat();
    parser.feed(decoder.decode(next.value, { stream: true }));
  }
}
