import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseNotReady } from './database-not-ready';
import { takeSnapshot } from './database-snapshot.store';

it('a snapshot of a database that cannot be read says so, and leaves no copy', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-snapshot-'));
  const path = join(folder, 'kinora.sqlite');
  writeFileSync(path, 'x'.repeat(1000));
  const refusal: unknown = await takeSnapshot(`sqlite:${path}`, folder).catch(
    (error: unknown) => error,
  );
  expect(refusal).toBeInstanceOf(DatabaseNotReady);
  expect((refusal as Error).message).toContain(
    `The database (${path}) can't be used: SQLITE_NOTADB`,
  );
  expect(existsSync(join(folder, 'database.sqlite'))).toBe(false);
  rmSync(folder, { recursive: true });
});
