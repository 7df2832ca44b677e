import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource, type QueryRunner } from 'typeorm';
import { writeOptions } from '../../src/platform/database/data-source-options';
import { WriteGate } from '../../src/platform/database/write-gate';
import { OwnerNames } from '../../src/platform/access/owner-names';
import { HourlyTasks } from '../../src/platform/clock/hourly-tasks';
import { EventIdKeyEntity } from '../../src/platform/events/event-id-key.entity';
import {
  type NewOutboxEvent,
  Outbox,
  OutboxReader,
  resyncFor,
} from '../../src/platform/events/outbox';
import { OutboxEventEntity } from '../../src/platform/events/outbox-event.entity';
import { OutboxRepository } from '../../src/platform/events/outbox.repository';
import { ManualClock } from '../support/manual-clock';
import { startPostgres, type PostgresServer } from '../support/postgres';
import { describeWith } from '../support/required-programs';

const job = (n: number, ownerId: string | null = 'ann'): NewOutboxEvent => ({
  kind: 'job',
  audience: { to: 'owner', ownerId },
  promptId: `p${n}`,
  data: ({ isAdmin }) => ({ n, ...(isAdmin ? { owner: 'Ann' } : {}) }),
});

const suite = (freshUrl: () => string): void => {
  let url: string;
  let source: DataSource;
  let readSource: DataSource;
  let gate: WriteGate;
  let rows: OutboxRepository;
  let reader: OutboxReader;
  let outbox: Outbox;
  const clock = new ManualClock();

  const connect = (): Promise<DataSource> =>
    new DataSource({
      ...writeOptions(url),
      entities: [OutboxEventEntity, EventIdKeyEntity],
    }).initialize();
  beforeEach(async () => {
    url = freshUrl();
    source = await connect();
    readSource = await connect();
    gate = new WriteGate(source);
    rows = new OutboxRepository(gate, readSource);
    reader = new OutboxReader(rows);
    outbox = new Outbox(gate, rows, reader, clock, new OwnerNames(), new HourlyTasks(clock));
  });
  afterEach(async () => {
    await readSource.destroy();
    await source.destroy();
  });

  const stored = async (after = 0): Promise<unknown[]> =>
    (await reader.after(after, 100)).map(({ position, data }) => [position, data]);
  const numbered = (...numbers: number[]): unknown[] => numbers.map((n) => [n, { n }]);

  it('has an event exactly when the transaction of its change is committed', async () => {
    const failed = gate.run(async () => {
      await outbox.add(job(0));
      throw new Error('undone');
    });
    await expect(failed).rejects.toThrow('undone');
    let calls = 0;
    const stop = reader.onAppended(() => (calls += 1));
    await gate.run(async () => {
      await outbox.add(job(1));
      await gate.run(() => outbox.add(job(2)));
      expect([await stored(), calls]).toEqual([[], 0]);
    });
    expect([await stored(), calls]).toEqual([numbered(1, 2), 1]);
    stop();
    await outbox.add(job(3));
    expect([await stored(2), calls]).toEqual([numbered(3), 1]);
  });

  it('shows no event before one whose transaction is still open', async () => {
    const other = await connect();
    const transaction: QueryRunner = other.createQueryRunner();
    await transaction.query('BEGIN');
    await rows.insert(transaction.manager, [
      {
        kind: 'job',
        owner_id: 'ann',
        shared_with: null,
        prompt_id: null,
        data: { n: 1 },
        admin_data: null,
        created_at: clock.timestamp(),
      },
    ]);
    const later = outbox.add(job(2));
    expect(await stored()).toEqual([]);
    await transaction.query('COMMIT');
    await later;
    expect(await stored()).toEqual(numbered(1, 2));
    await transaction.release();
    await other.destroy();
  });

  it('has every event once and without gaps when many are stored at the same time', async () => {
    const numbers = Array.from({ length: 50 }, (_, at) => at);
    await Promise.all(numbers.map((n) => outbox.add(job(n))));
    const events = await reader.after(0, 100);
    expect(events.map(({ position }) => position)).toEqual(numbers.map((n) => n + 1));
    expect(new Set(events.map(({ promptId }) => promptId)).size).toBe(50);
  });

  it('answers what an owner may see, in order', async () => {
    for (const event of [job(1), job(2, 'bob'), job(3, null)]) await outbox.add(event);
    const audience = { to: 'workflow', id: 'w' } as const;
    await outbox.add({ kind: 'workflow', audience, data: () => ({ n: 4 }) });
    await outbox.add(job(5));
    const visible = async (owner: Parameters<typeof rows.visibleTo>[0], after = 0, upTo = 5) =>
      (await rows.visibleTo(owner, { after, upTo, limit: 3 })).map(({ position }) => position);
    const ann = { all: false, ownerId: 'ann' } as const;
    expect(await visible(ann)).toEqual([1, 4, 5]);
    expect(await visible(ann, 1, 4)).toEqual([4]);
    expect(await visible({ all: true })).toEqual([1, 2, 3]);
    expect(await visible({ all: true }, 3)).toEqual([4, 5]);
    const workflows = { after: 0, upTo: 5, limit: 3, kinds: ['workflow', 'run'] } as const;
    for (const owner of [ann, { all: true } as const])
      expect(await rows.visibleTo(owner, workflows)).toMatchObject([{ position: 4 }]);
  });

  it('keeps only the latest resync of each owner, after what it is about', async () => {
    const resyncs = [resyncFor('ann'), resyncFor('bob'), resyncFor(null)];
    for (const event of [...resyncs, job(4)]) await outbox.add(event);
    await gate.run(async () => {
      await outbox.add(job(5));
      await outbox.add(resyncFor('ann'));
    });
    await outbox.add(resyncFor(null));
    const events = (await reader.after(0, 100)).map((event) => [event.position, event.kind]);
    expect(events).toEqual([
      [2, 'resync'],
      [4, 'job'],
      [5, 'job'],
      [6, 'resync'],
      [7, 'resync'],
    ]);
  });

  it('is swept in parts, except for the newest event', async () => {
    for (let n = 1; n <= 5; n += 1) await outbox.add(job(n));
    const before = new Date(clock.now() + 1).toISOString();
    expect(await rows.sweep(clock.timestamp(), 3)).toBe(0);
    expect([await rows.sweep(before, 3), await rows.oldest()]).toEqual([3, 4]);
    expect([await rows.sweep(before, 3), await rows.oldest()]).toEqual([1, 5]);
    expect([await rows.sweep(before, 3), await rows.newest()]).toEqual([0, 5]);
    await outbox.add(job(6));
    expect(await stored()).toEqual(numbered(5, 6));
  });

  it('keeps the first key of the event ids', async () => {
    const keys = await Promise.all(['one', 'two'].map((key) => rows.idKey(key)));
    expect(new Set(keys).size).toBe(1);
    expect(await rows.idKey('three')).toBe(keys[0]);
  });
};

describe('the outbox on SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-outbox-'));
  let count = 0;
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  suite(() => `sqlite:${join(folder, `${(count += 1)}.sqlite`)}`);
});

describeWith('postgres', 'the outbox on PostgreSQL', () => {
  let server: PostgresServer;
  let count = 0;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());
  suite(() => server.createDatabase(`outbox_${(count += 1)}`));
});
