import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { eventually } from '../support/eventually';

const ROOT = join(__dirname, '..', '..');

describe('npm run', () => {
  it('takes what it started with it when it is ended', async () => {
    const npm = spawn('npm', ['run', 'simulator', '--', '--port', '0'], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let url = '';
    for await (const line of createInterface({ input: npm.stdout })) {
      url = /listens on (http:\S+)/.exec(line)?.[1] ?? '';
      if (url !== '') break;
    }
    expect((await fetch(`${url}/queue`)).status).toBe(200);
    npm.kill('SIGTERM');
    await once(npm, 'exit');
    await eventually(() =>
      fetch(`${url}/queue`).then(
        () => false,
        () => true,
      ),
    );
  });
});
