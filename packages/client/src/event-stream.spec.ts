import { ConnectionError } from './errors.ts';
import { type OpenStream, readStream } from './event-stream.ts';

/** A stream of the service that sends these texts and then stays open. */
const opening =
  (...texts: string[]): OpenStream =>
  (_path, _headers, signal) =>
    Promise.resolve(
      new Response(
        new ReadableStream({
          start(controller) {
            for (const text of texts) controller.enqueue(new TextEncoder().encode(text));
            signal.addEventListener('abort', () => controller.error(signal.reason));
          },
        }),
      ),
    );

describe('readStream', () => {
  it('ends a connection that has fallen silent, and keeps the id of its last event', async () => {
    const position = { lastEventId: undefined };
    const open = opening('id: 1\nevent: job\ndata: {"a":', '1}\n\n: heartbeat\n\nid: 2\n\n');
    const events = readStream(open, { silenceMs: 20 }, position);
    expect(await events.next()).toMatchObject({ value: { id: '1', kind: 'job', data: { a: 1 } } });
    await expect(events.next()).rejects.toMatchObject({ name: 'ConnectionError' });
    expect(position.lastEventId).toBe('2');
  });

  it('keeps the address in the error of a service that can’t be reached', async () => {
    const events = readStream(() => Promise.reject(new ConnectionError(null, 'http://studio')), {});
    await expect(events.next()).rejects.toThrow('at http://studio.');
  });
});
