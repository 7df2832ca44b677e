/** One block of an event stream. Without `data` it only says where to go on after a broken connection. */
export interface ServerSentEvent {
  readonly event: string;
  readonly id: string | undefined;
  readonly data: string | undefined;
}

/** Parses an event stream (WHATWG HTML, section 9.2) from text that arrives in pieces. */
export class ServerSentEventParser {
  private rest = '';
  private lines: string[] = [];

  /** The blocks that are complete now; comments are left out. */
  feed(text: string): readonly ServerSentEvent[] {
    // A carriage return at the end may be the first half of a line break.
    const lines = (this.rest + text).split(/\r\n|\n|\r(?!$)/);
    this.rest = lines.pop() ?? '';
    const events: ServerSentEvent[] = [];
    for (const line of lines) {
      if (line !== '') this.lines.push(line);
      else {
        const event = eventOf(this.lines);
        this.lines = [];
        if (event) events.push(event);
      }
    }
    return events;
  }
}

function eventOf(lines: readonly string[]): ServerSentEvent | null {
  const values = (name: string): string[] =>
    lines
      .filter((line) => line === name || line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).replace(/^ /, ''));
  const [data, id, event] = [values('data'), values('id').at(-1), values('event').at(-1)];
  if (data.length === 0 && id === undefined) return null;
  return { event: event ?? 'message', id, data: data.length > 0 ? data.join('\n') : undefined };
}
