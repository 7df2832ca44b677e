import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer, get, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Response } from 'express';
import { waitUntil } from '../../../../test/support/wait-until';
import { clientGone } from '../client-gone';
import { RequestAborted } from '../http.errors';
import { sendFile } from './send-file';

/** Large enough for several pieces. */
const SIZE = 1_500_000;
const FILES = 12;

describe('sendFile', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-send-file-'));
  const contents = Array.from({ length: FILES }, () => randomBytes(SIZE));
  let outcomes: Promise<string>[];
  let server: Server;
  let url: string;

  /** Sends the file that the address names, up to the byte in its query. */
  async function serve(response: Response): Promise<void> {
    const { pathname, searchParams } = new URL(response.req.url, 'http://localhost');
    const range = {
      start: Number(searchParams.get('start')),
      end: Number(searchParams.get('end') ?? SIZE - 1),
    };
    response.setHeader('Content-Length', range.end - range.start + 1);
    const file = await open(join(folder, pathname));
    try {
      await sendFile(file, range, response, clientGone(response));
    } finally {
      await file.close();
    }
  }

  beforeAll(async () => {
    contents.forEach((content, at) => writeFileSync(join(folder, `${at}`), content));
    server = createServer((_, response) => {
      const sent = serve(response as Response).then(
        () => 'sent',
        (error: unknown) => {
          response.destroy();
          return error instanceof RequestAborted ? 'aborted' : (error as Error).message;
        },
      );
      outcomes.push(sent);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => (outcomes = []));
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true });
  });

  const download = async (path: string): Promise<Buffer> =>
    Buffer.from(await (await fetch(`${url}/${path}`)).arrayBuffer());

  /** Reads the beginning of a file and closes the connection. */
  const abort = (path: string): Promise<void> =>
    new Promise((resolve) => {
      const request = get(`${url}/${path}`, { agent: false }, (response) => {
        response.once('data', () => request.destroy());
        response.on('error', () => undefined);
        response.once('close', resolve);
      });
      request.on('error', () => undefined);
    });

  it('sends each of many files whole at the same time, beside clients that leave', async () => {
    for (let round = 0; round < 3; round += 1) {
      const aborted = contents.map((_, at) => abort(`${at}`));
      const received = await Promise.all(contents.map((_, at) => download(`${at}`)));
      expect(received.map((bytes, at) => bytes.equals(contents[at]!))).not.toContain(false);
      await Promise.all(aborted);
    }
  });

  it.each([
    ['one byte', 0, 0],
    ['the last byte', SIZE - 1, SIZE - 1],
    ['less than a piece', 1, 524_287],
    ['a piece', 0, 524_287],
    ['a piece and a byte', 0, 524_288],
    ['all but two bytes', 1, SIZE - 2],
    ['nothing', 0, -1],
  ])('sends %s', async (_, start, end) => {
    const bytes = await download(`0?start=${start}&end=${end}`);
    expect(bytes.equals(contents[0]!.subarray(start, end + 1))).toBe(true);
  });

  it('fails when the file ends before the range', async () => {
    await expect(download(`0?end=${SIZE + 99}`)).rejects.toThrow();
    expect(await outcomes[0]).toBe(`the file ends at byte ${SIZE}, before byte ${SIZE + 99}`);
  });

  it('stops when the client is gone, also for an answer that waits behind another one', async () => {
    const file = join(folder, 'larger-than-all-buffers');
    writeFileSync(file, '');
    truncateSync(file, 1_000_000_000);
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const request = 'GET /larger-than-all-buffers?end=999999999 HTTP/1.1\r\nHost: a\r\n\r\n';
    socket.write(request + request);
    await waitUntil(() => outcomes.length === 2);
    socket.destroy();
    expect(await Promise.all(outcomes)).toEqual(['aborted', 'aborted']);
  });
});
