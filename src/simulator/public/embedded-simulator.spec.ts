import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedSimulator } from './embedded-simulator';

describe('the simulator inside a service', () => {
  it('refuses requests addressed to a foreign host name', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kinora-embedded-'));
    const node = await startEmbeddedSimulator({ stepMs: 0, folder });
    const status = (host: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        request(`${node.url}/queue`, { headers: { host } }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
          .on('error', reject)
          .end();
      });
    try {
      const { host } = new URL(node.url);
      expect(await status(host)).toBe(200);
      expect(await status('localhost:1')).toBe(200);
      expect(await status('[::1]')).toBe(200);
      for (const name of ['evil.example', 'evil.example:8188', '127.0.0.1.evil.example']) {
        expect(await status(name)).toBe(403);
      }
    } finally {
      await node.stop();
      rmSync(folder, { recursive: true });
    }
  });
});
