import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command } from '../support/command';

const ROOT = resolve(__dirname, '../..');
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

describe('README', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-readme-'));
  const config = join(folder, 'config.json');
  const own = { KINORA_CONFIG: config, KINORA_DATA_DIR: join(folder, 'data') };
  let service: Command;
  let url: string;

  beforeAll(async () => {
    writeFileSync(config, '{}');
    service = new Command(['start'], { ...own, KINORA_PORT: '0' });
    url = (await service.matches(/Kinora listens on (http:\S+)/))[1]!;
  });

  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const shell = (block: string, cwd: string, further: Record<string, string> = {}): string =>
    execFileSync('bash', ['-euo', 'pipefail', '-c', block], {
      cwd,
      encoding: 'utf8',
      env: { ...process.env, ...own, KINORA_URL: url, HOME: folder, ...further },
      stdio: 'pipe',
    });

  /** In an interactive shell, which goes on after an error. */
  const pasted = (block: string, further: Record<string, string>) =>
    spawnSync('bash', ['--norc', '-i'], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, ...own, KINORA_URL: url, HOME: folder, ...further },
      input: block,
    });

  const useBlock = /```sh\n(.*?)```/s.exec(README)![1]!;
  const use = (further: Record<string, string>): void => {
    rmSync(join(folder, 'fox.png'), { force: true });
    const output = shell(useBlock, folder, further);
    expect(readFileSync(join(folder, 'fox.png')).subarray(0, 8)).toEqual(PNG);
    const [accepted, completed] = output.trim().split('\n');
    expect(JSON.parse(accepted!)).toMatchObject({ ok: true, provider: 'simulator' });
    expect(JSON.parse(completed!)).toMatchObject({ ok: true, status: 'completed' });
  };

  it('has a working curl sequence', () => {
    use({});
  });

  it('has working steps to secure an install', async () => {
    const section = README.split('## Secure your install')[1]!.split('\n## ')[0]!;
    const [admin, required, check, agent, replace] = [
      ...section.matchAll(/```(?:sh|json)\n(.*?)```/gs),
    ].map(([, block]) => block!);
    shell(admin!, ROOT);
    writeFileSync(config, required!);
    expect(shell(check!, ROOT)).toMatch(
      /^401\n[^]*^boss +The boss +enabled +yes +all +all +none +never$/m,
    );
    const output = shell(agent!, ROOT);
    expect(JSON.parse(/^\{.*\}/m.exec(output)![0])).toMatchObject({
      items: [{ id: expect.stringMatching(/^sdxl-/) }, { id: expect.stringMatching(/^sdxl-/) }],
    });
    expect(output).toMatch(/^film-crew +Film crew +enabled +no +sdxl-t2i, sdxl-i2i +all +2 /m);
    for (const file of ['boss.key', 'film-crew.key'])
      expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
    const key = readFileSync(join(folder, 'boss.key'), 'utf8').trim();
    const headers = { Authorization: `Bearer ${key}` };
    expect((await fetch(`${url}/api/agents`, { headers })).status).toBe(200);
    const refused = pasted(useBlock, { KINORA_KEY: '' });
    expect(refused).toMatchObject({ stdout: expect.stringContaining('"missing_key"') });
    expect(refused.stderr.match(/^bash: (?:job|picture): .*$/gm)).toEqual([
      'bash: job: was not accepted: the answer above says why',
    ]);
    use({ KINORA_KEY: key });
    const old = readFileSync(join(folder, 'film-crew.key'), 'utf8');
    shell(replace!, ROOT);
    expect(readFileSync(join(folder, 'film-crew.key'), 'utf8')).not.toBe(old);
    expect(shell('npm run --silent keys -- list', ROOT)).toMatch(
      /^film-crew +Film crew +revoked /m,
    );
  });
});
