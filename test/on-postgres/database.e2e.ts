import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ReadConnection } from '../../src/platform/database/read-connection';
import { describeWith } from '../support/required-programs';
import { TestKinora } from '../support/kinora';
import { PlatformApp } from '../support/platform-app';

describeWith('postgres', 'the end-to-end suite on PostgreSQL', () => {
  const nameOf = async (app: TestKinora['app']): Promise<unknown> => {
    const rows: unknown = await app.get(ReadConnection).manager.query('SELECT current_database()');
    return rows;
  };

  it('gives each service an empty database of its own, and no file', async () => {
    const [one, two] = [await TestKinora.start(), await PlatformApp.start()];
    expect(await nameOf(one.app)).not.toEqual(await nameOf(two.app));
    expect((await one.get('/api/jobs')).body['items']).toEqual([]);
    expect(readdirSync(join(one.folder, 'data')).filter((file) => file.includes('sqlite'))).toEqual(
      [],
    );
    // The folder itself is there, although no database made it.
    expect((await two.get('/api/health')).body['status']).toBe('ok');
    expect(existsSync(join(two.folder, 'data', 'kinora.sqlite'))).toBe(false);
    await Promise.all([one.close(), two.close()]);
  });

  it('keeps it over a restart', async () => {
    const first = await TestKinora.start({
      providers: [{ id: 'node', kind: 'simulator', step_ms: 0 }],
    });
    const name = await nameOf(first.app);
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
    expect(await nameOf(second.app)).toEqual(name);
    expect((await second.get(`/api/jobs/${String(body['prompt_id'])}`)).status).toBe(200);
    await second.close();
  });
});
