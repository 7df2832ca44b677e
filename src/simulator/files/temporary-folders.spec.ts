import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NodeFilesStore } from './node-files.store';
import { makeTemporaryFolder } from './temporary-folders.store';

describe('folders of simulators', () => {
  let parent: string;
  beforeEach(() => (parent = mkdtempSync(join(tmpdir(), 'kinora-swept-'))));
  afterEach(() => rmSync(parent, { recursive: true }));

  it('are removed with their process, also after a kill', async () => {
    const { pid: dead } = spawnSync(process.execPath, ['-e', '']);
    const remaining = [
      `comfy-simulator-${process.pid}-abc`,
      'comfy-simulator-1-abc',
      'comfy-simulator-abc',
      `other-${dead}-abc`,
    ];
    const gone = `comfy-simulator-${dead}-abc`;
    for (const name of [...remaining, gone])
      mkdirSync(join(parent, name, 'output'), { recursive: true });
    const link = `comfy-simulator-${dead}-link`;
    symlinkSync(join(parent, remaining[3]!), join(parent, link));

    const made = await makeTemporaryFolder(parent);
    expect(readdirSync(parent).sort()).toEqual(
      [...remaining, link, made.slice(parent.length + 1)].sort(),
    );
    expect(existsSync(join(parent, remaining[3]!, 'output'))).toBe(true);
  });

  it('are cleared of files older than a day when they are persistent', async () => {
    const folder = join(parent, 'simulator', 'local');
    const files = await NodeFilesStore.openPersistent(folder);
    const path = (name: string): string => join(files.folder('output'), 'deep', name);
    for (const name of ['old.png', 'new.png']) await files.write(path(name), 'x');
    const hours = (count: number): Date => new Date(Date.now() - count * 3_600_000);
    utimesSync(path('old.png'), hours(25), hours(25));
    utimesSync(path('new.png'), hours(23), hours(23));
    await files.close();

    writeFileSync(join(files.folder('temp'), 'preview.png'), 'x');
    await NodeFilesStore.openPersistent(folder);
    expect(readdirSync(join(folder, 'output', 'deep'))).toEqual(['new.png']);
    expect(readdirSync(join(folder, 'temp'))).toEqual([]);
    expect(statSync(join(parent, 'simulator')).mode & 0o777).toBe(0o700);
  });
});
