import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express, { type ErrorRequestHandler, type Response } from 'express';
import { waitUntil } from '../../../../test/support/wait-until';
import { sendContent } from './send-content';

describe('sendContent', () => {
  let server: Server;
  let url: string;
  let sendfile: string | null = null;
  let held: Response | undefined;
  afterEach(() => (sendfile = null));
  const folder = mkdtempSync(join(tmpdir(), 'kinora-send-content-'));
  const path = join(folder, 'file');
  /** Files that were opened, and that were closed again. */
  const files = { opened: 0, closed: 0 };

  beforeAll(async () => {
    const app = express();
    app.locals['sendfileHeader'] = () => sendfile;
    const common = {
      etag: '"e"',
      mime: 'image/webp',
      path: 'a.webp',
      name: 'a.webp',
      disposition: 'inline',
    } as const;
    app.get('/held', (_request, response) => void (held = response));
    app.get('/file/:size', ({ params }, response) =>
      sendContent({ ...common, size: Number(params.size), open: openFile }, response),
    );
    app.use((_request, response) =>
      sendContent(
        {
          ...common,
          size: null,
          ...(sendfile === null ? {} : { file: '/dätä 100%/a?b#c' }),
          make: () => Promise.resolve(Buffer.from('webp')),
        },
        response,
      ),
    );
    app.use(((_error, _request, response, _next) =>
      response.destroy()) satisfies ErrorRequestHandler);
    server = createServer(app).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true });
  });

  async function openFile(): Promise<FileHandle> {
    files.opened += 1;
    const file = await open(path);
    const close = file.close.bind(file);
    file.close = async () => {
      await close();
      files.closed += 1;
    };
    return file;
  }

  it.each(['HEAD', 'GET'])(
    'answers %s of content of unknown size with its size',
    async (method) => {
      const response = await fetch(url, { method });
      expect(response.headers.get('content-length')).toBe('4');
      expect(await response.text()).toBe(method === 'HEAD' ? '' : 'webp');
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

  it('closes the file after the whole of it, a range, and an error', async () => {
    writeFileSync(path, 'content');
    expect(await (await fetch(`${url}/file/7`)).text()).toBe('content');
    const range = await fetch(`${url}/file/7`, { headers: { Range: 'bytes=3-4' } });
    expect([range.status, await range.text()]).toEqual([206, 'te']);
    await expect(fetch(`${url}/file/8`).then((response) => response.text())).rejects.toThrow();
    await waitUntil(() => files.closed === 3);
    expect(files.opened).toBe(3);
  });

  it('opens no file for HEAD', async () => {
    const { opened } = files;
    const response = await fetch(`${url}/file/7`, { method: 'HEAD' });
    expect(response.headers.get('content-length')).toBe('7');
    expect(files.opened).toBe(opened);
  });

  it('opens no file before the earlier answers on the connection are sent', async () => {
    writeFileSync(path, 'content');
    const { opened, closed } = files;
    let requested = 0;
    server.on('request', () => (requested += 1));
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const requests = ['held', 'file/7', 'file/7'].map((name) => `GET /${name} HTTP/1.1`);
    socket.write(requests.map((line) => `${line}\r\nHost: a\r\n\r\n`).join(''));
    await waitUntil(() => requested === requests.length);
    expect(files.opened).toBe(opened);
    held!.end('held');
    await waitUntil(() => files.closed === closed + 2);
    socket.destroy();
  });

  it('closes the file when the client leaves', async () => {
    truncateSync(path, 1_000_000_000);
    const { opened } = files;
    const gone = new AbortController();
    await fetch(`${url}/file/1000000000`, { signal: gone.signal });
    expect(files.opened).toBe(opened + 1);
    gone.abort();
    await waitUntil(() => files.closed === files.opened);
  });
});
