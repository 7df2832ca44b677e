import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { type PostgresServer, startPostgres } from '../../../test/support/postgres';
import { describeWith } from '../../../test/support/required-programs';
import { RequestAborted } from '../http/http.errors';
import { requestContext } from '../http/request-context';
import { BoundedReads, QueryTooCostly } from './bounded-reads';

const ENDLESS = {
  sql: 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) AS count FROM n',
  parameters: {},
};
const LIMIT_MS = 200;

function suite(options: () => DataSourceOptions): void {
  let source: DataSource;
  let reads: BoundedReads;

  beforeAll(async () => {
    source = await new DataSource(options()).initialize();
    reads = new BoundedReads({ manager: source.manager }, LIMIT_MS);
  });
  afterAll(async () => {
    await reads.onApplicationShutdown();
    await source.destroy();
  });

  const sum = { sql: 'SELECT CAST(:a AS integer) + 1 AS sum', parameters: { a: 2 } };

  it('answers rows by named parameters', async () => {
    expect(await reads.rows('', sum)).toEqual([{ sum: 3 }]);
  });

  it('ends a statement at its time limit, and goes on afterwards', async () => {
    await expect(reads.rows('', ENDLESS)).rejects.toBeInstanceOf(QueryTooCostly);
    expect(await reads.rows('', sum)).toEqual([{ sum: 3 }]);
  });

  it('lets another owner read while one waits for its own statements', async () => {
    const order: string[] = [];
    const note = (name: string) => (): unknown => order.push(name);
    // Opens the two connections: that may take longer than a statement.
    await Promise.all(['slow', 'quick'].map((owner) => reads.rows(owner, sum)));
    const slow = Promise.all([1, 2].map(() => reads.rows('slow', ENDLESS).catch(note('slow'))));
    await reads.rows('quick', sum).then(note('quick'));
    await slow;
    expect(order).toEqual(['quick', 'slow', 'slow']);
  });

  it('ends a statement and frees its turn when the client is gone, and one that waits for its turn, too', async () => {
    const patient = new BoundedReads({ manager: source.manager }, 600_000);
    const client = new AbortController();
    const context = { requestId: 'gone', owner: 'public', clientGone: () => client.signal };
    const both = [1, 2].map(() => requestContext.run(context, () => patient.rows('slow', ENDLESS)));
    // The waiting one ends before the running one: both are observed from the start.
    const ended = Promise.allSettled(both);
    await patient.rows('quick', sum);
    client.abort(new RequestAborted());
    for (const { status, reason } of (await ended) as PromiseRejectedResult[]) {
      expect(status).toBe('rejected');
      expect(reason).toBeInstanceOf(RequestAborted);
    }
    expect(await patient.rows('slow', sum)).toEqual([{ sum: 3 }]);
    await patient.onApplicationShutdown();
  });

  it('throws other errors as they are', async () => {
    const wrong = { sql: 'SELECT nothing FROM nowhere', parameters: {} };
    await expect(reads.rows('', wrong)).rejects.not.toBeInstanceOf(QueryTooCostly);
  });
}

describe('BoundedReads on SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-reads-'));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  suite(() => ({ type: 'sqlite', database: join(folder, 'reads.sqlite') }));
});

describeWith('postgres', 'BoundedReads on PostgreSQL', () => {
  let server: PostgresServer;
  let url: string;
  beforeAll(async () => {
    server = await startPostgres();
    url = server.createDatabase('reads');
  });
  afterAll(() => server.stop());
  suite(() => ({ type: 'postgres', url }));

  it('finds few of many rows by their index, however far apart they are', async () => {
    const source = await new DataSource({ type: 'postgres', url }).initialize();
    const reads = new BoundedReads({ manager: source.manager });
    await source.query(
      "CREATE TABLE spread AS SELECT i AS position, i % 1000 AS kind, repeat('x', 500) AS text FROM generate_series(1, 50000) i",
    );
    await source.query('CREATE INDEX ON spread (position)');
    await source.query('CREATE INDEX ON spread (kind)');
    await source.query('VACUUM ANALYZE spread');
    const plan = await reads.rows('', {
      sql: 'EXPLAIN SELECT position FROM spread WHERE kind = 7 ORDER BY position DESC LIMIT 1',
      parameters: {},
    });
    await source.destroy();
    expect(JSON.stringify(plan)).toContain('spread_kind_idx');
  });
});
