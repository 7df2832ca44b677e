import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { isLogDamaged } from './write-ahead-log.store';

describe('isLogDamaged', () => {
  let folder: string;
  let source: DataSource;
  const log = (): string => join(folder, 'copy-wal');

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kinora-wal-'));
    const database = join(folder, 'live');
    source = await new DataSource({ type: 'sqlite', database, enableWAL: true }).initialize();
    await source.query('CREATE TABLE words (word text)');
    await write(20);
  });
  afterEach(async () => {
    await source.destroy();
    rmSync(folder, { recursive: true });
  });

  async function write(transactions: number): Promise<void> {
    for (let at = 0; at < transactions; at += 1)
      await source.query(`INSERT INTO words VALUES ('${'x'.repeat(500)}')`);
    copyFileSync(join(folder, 'live-wal'), log());
  }

  /** Overwrites bytes from `at`; a negative `at` counts from the end. */
  function damage(at: number, length = 100): void {
    const bytes = readFileSync(log());
    const start = at < 0 ? bytes.length + at : at;
    writeFileSync(log(), bytes.fill(0xa5, start, start + length));
  }

  it('is false for a complete log, an empty one and none', () => {
    expect(isLogDamaged(log())).toBe(false);
    writeFileSync(log(), '');
    expect(isLogDamaged(log())).toBe(false);
    expect(isLogDamaged(join(folder, 'absent'))).toBe(false);
  });

  it.each([
    ['the header', 0],
    ['the first frame', 200],
    ['a frame in the middle', 40_000],
  ])('is true for damaged bytes in %s', (_, at) => {
    damage(at);
    expect(isLogDamaged(log())).toBe(true);
  });

  it('is false for a last transaction that a power failure tore', () => {
    damage(-100);
    expect(isLogDamaged(log())).toBe(false);
    writeFileSync(log(), readFileSync(log()).subarray(0, statSync(log()).size - 50));
    expect(isLogDamaged(log())).toBe(false);
  });

  it('is false for frames that are left over from before a checkpoint', async () => {
    await source.query('PRAGMA wal_checkpoint(RESTART)');
    await write(3);
    expect(statSync(log()).size).toBeGreaterThan(20 * 4096);
    expect(isLogDamaged(log())).toBe(false);
  });
});
