import { WriteGate } from '../../src/platform/database/write-gate';
import { Outbox } from '../../src/platform/events/outbox';
import { OutboxRepository } from '../../src/platform/events/outbox.repository';
import type { TestCaller } from '../support/caller';
import { readEvents } from '../support/event-reader';
import { TestKinora } from '../support/kinora';
import { StreamReader } from '../support/stream-reader';

interface Item {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: Record<string, unknown>;
}
interface Page {
  readonly items: readonly Item[];
  readonly next_since: string;
  readonly has_more: boolean;
}
const FOX = { workflow: 'sdxl-t2i', provider: 'fast', prompt: 'a fox', width: 64, height: 64 };

describe('stored events (GET /api/events?since=)', () => {
  let kinora: TestKinora;
  let admin: TestCaller;
  let count = 0;
  beforeAll(async () => {
    kinora = await TestKinora.start({
      security: { require_api_key: false },
      providers: [{ id: 'fast', kind: 'simulator', step_ms: 1 }],
    });
    admin = kinora.as(null);
    await kinora.online('fast');
  });
  afterAll(() => kinora.close());

  const newcomer = () => kinora.agent(`reader-${(count += 1)}`);
  const pageOf = async (caller: TestCaller, since: string, events = ''): Promise<Page> => {
    const { status, body } = await caller.get<Page>(
      `/api/events?since=${since}${events && `&events=${events}`}`,
    );
    expect(status).toBe(200);
    return body;
  };
  const start = async (caller: TestCaller): Promise<string> => {
    const { items, next_since, has_more } = await pageOf(caller, 'latest');
    expect([items, has_more]).toEqual([[], false]);
    return next_since;
  };
  const jobOf = async (caller: TestCaller): Promise<string> => {
    const { body } = await caller.post<{ prompt_id: string }>('/api/image/generate', FOX);
    await caller.finished(body.prompt_id);
    return body.prompt_id;
  };
  const storeMany = (amount: number): Promise<void> =>
    kinora.app.get(WriteGate, { strict: false }).run(async () => {
      const audience = { to: 'owner', ownerId: null } as const;
      for (let n = 0; n < amount; n += 1)
        await kinora.app
          .get(Outbox, { strict: false })
          .add({ kind: n % 2 === 0 ? 'preset' : 'run', audience, data: () => ({ n }) });
    });

  it('have every change of a job once, in order, and go on with next_since', async () => {
    const ann = await newcomer();
    const since = await start(ann);
    const promptId = await jobOf(ann);
    const { items, next_since } = await pageOf(ann, since);
    const states = items.filter(({ type }) => type === 'job').map(({ data }) => data['status']);
    expect(states).toEqual(['queued', 'running', 'completed']);
    expect(items.map(({ type }) => type)).toEqual(expect.arrayContaining(['output', 'media']));
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    for (const { timestamp, data, type } of items) {
      expect(new Date(timestamp).toISOString()).toBe(timestamp);
      if (type === 'job') expect(data).toMatchObject({ prompt_id: promptId, prompt: 'a fox' });
    }
    expect((await pageOf(ann, next_since)).items).toEqual([]);
    const second = items[1]!;
    const rest = await pageOf(ann, second.id);
    expect(rest.items.map(({ data }) => data)).toEqual(items.slice(2).map(({ data }) => data));
  });

  it('are those that the caller may see, with the rights of now', async () => {
    const [ann, ben] = [await newcomer(), await newcomer()];
    const sinces = await Promise.all([ann, ben, admin].map((caller) => start(caller)));
    await jobOf(ann);
    const [own, others, all] = await Promise.all(
      [ann, ben, admin].map((caller, at) => pageOf(caller, sinces[at]!)),
    );
    expect(others!.items).toEqual([]);
    expect(JSON.stringify(own)).not.toContain('"owner"');
    expect(all!.items.map(({ type }) => type)).toEqual(own!.items.map(({ type }) => type));
    const [first] = all!.items;
    expect(first).toMatchObject({ type: 'job', data: { owner: `reader-${count - 1}` } });
  });

  it('of a character are hidden from keys that may not use it any more', async () => {
    const ann = await newcomer();
    const since = await start(ann);
    await admin.post('/api/characters', { id: 'mira', name: 'Mira' });
    const created = { type: 'character', data: { id: 'mira', action: 'created' } };
    expect((await pageOf(ann, since)).items).toMatchObject([created]);
    await admin.patch(`/api/agents/reader-${count}`, { allowed_characters: ['other'] });
    expect((await pageOf(ann, since)).items).toEqual([]);
  });

  it('can be narrowed to kinds, and are the same in an answer of several pages', async () => {
    const since = await start(admin);
    await storeMany(1_203);
    const read: Item[] = [];
    for (let next = since; ;) {
      const { items, next_since, has_more } = await pageOf(admin, next);
      expect(items.length).toBeLessThanOrEqual(500);
      read.push(...items);
      next = next_since;
      if (!has_more) break;
    }
    expect(read.map(({ data }) => data['n'])).toEqual(Array.from({ length: 1_203 }, (_, n) => n));
    const runs = await pageOf(admin, since, 'run');
    expect(runs.items).toHaveLength(500);
    expect(new Set(runs.items.map(({ type }) => type))).toEqual(new Set(['run']));
  });

  it('of rare kinds are found in parts', async () => {
    const [ann, since] = [await newcomer(), await start(admin)];
    const own = await start(ann);
    const other = { kind: 'preset', owner_id: null, shared_with: null, prompt_id: null } as const;
    const row = { ...other, data: {}, admin_data: null, created_at: new Date().toISOString() };
    const rows = kinora.app.get(OutboxRepository, { strict: false });
    const gate = kinora.app.get(WriteGate, { strict: false });
    await gate.run((tx) => rows.insert(tx, Array<typeof row>(20_001).fill(row)));
    expect(await pageOf(ann, own)).toMatchObject({ items: [], has_more: true });
    await admin.post('/api/characters', { id: 'nora', name: 'Nora' });
    for (const [caller, from] of [
      [admin, since],
      [ann, own],
    ] as const) {
      const first = await pageOf(caller, from, 'character');
      expect([first.items, first.has_more]).toEqual([[], true]);
      const second = await pageOf(caller, first.next_since, 'character');
      expect(second).toMatchObject({ items: [{ data: { id: 'nora' } }], has_more: false });
    }
  });

  it('are replayed to a stream after a restart, once each, and go on', async () => {
    const ann = await newcomer();
    const since = await start(ann);
    await jobOf(ann);
    const before = await pageOf(ann, since);
    kinora = await kinora.restartInPlace();
    await kinora.online('fast');
    expect((await pageOf(ann, since)).items.map(({ data }) => data)).toEqual(
      before.items.map(({ data }) => data),
    );
    const last = await jobOf(ann);
    const expected = (await pageOf(ann, since)).items.slice(1);
    const streamed = await readEvents(
      `${kinora.url}/api/events`,
      ({ data, kind }) =>
        kind === 'job' && data['prompt_id'] === last && data['status'] === 'completed',
      { ...ann.headers, 'Last-Event-ID': before.items[0]!.id },
    );
    expect(streamed.map(({ kind, data }) => [kind, data])).toEqual(
      expected.map(({ type, data }) => [type, data]),
    );
  });

  it('are replayed however many others of other kinds were stored', async () => {
    const since = await start(admin);
    await storeMany(2_001);
    await admin.post('/api/characters', { id: 'vera', name: 'Vera' });
    const streamed = await readEvents(
      `${kinora.url}/api/events?events=character`,
      ({ kind }) => kind !== 'provider',
      { ...admin.headers, 'Last-Event-ID': since },
    );
    expect(streamed.at(-1)).toMatchObject({ kind: 'character', data: { id: 'vera' } });
  });

  it('have an id to come back with before the first event of a wanted kind', async () => {
    const url = `${kinora.url}/api/events?events=job`;
    const reader = await StreamReader.open(url, (await newcomer()).headers);
    await reader.until(() => reader.lastEventId !== undefined);
    expect([reader.events, reader.comments]).toEqual([[], []]);
    reader.close();
  });

  it.each(['0', 'unknown', 'f'.repeat(32), ''])('answer a resync after the id %j', async (id) => {
    const { items, next_since } = await pageOf(admin, id);
    expect(items).toMatchObject([{ type: 'resync', data: { reason: expect.any(String) } }]);
    expect((await pageOf(admin, next_since)).items).toEqual([]);
  });

  it('answer a resync when events after the id are gone', async () => {
    const since = await start(admin);
    await storeMany(3);
    const { items } = await pageOf(admin, since);
    const rows = kinora.app.get(OutboxRepository, { strict: false });
    const later = new Date(Date.now() + 60_000).toISOString();
    while ((await rows.sweep(later, 500)) > 0);
    expect((await pageOf(admin, since)).items).toMatchObject([{ type: 'resync' }]);
    expect((await pageOf(admin, items[1]!.id)).items).toHaveLength(1);
  });
});
