import { request } from 'node:http';
import { startEmbeddedSimulator } from './embedded-simulator';

describe('the simulator inside a service', () => {
  it('refuses a name that somebody else lets lead here', async () => {
    const node = await startEmbeddedSimulator(0);
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
    }
  });
});
