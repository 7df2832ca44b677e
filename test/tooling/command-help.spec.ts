import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = resolve(__dirname, '../..');
/** These commands print their own help, after a build if one is needed. */
const COMMANDS_WITH_OWN_HELP = [
  'keys',
  'workflows',
  'doctor',
  'backup',
  'restore',
  'mcp',
  'simulator',
  'simulator:training',
];

interface Help {
  helpOrUsageError(
    command: string,
    args: readonly string[],
    env: Readonly<Record<string, string>>,
  ): { readonly code: number; readonly text: string } | undefined;
}

describe('npx kinora <command>', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'kinora-pages-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const runCli = (program: string, args: readonly string[], script = 'scripts/kinora.mjs') => {
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

  const commandsWithHelpPage = commands.filter((name) => !COMMANDS_WITH_OWN_HELP.includes(name));
  const help = async (...[name = '', ...args]: string[]) => {
    const module = pathToFileURL(join(ROOT, 'scripts/tooling/help.mjs')).href;
    const { helpOrUsageError } = (await import(module)) as Help;
    return helpOrUsageError(name, args, { npm_lifecycle_event: 'npx' });
  };

  it.each(COMMANDS_WITH_OWN_HELP)('%s --help says what it does, and does nothing', (name) => {
    const { status, stdout } = runCli('npx', [name, '--help']);
    expect(status).toBe(0);
    expect(stdout).toContain('--help');
  });

  it.each(commandsWithHelpPage)('%s has a help page', async (name) => {
    for (const flag of ['--help', '-h']) {
      const page = await help(name, flag);
      expect(page).toEqual({ code: 0, text: expect.stringContaining('--help') as unknown });
      expect(page?.text.split('\n').length).toBeGreaterThan(5);
    }
  });

  it('start and demo tell their options and environment, and do nothing', () => {
    expect(runCli('npx', ['start', '--help'])).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^usage: npx kinora start[^]*_PORT/) as unknown,
      stderr: '',
    });
    expect(runCli('npx', ['demo', '--exit', '-h']).stdout).toMatch(/--exit[^]*KINORA_DATA_DIR/);
    expect(runCli('demo', ['demo', '-h']).stdout).toMatch(/^usage: npm run demo -- /);
  });

  it.each(commandsWithHelpPage.filter((name) => !name.startsWith('test')))(
    '%s refuses what it does not take',
    async (name) => {
      const see = `See: npx kinora ${name} --help`;
      const unknown = { code: 2, text: `Unknown option '--nope'. ${see}` };
      const stray = { code: 2, text: `Unexpected argument 'stray'. ${see}` };
      expect([await help(name, '--nope'), await help(name, 'stray')]).toEqual([unknown, stray]);
    },
  );

  it('a refused command prints its error and does nothing', () => {
    expect(runCli('npx', ['start', '--nope'])).toEqual({
      status: 2,
      stdout: '',
      stderr: `Unknown option '--nope'. See: npx kinora start --help\n`,
    });
  });

  it('and the OpenAPI writer takes no option for a file', () => {
    const openapi = 'scripts/openapi.mjs';
    expect(runCli('npx', ['--help'], openapi)).toMatchObject({ status: 0, stderr: '' });
    expect(runCli('npx', ['--json'], openapi)).toMatchObject({ status: 2, stdout: '' });
    expect(existsSync(join(ROOT, '--help'))).toBe(false);
  });
});
