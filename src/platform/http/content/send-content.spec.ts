import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import express from 'express';
import { sendContent } from './send-content';

describe('sendContent', () => {
  const opened: Readable[] = [];
  let server: Server;
  let url: string;
  let sendfile: string | null = null;
  afterEach(() => (sendfile = null));

  beforeAll(async () => {
    const app = express();
    app.locals['sendfileHeader'] = () => sendfile;
    app.use((_request, response) =>
      sendContent(
        {
          etag: '"e"',
          mime: 'image/webp',
          path: 'a.webp',
          name: 'a.webp',
          disposition: 'inline',
          size: null,
          ...(sendfile === null ? {} : { file: '/dätä 100%/a?b#c' }),
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

  it.each([
    ['X-Sendfile', ''],
    ['X-Accel-Redirect', '/kinora-files'],
  ])('encodes the path of a file for a proxy in %s', async (header, location) => {
    sendfile = header;
    const answer = await fetch(url);
    expect(answer.headers.get(header)).toBe(`${location}/d%C3%A4t%C3%A4%20100%25/a%3Fb%23c`);
  });
});
