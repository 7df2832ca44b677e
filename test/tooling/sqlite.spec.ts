import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');

describe('the addon of sqlite3', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-addon-'));
  const addon = join(folder, 'node_modules', 'sqlite3');
  const binary = join(addon, 'build', 'Release', 'node_sqlite3.node');
  const loads = join(folder, 'loads');
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  beforeAll(() => {
    for (const part of ['package.json', 'scripts'])
      cpSync(join(ROOT, part), join(folder, part), { recursive: true });
    for (const made of [join(binary, '..'), join(folder, '.kinora')])
      mkdirSync(made, { recursive: true });
    writeFileSync(loads, '');
    writeFileSync(
      join(addon, 'index.js'),
      `require('node:fs').appendFileSync(${JSON.stringify(loads)}, '+')`,
    );
  });

  /** How often commands have loaded it to find out whether that works. */
  const tried = (): number => {
    const script = join(folder, 'scripts', 'postinstall.mjs');
    execFileSync(process.execPath, [script], { cwd: folder, stdio: 'pipe' });
    return readFileSync(loads, 'utf8').length;
  };

  it('is tried again only when it has changed', () => {
    writeFileSync(binary, 'one');
    expect([tried(), tried()]).toEqual([1, 1]);
    writeFileSync(binary, 'another');
    expect([tried(), tried()]).toEqual([2, 2]);
  });
});
