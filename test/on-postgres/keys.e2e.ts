import { join } from 'node:path';
import type { CommandOutput } from '../support/command-line';
import { describeWith } from '../support/required-programs';
import { KeyServerFixture } from '../support/key-server-fixture';

const KEY = /^kin_[A-Za-z0-9_-]{43}\n$/;

describeWith('postgres', 'the key command line on PostgreSQL', () => {
  let fixture: KeyServerFixture;
  beforeAll(async () => {
    fixture = await KeyServerFixture.start();
  });
  afterAll(() => fixture.stop());

  const list = (KINORA_DATABASE_URL: string): Promise<CommandOutput> =>
    fixture.cliIn(fixture.folder, { KINORA_DATABASE_URL }).run('list');

  it('prints the created key with a message when the key file can’t be written', async () => {
    const file = join(fixture.folder, 'key');
    // A file size limit of zero acts like a full disk for the key file.
    const { code, out, err } = await fixture.cli.inShell(
      'trap "" XFSZ; ulimit -f 0; exec "$@"',
      ...['create', 'a', 'A', '--key-file', file],
    );
    expect([code, out]).toEqual([6, expect.stringMatching(KEY)]);
    expect(err).toContain(`could not be written to ${file} (EFBIG`);
    expect(await fixture.status(out.trim())).toBe(200);
  });

  it('says what to do when the database does not answer, without its password', async () => {
    const { code, err } = await list('postgres://u:hush@127.0.0.1:1/k');
    expect([code, err]).toEqual([7, expect.stringContaining('Check KINORA_DATABASE_URL')]);
    expect(err).not.toContain('hush');
  });

  it('refuses a database that no server has migrated', async () => {
    const { code, err } = await list(
      new URL('postgres', fixture.variables['KINORA_DATABASE_URL']).href,
    );
    expect([code, err]).toEqual([7, expect.stringContaining('Start Kinora once')]);
  });
});
