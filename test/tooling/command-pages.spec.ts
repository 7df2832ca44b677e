import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
const OWN = ['keys', 'workflows', 'simulator'];

describe('npx kinora <command>', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'kinora-pages-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const typed = (program: string, args: readonly string[], script = 'scripts/kinora.mjs') => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
      cwd: ROOT,
      encoding: 'utf8',
      env: {
        ...process.env,
        npm_lifecycle_event: program,
        KINORA_DATA_DIR: join(folder, 'data'),
        KINORA_PORT: '0',
      },
    });
    // Whatever started has made this.
    expect(existsSync(join(folder, 'data'))).toBe(false);
    return { status, stdout, stderr };
  };
  const { scripts } = jest.requireActual<{ scripts: Record<string, string> }>('../../package.json');
  const commands = Object.keys(scripts).filter((name) => name !== 'postinstall');

  it.each(commands)('%s --help says what it does, and does nothing', (name) => {
    for (const flag of ['--help', '-h']) {
      const { status, stdout, stderr } = typed('npx', [name, flag]);
      // These commands print their own help, after a build if one is needed, which writes to standard error.
      expect([status, OWN.includes(name) ? '' : stderr]).toEqual([0, '']);
      expect(stdout.split('\n').length).toBeGreaterThan(5);
      expect(stdout).toContain('--help');
    }
  });

  it('start and demo tell their options and environment', () => {
    expect(typed('npx', ['start', '--help']).stdout).toMatch(/^usage: npx kinora start[^]*_PORT/);
    expect(typed('npx', ['demo', '--exit', '-h']).stdout).toMatch(/--exit[^]*KINORA_DATA_DIR/);
    expect(typed('demo', ['demo', '-h']).stdout).toMatch(/^usage: npm run demo -- /);
  });

  const known = commands.filter((name) => !OWN.includes(name) && !name.startsWith('test'));
  it.each(known)('%s refuses what it does not take', (name) => {
    const seen = `See: npx kinora ${name} --help\n`;
    expect(typed('npx', [name, '--nope'])).toEqual({
      status: 2,
      stdout: '',
      stderr: `Unknown option '--nope'. ${seen}`,
    });
    expect(typed('npx', [name, 'stray'])).toEqual({
      status: 2,
      stdout: '',
      stderr: `Unexpected argument 'stray'. ${seen}`,
    });
  });

  it('and the OpenAPI writer takes no option for a file', () => {
    const openapi = 'scripts/openapi.mjs';
    expect(typed('npx', ['--help'], openapi)).toMatchObject({ status: 0, stderr: '' });
    expect(typed('npx', ['--json'], openapi)).toMatchObject({ status: 2, stdout: '' });
    expect(existsSync(join(ROOT, '--help'))).toBe(false);
  });
});
