import { execFileSync } from 'node:child_process';
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
    url = (await service.says(/Kinora listens on (http:\S+)/))[1]!;
  });

  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const shell = (block: string, cwd: string): string =>
    execFileSync('bash', ['-euo', 'pipefail', '-c', block], {
      cwd,
      encoding: 'utf8',
      env: { ...process.env, ...own, KINORA_URL: url, HOME: folder },
      stdio: 'pipe',
    });

  it('has a curl sequence that works as it stands', () => {
    const block = /```sh\n(.*?)```/s.exec(README)![1]!;
    const said = shell(block, folder);
    expect(readFileSync(join(folder, 'fox.png')).subarray(0, 8)).toEqual(PNG);
    expect(JSON.parse(said)).toMatchObject({ ok: true, status: 'completed' });
  });

  it('secures an install in its steps as they stand', async () => {
    const section = README.split('## Secure your install')[1]!.split('\n## ')[0]!;
    const [admin, required, agent] = [...section.matchAll(/```(?:sh|json)\n(.*?)```/gs)].map(
      ([, block]) => block!,
    );
    shell(admin!, ROOT);
    writeFileSync(config, required!);
    expect((await fetch(`${url}/api/workflows`)).status).toBe(401);
    const said = shell(agent!, ROOT);
    expect(JSON.parse(/^\{.*\}/m.exec(said)![0])).toMatchObject({
      items: [{ id: expect.stringMatching(/^sdxl-/) }, { id: expect.stringMatching(/^sdxl-/) }],
    });
    expect(said).toMatch(/^film-crew +Film crew +enabled +no +sdxl-t2i, sdxl-i2i +all +2 /m);
    for (const file of ['boss.key', 'film-crew.key'])
      expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
    const key = readFileSync(join(folder, 'boss.key'), 'utf8').trim();
    const headers = { Authorization: `Bearer ${key}` };
    expect((await fetch(`${url}/api/agents`, { headers })).status).toBe(200);
  });
});
