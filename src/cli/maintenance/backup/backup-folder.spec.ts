import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BackupFolder, findBackup } from './backup-folder';
import { BACKUP_FORMAT, type Manifest, MANIFEST_FILE } from './manifest';

const NOW = Date.parse('2026-11-22T03:00:00.000Z');
const PUBLISHED = '2026-11-22T03-00-00-000Z';

describe('BackupFolder', () => {
  let root: string;
  let folder: BackupFolder;
  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'kinora-backups-'));
    folder = await BackupFolder.open(root, new Date(NOW).toISOString());
  });
  afterEach(async () => {
    await folder.release();
    rmSync(root, { recursive: true });
  });

  const manifest = { format: BACKUP_FORMAT, created_at: new Date(NOW).toISOString() } as Manifest;
  const incomplete = (day: string): string => {
    const path = join(root, `${day}T03-00-00-000Z`);
    mkdirSync(path);
    writeFileSync(join(path, 'database.sqlite'), '');
    return path;
  };
  const complete = (day: string): string => {
    const path = incomplete(day);
    writeFileSync(join(path, MANIFEST_FILE), JSON.stringify(manifest));
    return path;
  };
  const names = (): readonly string[] => readdirSync(root).filter((name) => !name.startsWith('.'));

  it.each([
    [1, [PUBLISHED]],
    [2, [PUBLISHED, '2027-01-01T03-00-00-000Z']],
    [3, ['2026-11-21T03-00-00-000Z', PUBLISHED, '2027-01-01T03-00-00-000Z']],
  ])('keeps the new backup and older ones, %d in all', async (count, kept) => {
    for (const day of ['2026-11-20', '2026-11-21', '2027-01-01']) complete(day);
    const published = await folder.publish(manifest);
    const result = await folder.keepNewest(count, published);
    expect(names()).toEqual(kept);
    expect(result).toEqual({ deleted: 4 - count, failed: [] });
  });

  it('deletes what an interrupted deletion has left, and keeps what is being copied here', async () => {
    renameSync(complete('2026-11-18'), join(root, '.deleting-2026-11-18T03-00-00-000Z'));
    incomplete('2026-11-20');
    writeFileSync(join(root, '2026-11-19T03-00-00-000Z'), 'a file of somebody');
    symlinkSync(join(root, 'nowhere'), join(root, '2026-11-21T03-00-00-000Z'));
    const result = await folder.keepNewest(1, await folder.publish(manifest));
    expect(result).toEqual({ deleted: 1, failed: [] });
    expect(readdirSync(root)).not.toContainEqual(expect.stringMatching(/^\.deleting/));
    expect(names()).toEqual([
      '2026-11-19T03-00-00-000Z',
      '2026-11-20T03-00-00-000Z',
      '2026-11-21T03-00-00-000Z',
      PUBLISHED,
    ]);
  });

  it('says which backups it could not delete, and deletes the others', async () => {
    for (const day of ['2026-11-19', '2026-11-20']) complete(day);
    // A folder can't be renamed to the name of a file, not even by root.
    writeFileSync(join(root, '.deleting-2026-11-19T03-00-00-000Z'), 'a file of somebody');
    const result = await folder.keepNewest(1, await folder.publish(manifest));
    expect(names()).toEqual(['2026-11-19T03-00-00-000Z', PUBLISHED]);
    expect(result.deleted).toBe(1);
    expect(result.failed).toEqual([expect.stringMatching(/^\/.*2026-11-19T03-00-00-000Z \(.+\)$/)]);
  });

  it('names the backups that are dated in the future; the newest of them is found first', async () => {
    complete('2026-11-20');
    const ahead = complete('2027-01-01');
    await folder.publish(manifest);
    expect(folder.datedAfter(NOW)).toEqual([ahead]);
    expect(findBackup(root).folder).toBe(ahead);
  });
});
