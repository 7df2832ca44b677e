import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { RequestHistory } from '../../src/modules/generation/public/request-history';
import { UNRESTRICTED } from '../../src/platform/access/caller';
import { ReadConnection } from '../../src/platform/database/read-connection';
import { type Transaction, WriteGate } from '../../src/platform/database/write-gate';
import { eventually } from '../support/eventually';
import { describeWith } from '../support/required-programs';
import { TestKinora } from '../support/kinora';
import { PlatformApp } from '../support/platform-app';

describeWith('postgres', 'the end-to-end suite on PostgreSQL', () => {
  const databaseOf = (app: TestKinora['app']): Promise<unknown> =>
    app.get(ReadConnection).manager.query('SELECT current_database()');

  it('gives each service an empty database of its own, and no file', async () => {
    const [one, two] = [await TestKinora.start(), await PlatformApp.start()];
    expect(await databaseOf(one.app)).not.toEqual(await databaseOf(two.app));
    expect((await one.get('/api/jobs')).body['items']).toEqual([]);
    expect(readdirSync(join(one.folder, 'data')).filter((file) => file.includes('sqlite'))).toEqual(
      [],
    );
    // The data folder exists, although no database file was created in it.
    expect((await two.get('/api/health')).body['status']).toBe('ok');
    expect(existsSync(join(two.folder, 'data', 'kinora.sqlite'))).toBe(false);
    await Promise.all([one.close(), two.close()]);
  });

  it('keeps the database over a restart', async () => {
    const first = await TestKinora.start({
      providers: [{ id: 'node', kind: 'simulator', step_ms: 0 }],
    });
    const database = await databaseOf(first.app);
    const { body } = await first.post('/api/image/generate', {
      workflow: 'sd15-t2i',
      provider: 'node',
      prompt: 'a fox',
      width: 64,
      height: 64,
      steps: 1,
    });
    await first.finished(String(body['prompt_id']));
    await first.stop();
    const second = await first.restart();
    expect(await databaseOf(second.app)).toEqual(database);
    expect((await second.get(`/api/jobs/${String(body['prompt_id'])}`)).status).toBe(200);
    await second.close();
  });

  it('deletes earlier prompts while a request that used some of them is being stored', async () => {
    const kinora = await TestKinora.start();
    const { app } = kinora;
    const [gate, history] = [app.get(WriteGate), app.get(RequestHistory)];
    const record = (tx: Transaction, ...prompts: string[]): Promise<void> =>
      history.record(tx, UNRESTRICTED, { prompts, workflows: [], models: [] });
    const isOneWaiting = async (): Promise<boolean> => {
      const waiting: unknown[] = await app
        .get(ReadConnection)
        .manager.query('SELECT pid FROM pg_locks WHERE NOT granted');
      return waiting.length > 0;
    };
    await gate.run((tx) => record(tx, 'stored first'));
    await gate.run((tx) => record(tx, 'stored second'));
    const deletions: Promise<unknown>[] = [];
    await gate.run(async (tx) => {
      await record(tx, 'stored second');
      // Outside of this transaction: the deletion is another request.
      deletions.push(kinora.delete('/api/prompts'));
      await eventually(isOneWaiting);
      await record(tx, 'stored first');
    });
    expect(await Promise.all(deletions)).toMatchObject([{ status: 200, body: { deleted: 2 } }]);
    await kinora.close();
  });
});
