import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KeyFile, KeyFileRefused } from './key-file';

describe('KeyFile', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kinora-key-file-'));
    path = join(folder, 'key');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const mode = (): number => statSync(path).mode & 0o777;
  const refused = (): string => {
    try {
      KeyFile.open(path);
    } catch (error) {
      if (error instanceof KeyFileRefused) return error.message;
      throw error;
    }
    return 'taken';
  };

  it('is created for its owner only, whatever the umask', () => {
    const before = process.umask(0o777);
    try {
      KeyFile.open(path).write('kin_x');
    } finally {
      process.umask(before);
    }
    expect([readFileSync(path, 'utf8'), mode()]).toEqual(['kin_x\n', 0o600]);
  });

  it('may be an existing empty file, which becomes readable by its owner only', () => {
    writeFileSync(path, '');
    chmodSync(path, 0o644);
    const file = KeyFile.open(path);
    expect(mode()).toBe(0o600);
    file.write('kin_x');
    expect(readFileSync(path, 'utf8')).toBe('kin_x\n');
  });

  it.each(['644', '640', '622', '660'])(
    'cannot be read through what others opened while its mode was %s',
    (open) => {
      writeFileSync(path, '');
      chmodSync(path, Number.parseInt(open, 8));
      const early = openSync(path, constants.O_RDONLY);
      try {
        KeyFile.open(path).write('kin_x');
        expect([fstatSync(early).size, readFileSync(path, 'utf8'), mode()]).toEqual([
          ...[0, 'kin_x\n', 0o600],
        ]);
        expect(readdirSync(folder)).toEqual(['key']);
      } finally {
        closeSync(early);
      }
    },
  );

  it('is not replaced when only its owner may open it', () => {
    writeFileSync(path, '', { mode: 0o600 });
    const { ino } = statSync(path);
    KeyFile.open(path).write('kin_x');
    expect(statSync(path).ino).toBe(ino);
  });

  it('is removed when no key was created, unless it existed before', () => {
    KeyFile.open(path).abandon();
    expect(existsSync(path)).toBe(false);
    writeFileSync(path, '');
    KeyFile.open(path).abandon();
    expect(readFileSync(path, 'utf8')).toBe('');
  });

  it('is not removed when another file has taken its place', () => {
    const file = KeyFile.open(path);
    renameSync(path, join(folder, 'moved'));
    writeFileSync(path, 'theirs');
    file.abandon();
    expect(readFileSync(path, 'utf8')).toBe('theirs');
  });

  it.each([
    ['holds something', () => writeFileSync(path, 'x')],
    ['is a directory', () => mkdirSync(path)],
    ['is a symbolic link', () => symlinkSync(join(folder, 'elsewhere'), path)],
    ['is a pipe', () => execFileSync('mkfifo', [path])],
    ['lies in a folder that is not there', () => (path = join(folder, 'no', 'key'))],
    [
      'lies in something that is not a folder',
      () => {
        writeFileSync(path, '');
        path = join(path, 'key');
      },
    ],
    ['is not a regular file', () => (path = '/dev/null')],
    [
      'has another name',
      () => {
        writeFileSync(path, '');
        linkSync(path, join(folder, 'other'));
      },
    ],
  ])('is refused when it %s, and left as it is', (reason, arrange) => {
    arrange();
    expect(refused()).toContain(`${path} ${reason}`);
    expect(refused()).toContain('No key was made or changed.');
  });

  it.each([
    ['key', (file: string) => file],
    ["a key's", (file: string) => `'${file.replace("'", "'\\''")}'`],
  ])('says how to remove %j, which holds something', (name, typed) => {
    path = join(folder, name);
    writeFileSync(path, 'x');
    expect(refused()).toContain(`Remove it first (rm ${typed(path)}), or name a new file.`);
    const line = /\((rm .*)\)/.exec(refused())![1]!;
    execFileSync('sh', ['-c', line]);
    expect(existsSync(path)).toBe(false);
  });

  it('is refused when it is a symbolic link to an empty file', () => {
    writeFileSync(join(folder, 'empty'), '');
    symlinkSync(join(folder, 'empty'), path);
    expect(refused()).toContain('is a symbolic link');
  });

  it('is refused when another user owns it', () => {
    if (process.getuid?.() !== 0) {
      path = '/etc/passwd';
      expect(refused()).not.toBe('taken');
      return;
    }
    writeFileSync(path, '');
    chownSync(path, 65_534, 65_534);
    expect(refused()).toContain('belongs to another user');
  });
});
