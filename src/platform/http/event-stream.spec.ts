import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StreamReader } from '../../../test/support/stream-reader';
import { ManualClock } from '../../../test/support/manual-clock';
import { EventStream } from './event-stream';

/** More than a stream buffers otherwise. */
const START_MESSAGES = 2_000;

describe('EventStream', () => {
  const clock = new ManualClock();
  let server: Server;
  let stream: EventStream;
  let reader: StreamReader;
  beforeEach(async () => {
    server = createServer((_, response) => {
      stream = new EventStream(response, clock, {
        startMessages: START_MESSAGES,
        newestId: () => `id-${clock.now()}`,
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    reader = await StreamReader.open(`http://127.0.0.1:${port}/`);
  });
  afterEach(async () => {
    reader.close();
    server.close();
    await once(server, 'close');
  });

  it('sends heartbeats as comments, every 5 seconds', async () => {
    await clock.advance(4_999);
    await clock.advance(1);
    await clock.advance(5_000);
    stream.send({ event: 'job', data: 1 });
    await reader.until((events) => events.length === 1);
    expect(reader.comments).toEqual([': heartbeat', ': heartbeat']);
  });

  it('sends an id with each heartbeat, for readers that no event was for', async () => {
    await clock.advance(10_000);
    await reader.until(() => reader.comments.length === 2);
    expect(reader.lastEventId).toBe(`id-${clock.now()}`);
    expect(reader.events).toEqual([]);
  });

  it('cuts off a reader for whom more than 16 million characters wait', async () => {
    reader.pause();
    for (let n = 0; n < 100; n += 1) stream.send({ event: 'job', data: 'x'.repeat(100_000) });
    for (let n = 0; n < 100; n += 1)
      stream.send({ event: 'preview', data: 'x'.repeat(100_000), newestOnly: 'preview' });
    expect(reader.response.destroyed).toBe(false);
    for (let n = 0; n < 100; n += 1) stream.send({ event: 'job', data: 'x'.repeat(100_000) });
    await stream.closed;
  });

  it('closes when the reader disconnects, and writes no more', async () => {
    reader.close();
    await stream.closed;
    stream.send({ event: 'job', data: 1 });
    await clock.advance(60_000);
  });

  it('sends waiting messages before it ends', async () => {
    reader.pause();
    for (let n = 0; n < 100; n += 1) stream.send({ event: 'job', data: 'x'.repeat(100_000) });
    stream.send({ event: 'job', data: 'last', id: 'b-7' });
    stream.end();
    reader.resume();
    await reader.closed;
    expect(reader.events).toHaveLength(101);
    expect(reader.events.at(-1)).toEqual({ id: 'b-7', event: 'job', data: 'last' });
  });

  it('cuts off a reader that reads nothing over four heartbeats', async () => {
    reader.pause();
    for (let n = 0; n < 100; n += 1) stream.send({ event: 'job', data: 'x'.repeat(100_000) });
    await clock.advance(15_000);
    expect(reader.response.destroyed).toBe(false);
    await clock.advance(5_000);
    await stream.closed;
  });

  it('buffers the messages of its start, however slowly they are read', async () => {
    reader.pause();
    for (let n = 0; n < START_MESSAGES + 400; n += 1)
      stream.send({ event: 'job', data: 'x'.repeat(1_000) });
    expect(reader.response.destroyed).toBe(false);
    stream.end();
    reader.resume();
    await reader.closed;
    expect(reader.events).toHaveLength(START_MESSAGES + 400);
  });

  it('sends the last messages on dismissal', async () => {
    stream.send({ event: 'job', data: 1 });
    stream.dismiss([{ event: 'end', data: 2 }]);
    stream.send({ event: 'job', data: 3 });
    await reader.closed;
    expect(reader.events.map(({ data }) => data)).toEqual([1, 2]);
  });

  it('dismisses a slow reader without its waiting messages', async () => {
    reader.pause();
    for (let n = 0; n < 100; n += 1) stream.send({ event: 'job', data: 'x'.repeat(100_000) });
    stream.send({ event: 'job', data: 'waits' });
    stream.dismiss([{ event: 'end', data: 'last' }]);
    await stream.closed;
    reader.resume();
    await reader.closed;
    expect(JSON.stringify(reader.events)).not.toMatch(/waits|last/);
  });
});
