import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
const WORKER = join(__dirname, 'lock-worker.mjs');

describe('the lock of install and build', () => {
  const name = `test-${process.pid}`;
  const folder = mkdtempSync(join(tmpdir(), 'kinora-lock-'));
  const file = join(folder, 'inside');

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
    rmSync(join(ROOT, '.kinora/locks', name), { recursive: true, force: true });
  });

  const worker = async (turns: number, end: 'die' | 'leave'): Promise<unknown> => {
    const child = spawn(process.execPath, [WORKER, name, file, String(turns), end]);
    const [code, signal] = await once(child, 'exit');
    return signal ?? code;
  };

  it('lets one in at a time, and is taken over from those who were killed inside', async () => {
    const ends = await Promise.all([
      ...[3, 4, 5].map((turns) => worker(turns, 'leave')),
      ...[1, 2, 3].map((turns) => worker(turns, 'die')),
    ]);
    expect(ends).toEqual([0, 0, 0, 'SIGKILL', 'SIGKILL', 'SIGKILL']);
  });
});
