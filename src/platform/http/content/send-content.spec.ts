import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import express from 'express';
import { sendContent } from './send-content';

describe('sendContent', () => {
  const opened: Readable[] = [];
  let server: Server;
  let url: string;

  beforeAll(async () => {
    const app = express();
    app.use((_request, response) =>
      sendContent(
        {
          etag: '"e"',
          mime: 'image/webp',
          path: 'a.webp',
          name: 'a.webp',
          disposition: 'inline',
          size: null,
          open: () => {
            const stream = Readable.from([Buffer.from('webp')]);
            opened.push(stream);
            return Promise.resolve({ stream, size: 4 });
          },
        },
        response,
      ),
    );
    server = createServer(app).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it.each(['HEAD', 'GET'])(
    'closes the stream after %s of content of unknown size',
    async (method) => {
      const response = await fetch(url, { method });
      expect(response.headers.get('content-length')).toBe('4');
      expect(await response.text()).toBe(method === 'HEAD' ? '' : 'webp');
      expect(opened.at(-1)?.destroyed).toBe(true);
    },
  );
});
