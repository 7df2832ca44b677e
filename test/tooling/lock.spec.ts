import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

const LOCK_MODULE = pathToFileURL(resolve(__dirname, '../../scripts/tooling/lock.mjs')).href;

/** Work that fails when another process does the same at the same time. */
const PROGRAM = `
  import { mkdirSync, rmdirSync } from 'node:fs';
  import { setTimeout } from 'node:timers/promises';
  import { withLock } from ${JSON.stringify(LOCK_MODULE)};
  await withLock(process.argv[1], async () => {
    mkdirSync('busy');
    await setTimeout(50);
    rmdirSync('busy');
  }, Number(process.argv[2]));
`;

describe('the lock of installing and building', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'kinora-lock-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  async function run(lock = 'build.lock', maxWaitMs = 60_000): Promise<readonly [unknown, string]> {
    const args = ['--input-type=module', '-e', PROGRAM, lock, `${maxWaitMs}`];
    const child = spawn(process.execPath, args, { cwd: folder });
    const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    return [code, errors];
  }

  async function endedProcess(): Promise<number> {
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'close');
    return child.pid!;
  }

  it('lets one process work at a time, and leaves nothing behind', async () => {
    const ends = await Promise.all(Array.from({ length: 5 }, () => run()));
    expect(ends).toEqual(ends.map(() => [0, '']));
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is taken from a process that has ended', async () => {
    mkdirSync(join(folder, 'build.lock'));
    writeFileSync(join(folder, 'build.lock', `${await endedProcess()}`), '');
    expect(await Promise.all([run(), run()])).toEqual([
      [0, ''],
      [0, ''],
    ]);
  });

  it('is taken after a while from a process that has the id of one that ended', async () => {
    mkdirSync(join(folder, 'build.lock'));
    writeFileSync(join(folder, 'build.lock', `${process.pid}`), '');
    expect(await run('build.lock', 200)).toEqual([0, '']);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('stops nobody where nothing can be written', async () => {
    writeFileSync(join(folder, 'file'), '');
    expect(await run(join('file', 'build.lock'))).toEqual([0, '']);
  });
});
