import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseInUse } from './instance-lock';
import { SqliteLock } from './sqlite-lock.store';

describe('SqliteLock', () => {
  const note = { pid: process.pid, started_at: '2026-01-01T00:00:00.000Z' };
  let folder: string;
  let path: string;
  const acquire = () => SqliteLock.acquire(path, note);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kinora-lock-'));
    path = join(folder, 'server');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is held by one, and names that process to the others', async () => {
    const lock = await acquire();
    const second: unknown = await acquire().catch((error: unknown) => error);
    expect(second).toBeInstanceOf(DatabaseInUse);
    expect((second as Error).message).toContain(`(process ${process.pid}, started`);
    await lock.release();
    await (await acquire()).release();
  });

  it('says that the disk is full, not that somebody else holds it', async () => {
    symlinkSync('/dev/full', `${path}.owner.json`);
    await expect(acquire()).rejects.toThrow(
      `The folder ${folder} can't be used (ENOSPC: no space left on device, write). Free some space`,
    );
    rmSync(`${path}.owner.json`);
    await (await acquire()).release();
  });

  it('says why a file that is not a lock cannot be used', async () => {
    writeFileSync(`${path}.lock`, 'x'.repeat(1000));
    await expect(acquire()).rejects.toThrow(/^The folder .* can't be used \(SQLITE_NOTADB/);
  });
});
