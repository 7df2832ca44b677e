import { once } from 'node:events';
import { connect } from 'node:net';
import { EventFeed } from '../../src/platform/events/event-feed';
import { EventHistoryService } from '../../src/platform/events/event-history.service';
import type { EventKind } from '../../src/platform/events/event-kinds';
import { Outbox } from '../../src/platform/events/outbox';
import { StreamReader, type StreamedEvent } from '../support/stream-reader';
import { PlatformApp } from '../support/platform-app';

const everyone = { to: 'everyone' } as const;
const datas = (events: readonly StreamedEvent[]): unknown[] =>
  events.map(({ data }) => (data as { value?: unknown }).value ?? data);

describe('event streams', () => {
  let kinora: PlatformApp;
  const readers: StreamReader[] = [];
  beforeEach(async () => {
    kinora = await PlatformApp.start();
  });
  afterEach(async () => {
    for (const reader of readers.splice(0)) reader.close();
    await kinora.close();
  });

  /** Stores an event. */
  const store = (value: unknown): Promise<void> =>
    kinora.app.get(Outbox).add({ kind: 'job', audience: everyone, data: () => ({ value }) });
  /** Publishes an event that isn't stored. */
  const publish = (kind: EventKind, value: unknown, promptId = 'p'): void =>
    kinora.app
      .get(EventFeed)
      .publish({ kind, audience: everyone, promptId, data: () => ({ value }) });
  const open = async (headers = {}): Promise<StreamReader> => {
    const reader = await StreamReader.open(
      `http://127.0.0.1:${kinora.port}/sample/stream`,
      headers,
    );
    readers.push(reader);
    return reader;
  };

  it('sends the snapshot at once, then every event', async () => {
    const reader = await open();
    await reader.until((events) => events.length === 1);
    expect(reader.response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    await store('line\nbreak');
    await reader.until((events) => events.length === 2);
    publish('preview', 'picture');
    await reader.until((events) => events.length === 3);
    expect(reader.events.map(({ event }) => event)).toEqual(['job', 'job', 'preview']);
    expect(datas(reader.events)).toEqual(['snapshot', 'line\nbreak', 'picture']);
    for (const { id } of reader.events) expect(id).toMatch(/^[0-9a-f]{32}$/);
  });

  it('replays missed events instead of the snapshot for a known Last-Event-ID', async () => {
    const first = await open();
    await store(1);
    await first.until((events) => events.length === 2);
    first.close();
    await store(2);
    publish('progress', 'not replayed');
    await store(3);
    const second = await open({ 'Last-Event-ID': first.events[1]!.id! });
    await store('last');
    await second.closed;
    expect(datas(second.events)).toEqual([2, 3, 'last', { reason: 'finished' }]);
  });

  it('sends an id although there is no event yet, so that the client can reconnect', async () => {
    const first = await open();
    await first.until((events) => events.length === 1);
    const before = first.lastEventId!;
    const quiet = await open({ 'Last-Event-ID': before });
    await quiet.until(() => quiet.lastEventId !== undefined);
    expect(quiet.events).toEqual([]);
    const history = kinora.app.get(EventHistoryService);
    expect(await history.positionOf(quiet.lastEventId!)).toBe(await history.positionOf(before));
  });

  it('says resync and shows the snapshot when the missed events are larger than a stream buffers', async () => {
    const id = kinora.app.get(EventFeed).idOf(0);
    const text = 'x'.repeat(1024 * 1024);
    for (let count = 0; count < 20; count += 1) await store(text);
    const reader = await open({ 'Last-Event-ID': id });
    await reader.until((events) => events.length === 2);
    expect(datas(reader.events)).toEqual([expect.any(Object), 'snapshot']);
    await store(1);
    await reader.until((events) => events.length === 3);
    expect(datas(reader.events)[2]).toBe(1);
  });

  it.each(['zzz-1', 'rubbish', '', '-1', '9'.repeat(32)])(
    'says resync and shows the snapshot when it cannot replay after %j',
    async (id) => {
      const reader = await open({ 'Last-Event-ID': id });
      await reader.until((events) => events.length === 2);
      expect(reader.events.map(({ event }) => event)).toEqual(['resync', 'job']);
      reader.close();
      await store(1);
      const back = await open({ 'Last-Event-ID': reader.events[0]!.id! });
      await back.until((events) => events.length === 1);
      expect(datas(back.events)).toEqual([1]);
    },
  );

  it('sends end and closes after the last event', async () => {
    const reader = await open();
    await reader.until((events) => events.length === 1);
    await store('last');
    await store('too late');
    await reader.closed;
    expect(reader.events.slice(1).map(({ event }) => event)).toEqual(['job', 'end']);
    expect(datas(reader.events).slice(1)).toEqual(['last', { reason: 'finished' }]);
  });

  it('cuts off a reader that stalls, sends it only the newest progress, and delays no other reader', async () => {
    const stuck = await open();
    const quick = await open();
    await stuck.until((events) => events.length === 1);
    stuck.pause();
    const big = 'x'.repeat(64 * 1024);
    // Together more than a stream buffers and the sockets of any system hold.
    const count = 1_000;
    for (let n = 0; n < count; n += 1) {
      publish('progress', `${n} ${big}`);
      await new Promise(setImmediate);
    }
    publish('job', 'done');
    const isDone = (events: readonly StreamedEvent[]) => datas(events).at(-1) === 'done';
    await quick.until(isDone);
    stuck.resume();
    await stuck.until(isDone);
    expect(stuck.events.length).toBeLessThan(0.75 * count);
    expect(String(datas(stuck.events).at(-2))).toMatch(/^999 /);
    stuck.pause();
    for (let n = 0; n < count; n += 1) {
      publish('job', `${n} ${big}`);
      await new Promise(setImmediate);
    }
    stuck.resume();
    await stuck.closed;
    expect(stuck.events.at(-1)?.event).not.toBe('end');
  });

  it('allows 8 streams per caller, and another one once one is closed', async () => {
    const eight = await Promise.all(Array.from({ length: 8 }, () => open()));
    const refused = await kinora.get('/sample/stream');
    expect([refused.status, refused.body['code'], refused.headers['retry-after']]).toEqual([
      429,
      'too_many_streams',
      '1',
    ]);
    eight[3]!.close();
    let next = await open();
    while (next.response.statusCode === 429) next = await open();
    expect(next.response.statusCode).toBe(200);
  });

  it('answers HEAD with the headers and closes', async () => {
    const { status, headers } = await kinora.send({ method: 'HEAD', path: '/sample/stream' });
    expect([status, headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8']);
  });

  it('ends with the service and does not delay its stop', async () => {
    const reader = await open();
    await reader.until((events) => events.length === 1);
    await kinora.stop();
    await reader.closed;
    expect(reader.events.at(-1)).toMatchObject({
      event: 'end',
      data: { reason: 'shutting_down' },
    });
  });

  it('stops although unused connections are open', async () => {
    const [idle, torn] = [connect(kinora.port, '127.0.0.1'), connect(kinora.port, '127.0.0.1')];
    // Not `once`, which rejects when the connection is reset.
    const closed = [idle, torn].map(
      (socket) =>
        new Promise((resolve) => socket.on('error', () => undefined).on('close', resolve)),
    );
    await once(idle, 'connect');
    torn.write('GET /api/errors HTTP/1.1\r\nHost');
    // Answered after the others were accepted.
    expect((await kinora.get('/api/errors')).status).toBe(200);
    await kinora.stop();
    await Promise.all(closed);
  });
});
