import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createApp, start } from '../../src/app.factory';
import { UserError } from '../../src/platform/errors/user-error';
import { newFolder } from '../support/kinora';
import { Program } from '../support/processes';

describe('a failed start says in one sentence what to correct', () => {
  let folder: string;
  beforeEach(() => {
    folder = newFolder();
    mkdirSync(join(folder, 'data'));
    writeFileSync(join(folder, 'config.json'), '{"providers": []}');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const variables = (): Record<string, string> => ({
    KINORA_CONFIG: join(folder, 'config.json'),
    KINORA_DATA_DIR: join(folder, 'data'),
    KINORA_PORT: '0',
  });

  /** The message with which a start in this process fails. */
  async function complaint(changed: Readonly<Record<string, string>> = {}): Promise<string> {
    const app = await createApp({ variables: { ...variables(), ...changed } }).catch(messageOf);
    if (typeof app === 'string') return app;
    const message = await start(app).then(() => 'it started', messageOf);
    await app.close();
    return message;
  }

  it('missing configuration: the program prints only the reason and ends with 1', async () => {
    const absent = { ...variables(), KINORA_CONFIG: join(folder, 'absent.json') };
    await expect(Program.start('main.js', [], absent)).rejects.toThrow(
      /^main\.js ended with 1: The configuration \S+absent\.json can't be used:\n[^\n]+\n$/,
    );
  });

  it('invalid configuration', async () => {
    writeFileSync(join(folder, 'config.json'), '{\n"server": {"port": "x"}}');
    expect(await complaint()).toContain('line 2, server.port: write a whole number');
  });

  it('port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    expect(await complaint({ KINORA_PORT: `${port}` })).toContain(
      `Port ${port} of 127.0.0.1 is taken. Stop the program that listens there, or set KINORA_PORT`,
    );
    other.close();
  });

  it('simulator: port in use, mistyped options', async () => {
    const simulator = async (...args: string[]): Promise<string> => {
      const end = await Program.start('simulator/main.js', args).catch((error: unknown) => error);
      return (end as Error).message;
    };
    const other = await Program.start('simulator/main.js', ['--port', '0']);
    const { port } = new URL(other.url);
    expect(await simulator('--port', port)).toContain(`Port ${port} is taken. Take another with`);
    expect(await simulator('8199')).toContain('See: npm run simulator -- --help');
    expect(await simulator('--port', '0', '--version', 'foo')).toContain(
      '--version must be 0.33.0 or 0.3.64, not "foo"',
    );
    await other.end();
  });

  it('unknown address', async () => {
    expect(await complaint({ KINORA_HOST: '192.0.2.1' })).toContain('Set KINORA_HOST');
  });

  it('data folder that is not a folder', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(await complaint({ KINORA_DATA_DIR: file })).toContain('Set KINORA_DATA_DIR');
  });

  it('data folder that cannot be created: the program ends', async () => {
    await expect(
      Program.start('main.js', [], { ...variables(), KINORA_DATA_DIR: '/proc/kinora/data' }),
    ).rejects.toThrow(/^main\.js ended with 1: The data folder \/proc\S+ can't be used [^\n]+\n$/);
  });

  it('media folder that is not a folder', async () => {
    const data = join(folder, 'data-with-file');
    mkdirSync(data);
    writeFileSync(join(data, 'media'), '');
    expect(await complaint({ KINORA_DATA_DIR: data })).toMatch(
      /^The folder \S+data-with-file\/media can't be used \(ENOTDIR.*\)\. Let this user write to all folders in it\.$/,
    );
  });

  it('folder of the database that cannot be created', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(await complaint({ KINORA_DATABASE_URL: `sqlite:${file}/k.sqlite` })).toContain(
      'Set KINORA_DATABASE_URL',
    );
  });

  it('unreachable PostgreSQL, without showing its password', async () => {
    const output = await complaint({ KINORA_DATABASE_URL: 'postgres://u:hush@127.0.0.1:1/k' });
    expect(output).toContain('Check KINORA_DATABASE_URL');
    expect(output).not.toContain('hush');
  });

  it('damaged database', async () => {
    writeFileSync(join(folder, 'data', 'kinora.sqlite'), 'x'.repeat(10_000));
    expect(await complaint()).toContain('The database file is damaged. Stop the service');
  });

  it('database of another running server', async () => {
    const first = await Program.start('main.js', [], variables());
    expect(await complaint()).toContain(`Another Kinora server (process ${first.pid}, started`);
    expect(await first.end()).toBe(0);
    await (await start(await createApp({ variables: variables() }))).close();
  });
});

function messageOf(error: unknown): string {
  if (!(error instanceof UserError)) throw error;
  return error.message;
}
