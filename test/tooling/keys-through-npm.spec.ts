import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');

/** A command line as npm runs it; nothing is there that it could change. */
function npm(...args: string[]) {
  const { status, stdout, stderr } = spawnSync('npm', ['--silent', 'run', ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, KINORA_DATA_DIR: '/nowhere', KINORA_DATABASE_URL: '' },
  });
  return { status, stdout, stderr };
}

describe('npm run keys without its --', () => {
  it.each([
    [
      'create lim Lim --workflows=x --max-concurrent=1',
      '--workflows and --max-concurrent',
      'create',
    ],
    ['create lim Lim --workflows x', '--workflows', 'create'],
    ['create boss Boss --admin --key-file k', '--admin and --key-file', 'create'],
    ['update boss --no-admin', '--no-admin', 'update'],
    ['update boss --characters= --name B', '--characters and --name', 'update'],
  ])('%s is refused', (line, options, command) => {
    expect(npm('keys', ...line.split(' '))).toEqual({
      status: 2,
      stdout: '',
      stderr:
        `npm took ${options} for itself; nothing was done. ` +
        `Put -- before the command: npm run keys -- ${command} …\n`,
    });
  });

  it('is refused as JSON where --json was meant', () => {
    const { status, stderr } = npm('keys', 'list', '--json');
    expect(status).toBe(2);
    expect(JSON.parse(stderr)).toEqual({
      detail: expect.stringContaining('npm took --json for itself') as unknown,
      code: 'usage',
    });
  });

  it('is fine where npm took nothing', () => {
    const { status, stdout } = npm('keys', '--', 'create', '--help');
    expect([status, stdout]).toEqual([0, expect.stringContaining('--max-concurrent')]);
  });
});

it('npm run workflows without its -- is refused, too', () => {
  const { status, stdout, stderr } = npm('workflows', 'import', 'a.json', '--id=x');
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain('npm took --id for itself; nothing was done. Put -- before');
});

it.each([
  ['demo', ['--exit'], '--exit', '<options>'],
  ['demo:film', ['--keep'], '--keep', '<options>'],
  ['simulator', ['--port=8188', '--step-ms=0'], '--port and --step-ms', '<options>'],
  ['simulator:training', ['--steps-per-second=9'], '--steps-per-second', '<options>'],
])('npm run %s %j is refused rather than run without its options', (script, args, taken, start) => {
  expect(npm(script, ...args)).toEqual({
    status: 2,
    stdout: '',
    stderr:
      `npm took ${taken} for itself; nothing was done. ` +
      `Put -- before the command: npm run ${script} -- ${start} …\n`,
  });
});

it.each([
  ['start', ['--port=8000', '--data-dir=a b'], 'KINORA_PORT=8000 KINORA_DATA_DIR=… npm start'],
  ['dev', ['--log-level=debug'], 'KINORA_LOG_LEVEL=debug npm run dev'],
  ['demo', ['--exit', '--port=8000'], 'KINORA_PORT=8000 npm run demo -- --exit'],
])('npm run %s %j is refused rather than run without its settings', (script, args, command) => {
  const { status, stdout, stderr } = npm(script, ...args);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^npm took --\S+( and --\S+)? for itself; nothing was done\. /);
  expect(stderr.endsWith(`Settings are environment variables: ${command}\n`)).toBe(true);
});

it.each([
  [['--help'], 'npm run workflows -- import portrait.json'],
  [['import', '--help'], 'npm run workflows -- import [options] <file>'],
  [['strange'], 'See: npm run workflows -- --help'],
])('npm run workflows -- %j speaks of itself as it was typed', (args, words) => {
  const { stdout, stderr } = npm('workflows', '--', ...args);
  expect(stdout + stderr).toContain(words);
  expect(stdout + stderr).not.toContain('npx kinora');
});

it('npm run backup refers to its help as it was typed', () => {
  const { status, stderr } = npm('backup', '--', '--kep');
  expect([status, stderr]).toEqual([2, expect.stringContaining('See: npm run backup -- --help')]);
  expect(stderr).not.toContain('npx kinora');
});

describe('npx kinora', () => {
  const kinora = (...args: string[]) =>
    spawnSync(process.execPath, ['scripts/kinora.mjs', ...args], { cwd: ROOT, encoding: 'utf8' });

  it('refers to the help of backup as it was typed', () => {
    expect(kinora('backup', '--kep').stderr).toContain('See: npx kinora backup --help');
  });

  it('lists its commands', () => {
    const { status, stdout, stderr } = kinora('--help');
    expect([status, stderr]).toEqual([0, '']);
    const { scripts } = jest.requireActual<{ scripts: Record<string, string> }>(
      '../../package.json',
    );
    const commands = Object.keys(scripts).filter((name) => name !== 'postinstall');
    for (const name of commands) expect(stdout).toMatch(new RegExp(`^ {2}${name} +\\S`, 'm'));
  });

  it('explains how to import a workflow, and where it is stored', () => {
    const { status, stdout } = kinora('workflows', '--help');
    expect(status).toBe(0);
    expect(stdout).toContain('npx kinora workflows import portrait.json');
    expect(stdout).toContain('<id>.json');
    expect(stdout).toContain('KINORA_DATA_DIR');
    expect(stdout).toContain('PNG, WebP');
  });

  it('refuses what is none', () => {
    const { status, stdout, stderr } = kinora('strat');
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^There is no command 'strat'\.\n[^]*npx kinora <command>/);
    expect(kinora().status).toBe(2);
  });
});
