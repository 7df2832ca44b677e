import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describeWith, engine } from '../support/engines';
import { TestKinora } from '../support/kinora';

/** A page as a browser shows it once it has come to rest, and what the browser complained of. */
async function shown(url: string): Promise<{ page: string; complaints: string }> {
  const { stdout, stderr } = await promisify(execFile)(
    engine('chromium'),
    [
      ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
      ...['--enable-logging=stderr', '--virtual-time-budget=10000', '--dump-dom', url],
    ],
    { maxBuffer: 2 ** 26 },
  );
  return { page: stdout, complaints: stderr };
}

describeWith('chromium', '/docs in a browser', () => {
  it('shows every operation, and its policy refuses nothing', async () => {
    const kinora = await TestKinora.start();
    const { page, complaints } = await shown(`${kinora.url}/docs`);
    for (const operation of ['generate-generateImage', 'jobs-getJob', 'media-uploadMedia'])
      expect(page).toContain(`operations-${operation}`);
    expect(complaints).not.toMatch(/Refused to|Content Security Policy|CONSOLE.*rror/);
    await kinora.close();
  });

  it('asks for a key where one is needed', async () => {
    const kinora = await TestKinora.start({ security: { require_api_key: true } });
    const { page } = await shown(`${kinora.url}/docs`);
    expect(page).toMatch(/<form id="key">/);
    await kinora.close();
  });
});
