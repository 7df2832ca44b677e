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
import { eventually } from '../../../test/support/eventually';
import { SimulatedNode } from '../../../test/support/simulated-node';
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
    await (await NodeFilesStore.openPersistent(folder)).close();
    expect(readdirSync(join(folder, 'output', 'deep'))).toEqual(['new.png']);
    expect(readdirSync(join(folder, 'temp'))).toEqual([]);
    expect(statSync(join(parent, 'simulator')).mode & 0o777).toBe(0o700);
  });

  it('are cleared every hour until they are closed, of empty folders, too', async () => {
    const intervals = jest.spyOn(global, 'setInterval');
    const cleared = jest.spyOn(global, 'clearInterval');
    const files = await NodeFilesStore.openPersistent(parent);
    const [sweep, ms] = intervals.mock.calls[0]!;
    const timer = intervals.mock.results[0]!.value as NodeJS.Timeout;
    expect([ms, timer.hasRef()]).toEqual([3_600_000, false]);

    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    const output = (...names: string[]): string => join(files.folder('output'), 'kinora', ...names);
    const input = (name: string): string => join(files.folder('input'), name);
    await files.write(output('old', 'a.png'), 'x');
    await files.write(output('new', 'a.png'), 'x');
    await files.write(input('unused.png'), 'x');
    for (const path of [output('old', 'a.png'), output('old'), input('unused.png')])
      utimesSync(path, yesterday, yesterday);

    sweep();
    await eventually(() => Promise.resolve(!existsSync(output('old'))));
    expect(readdirSync(output())).toEqual(['new']);
    expect(readdirSync(files.folder('input'))).toEqual(['example.png']);
    await files.close();
    expect(cleared).toHaveBeenCalledWith(timer);
    jest.restoreAllMocks();
  });

  it('keep a file that is uploaded again', async () => {
    const node = await SimulatedNode.start({ persistentDir: parent });
    await node.upload('a.png', Buffer.from('x'));
    const path = join(parent, 'input', 'a.png');
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    utimesSync(path, yesterday, yesterday);
    await node.upload('a.png', Buffer.from('x'));
    await node.stop();
    await (await NodeFilesStore.openPersistent(parent)).close();
    expect(existsSync(path)).toBe(true);
  });
});
