import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireDatabaseFile } from './data-folder.store';

describe('requireDatabaseFile', () => {
  const folder = mkdtempSync(join(tmpdir(), 'database-file-'));
  const path = join(folder, 'kinora.sqlite');
  const url = `sqlite:${path}` as const;
  afterAll(() => rmSync(folder, { recursive: true }));

  it('says to start Kinora where there is no file', () => {
    expect(() => requireDatabaseFile(url)).toThrow(/^There is no database at .* Start Kinora/);
  });

  it('says why it could not look, rather than that there is no file', () => {
    symlinkSync(path, path);
    expect(() => requireDatabaseFile(url)).toThrow(/can't be used: ELOOP.* this user may write/);
    rmSync(path);
  });

  it('is content with a file, and with a server', () => {
    writeFileSync(path, '');
    requireDatabaseFile(url);
    requireDatabaseFile('postgres://nobody@127.0.0.1:1/none');
  });
});
