import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command } from '../support/command';

const README = readFileSync(resolve(__dirname, '../../README.md'), 'utf8');
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

describe('README', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-readme-'));
  let service: Command;
  let url: string;

  beforeAll(async () => {
    const config = join(folder, 'config.json');
    writeFileSync(config, '{}');
    service = new Command(['start'], {
      KINORA_CONFIG: config,
      KINORA_PORT: '0',
      KINORA_DATA_DIR: join(folder, 'data'),
    });
    url = (await service.says(/Kinora listens on (http:\S+)/))[1]!;
  });

  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('has a curl sequence that works as it stands', () => {
    const block = /```sh\n(.*?)```/s.exec(README)![1]!;
    const said = execFileSync('bash', ['-euo', 'pipefail', '-c', block], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, KINORA_URL: url },
    });
    expect(readFileSync(join(folder, 'fox.png')).subarray(0, 8)).toEqual(PNG);
    expect(JSON.parse(said)).toMatchObject({ ok: true, status: 'completed' });
  });
});
