import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { Command } from '../support/command';

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

describe('npm run demo', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-demo-'));

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('ends with the path of a picture and the address of the Studio', async () => {
    const demo = new Command(['demo'], { KINORA_PORT: '0', KINORA_DATA_DIR: join(folder, 'one') });
    const [, picture] = await demo.matches(/Picture +(\S+)/);
    const [, url] = await demo.matches(/Studio +(http:\S+)/);
    await demo.matches(/Ctrl\+C/);
    expect(isAbsolute(picture!)).toBe(true);
    expect(readFileSync(picture!).subarray(0, 8)).toEqual(PNG);
    const page = await fetch(url!, { headers: { Accept: 'text/html' } });
    expect(await page.text()).toContain('<title>Kinora</title>');
    expect(await demo.stop()).toBe(0);
  });

  it('takes another port when its own is taken, and leaves with --exit', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    const { port } = blocker.address() as AddressInfo;
    const demo = new Command(['demo', '--exit'], {
      KINORA_PORT: String(port),
      KINORA_DATA_DIR: join(folder, 'two'),
    });
    expect(await demo.ended()).toBe(0);
    expect(demo.output).toContain(`Port ${port} is taken: this demo is at http://127.0.0.1:`);
    expect(demo.output).toMatch(/Picture +\S+\.png/);
    expect(demo.output).not.toMatch(/^Studio/m);
    blocker.close();
  });
});
