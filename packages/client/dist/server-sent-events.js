/** Parses an event stream (WHATWG HTML, section 9.2) from text that arrives in pieces. */
export class ServerSentEventParser {
    rest = '';
    lines = [];
    /** The blocks that are complete now; comments are left out. */
    feed(text) {
        // A carriage return at the end may be the first half of a line break.
        const lines = (this.rest + text).split(/\r\n|\n|\r(?!$)/);
        this.rest = lines.pop() ?? '';
        const events = [];
        for (const line of lines) {
            if (line !== '')
                this.lines.push(line);
            else {
                const event = eventOf(this.lines);
                this.lines = [];
                if (event)
                    events.push(event);
            }
        }
        return events;
    }
}
function eventOf(lines) {
    const values = (name) => lines
        .filter((line) => line === name || line.startsWith(`${name}:`))
        .map((line) => line.slice(name.length + 1).replace(/^ /, ''));
    const [data, id, event] = [values('data'), values('id').at(-1), values('event').at(-1)];
    if (data.length === 0 && id === undefined)
        return null;
    return { event: event ?? 'message', id, data: data.length > 0 ? data.join('\n') : undefined };
}
