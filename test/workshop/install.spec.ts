import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

const ROOT = resolve(__dirname, '../..');

describe('an install', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-install-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  beforeAll(() => {
    for (const part of ['package.json', 'package-lock.json', 'scripts'])
      cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  });

  const startWith = (registry: string): ChildProcessByStdio<null, null, Readable> =>
    spawn(process.execPath, [join(folder, 'scripts', 'run.mjs'), 'start'], {
      env: {
        ...process.env,
        npm_config_cache: join(folder, 'cache'),
        npm_config_registry: registry,
        npm_config_fetch_retries: '0',
        npm_config_offline: 'false',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });

  it('says what to look at when the package registry is out of reach', async () => {
    const start = startWith('http://127.0.0.1:1/');
    const [said, [code]] = await Promise.all([text(start.stderr), once(start, 'exit')]);
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/registry could not be reached: .*\n$/),
    ]);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('that is ended by %s takes npm with it', async (signal, exitCode) => {
    const mute = createServer().listen(0, '127.0.0.1');
    await once(mute, 'listening');
    const { port } = mute.address() as AddressInfo;
    const start = startWith(`http://127.0.0.1:${port}/`);
    start.stderr.resume();
    const [asked] = (await once(mute, 'connection')) as [Socket];
    const npmIsGone = once(asked.on('error', () => undefined).resume(), 'close');
    start.kill(signal);
    expect(await once(start, 'exit')).toEqual([exitCode, null]);
    await npmIsGone;
    mute.close();
  });
});
