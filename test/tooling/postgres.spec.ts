import { DataSource } from 'typeorm';
import { describeWith } from '../support/required-programs';
import { type PostgresServer, startCluster } from '../support/postgres';

describeWith('postgres', 'the throw-away PostgreSQL', () => {
  let server: PostgresServer;

  beforeAll(async () => {
    server = await startCluster();
  });

  afterAll(() => server.stop());

  it('gives each asker an empty database', async () => {
    const url = server.createDatabase('first');
    const source = await new DataSource({ type: 'postgres', url }).initialize();
    const rows: unknown = await source.query('SELECT current_database() AS name');
    await source.destroy();
    expect(rows).toEqual([{ name: 'first' }]);
  });
});
