import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { engine } from './required-programs';

/** The DOM of a page after it has loaded, and the browser's error output. */
export interface LoadedPage {
  readonly page: string;
  readonly stderr: string;
}

/** Opens a page in Chromium with a profile of its own; `hosts` are names that lead to this machine. Needs `chromium`. */
export async function open(url: string, hosts: readonly string[] = []): Promise<LoadedPage> {
  const profile = mkdtempSync(join(tmpdir(), 'kinora-browser-'));
  const rules = hosts.map((host) => `MAP ${host} 127.0.0.1`).join(', ');
  try {
    const { stdout, stderr } = await promisify(execFile)(
      engine('chromium'),
      [
        ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
        ...['--enable-logging=stderr', `--user-data-dir=${profile}`],
        // As high as the documentation: it draws only what is in view.
        '--window-size=1280,20000',
        ...(rules === '' ? [] : [`--host-resolver-rules=${rules}`]),
        ...['--virtual-time-budget=10000', '--dump-dom', url],
      ],
      { maxBuffer: 2 ** 26 },
    );
    return { page: stdout, stderr };
  } finally {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
