/** One server-sent event as a client sees it. */
export interface ReadEvent {
  readonly id: string | undefined;
  readonly kind: string;
  readonly data: Record<string, unknown>;
}

/** Reads an event stream until `done` says so, the server ends it or the test aborts it. */
export async function readEvents(
  url: string,
  done: (event: ReadEvent, all: readonly ReadEvent[]) => boolean,
  headers: Record<string, string> = {},
): Promise<ReadEvent[]> {
  const abort = new AbortController();
  const response = await fetch(url, { headers, signal: abort.signal });
  if (response.status !== 200 || !response.body) {
    throw new Error(`${response.status} ${await response.text()}`);
  }
  const events: ReadEvent[] = [];
  let text = '';
  try {
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const event = parse(text.slice(0, end));
        text = text.slice(end + 2);
        if (!event) continue;
        events.push(event);
        if (done(event, events)) return events;
      }
    }
    return events;
  } finally {
    abort.abort();
  }
}

function parse(block: string): ReadEvent | null {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const colon = line.indexOf(': ');
    if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 2));
  }
  const data = fields.get('data');
  if (data === undefined) return null;
  return {
    id: fields.get('id'),
    kind: fields.get('event') ?? 'message',
    data: JSON.parse(data) as Record<string, unknown>,
  };
}
