import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
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

  it('says what to check when the package registry cannot be reached', async () => {
    const start = startWith('http://127.0.0.1:1/');
    const [output, [code]] = await Promise.all([text(start.stderr), once(start, 'exit')]);
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/registry could not be reached, check the network/),
    ]);
  });
});
