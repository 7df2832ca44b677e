import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import busboy from 'busboy';
import {
  type GatewayFixture,
  gatewayFixture,
  oneNode,
} from '../../../../test/support/gateway-fixture';
import { ManualClock } from '../../../../test/support/manual-clock';
import {
  type ReceivedRequest,
  sendJson,
  ScriptedNode,
} from '../../../../test/support/scripted-node';
import { NodeBadAnswer, NodeRefused, OutputTooLarge } from '../public/node-errors';

const view = { filename: 'a b&c.png', subfolder: 'kinora/x', folderType: 'output' };

interface Form {
  readonly fields: Record<string, string>;
  readonly files: Record<string, { filename: string | undefined; content: Buffer }>;
}

/** A form's fields and files, read by busboy. */
async function formOf({ headers, body }: ReceivedRequest): Promise<Form> {
  const form: Form = { fields: {}, files: {} };
  const parser = busboy({ headers, preservePath: true });
  const reading: Promise<void>[] = [];
  parser.on('field', (name, value) => (form.fields[name] = value));
  parser.on('file', (name, stream, { filename }) => {
    reading.push(buffer(stream).then((content) => void (form.files[name] = { filename, content })));
  });
  const done = new Promise((resolve) => parser.on('close', resolve));
  parser.end(body);
  await done;
  await Promise.all(reading);
  return form;
}

describe('files', () => {
  let node: ScriptedNode;
  let fixture: GatewayFixture;
  let clock: ManualClock;

  beforeEach(async () => {
    node = await ScriptedNode.start();
    clock = new ManualClock();
    fixture = gatewayFixture(oneNode(node.url), clock);
  });

  afterEach(async () => {
    fixture.close();
    await node.stop();
  });

  describe('download', () => {
    const download = () => fixture.gateway.download('a', view);

    it('streams', async () => {
      const bytes = Buffer.alloc(300_000, 'x');
      node.setScript((_, response) =>
        response
          .writeHead(200, { 'Content-Type': 'image/png', 'Content-Length': bytes.length })
          .end(bytes),
      );
      const { stream, contentType, size } = await download();
      expect({ contentType, size }).toEqual({ contentType: 'image/png', size: 300_000 });
      expect((await buffer(stream)).equals(bytes)).toBe(true);
      expect(node.paths).toEqual(['/view?filename=a+b%26c.png&subfolder=kinora%2Fx&type=output']);
    });

    it('accepts a response without a length', async () => {
      node.setScript((_, response) => {
        response.write('a');
        response.end('b');
      });
      const { stream, size } = await download();
      expect(size).toBeNull();
      expect((await buffer(stream)).toString()).toBe('ab');
    });

    it.each([
      [404, NodeRefused],
      [400, NodeRefused],
      [500, NodeBadAnswer],
      [302, NodeBadAnswer],
    ])('status %i', async (status, type) => {
      node.setScript((_, response) => response.writeHead(status).end());
      await expect(download()).rejects.toThrow(type);
    });

    it('fails the stream when the node stops half-way', async () => {
      node.setScript((_, response) => {
        response.writeHead(200, { 'Content-Length': 1000 });
        response.write('half', () => response.destroy());
      });
      const { stream } = await download();
      await expect(buffer(stream)).rejects.toThrow(NodeBadAnswer);
    });

    it('fails the stream when the node falls silent', async () => {
      node.setScript((_, response) =>
        response.writeHead(200, { 'Content-Length': 1000 }).write('half'),
      );
      const { stream } = await download();
      const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
      expect(String((await chunks.next()).value)).toBe('half');
      const end = expect(chunks.next()).rejects.toThrow(NodeBadAnswer);
      await clock.advance(60_000);
      await end;
    });

    it('fails the stream when the node sends a byte now and then', async () => {
      let send: () => void = () => undefined;
      node.setScript((_, response) => {
        response.writeHead(200);
        send = () => response.write('x');
        send();
      });
      const { stream } = await download();
      const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
      await chunks.next();
      for (let second = 0; second < 50; second += 10) {
        const next = chunks.next();
        await clock.advance(10_000);
        send();
        expect(String((await next).value)).toBe('x');
      }
      const end = expect(chunks.next()).rejects.toThrow(NodeBadAnswer);
      await clock.advance(10_000);
      await end;
    });

    it('does not blame the node for a slow reader', async () => {
      node.setScript((_, response) => response.writeHead(200).end(Buffer.alloc(4_000_000)));
      const { stream } = await download();
      let size = 0;
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        size += chunk.length;
        await clock.advance(50_000);
      }
      expect(size).toBe(4_000_000);
    });

    it.each([
      ['as announced', { 'Content-Length': 5_000 }],
      ['without an announcement', {}],
    ])('refuses a file over the limit, %s', async (_, headers) => {
      node.setScript((_asked, response) => response.writeHead(200, headers).end('x'.repeat(5_000)));
      const limited = fixture.gateway.download('a', view, { maxBytes: 4_999 });
      await expect(limited.then(({ stream }) => buffer(stream))).rejects.toThrow(OutputTooLarge);
    });

    it('ends at once when it is aborted', async () => {
      node.setScript((_, response) => response.writeHead(200).write('half'));
      const abort = new AbortController();
      const { stream } = await fixture.gateway.download('a', view, { signal: abort.signal });
      const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
      await chunks.next();
      const end = expect(chunks.next()).rejects.toThrow(NodeBadAnswer);
      abort.abort();
      await end;
    });

    it('closes the connection when the stream is destroyed', async () => {
      let closed: () => void = () => undefined;
      const hungUp = new Promise<void>((resolve) => (closed = resolve));
      node.setScript((_, response) => {
        response.on('close', closed);
        response.writeHead(200, { 'Content-Length': 1000 }).write('half');
      });
      const { stream } = await download();
      stream.destroy();
      await hungUp;
    });
  });

  describe('upload', () => {
    const bytes = Buffer.from('\r\n--not-a-boundary\0\xff'.repeat(5000), 'latin1');
    const upload = (open: () => Readable = () => Readable.from([bytes])) =>
      fixture.gateway.upload('a', {
        open,
        size: bytes.length,
        filename: 'ab"c.png',
        subfolder: 'kinora/secret',
      });

    it('sends the file as the form that nodes take', async () => {
      node.setScript((_, response) =>
        sendJson(response, { name: 'other.png', subfolder: 'kinora/secret', type: 'input' }),
      );
      expect(await upload()).toEqual({ name: 'other.png' });
      const asked = node.requests[0]!;
      expect(asked.path).toBe('/upload/image');
      expect(Number(asked.headers['content-length'])).toBe(asked.body.length);
      const { fields, files } = await formOf(asked);
      expect(fields).toEqual({ type: 'input', subfolder: 'kinora/secret', overwrite: 'true' });
      expect(Object.keys(files)).toEqual(['image']);
      expect(files['image']?.filename).toBe('ab%22c.png');
      expect(files['image']?.content.equals(bytes)).toBe(true);
    });

    it('reports a refusal', async () => {
      node.setScript((_, response) => response.writeHead(413).end('too large'));
      await expect(upload()).rejects.toMatchObject({ nodeStatus: 413 });
    });

    it('requires the name of the uploaded file', async () => {
      node.setScript((_, response) => sendJson(response, { ok: true }));
      await expect(upload()).rejects.toThrow(NodeBadAnswer);
    });

    it('does not blame the node for a file of ours that breaks', async () => {
      const broken = (): Readable =>
        Readable.from(
          (function* () {
            yield bytes.subarray(0, 10);
            throw new Error('disk');
          })(),
        );
      await expect(upload(broken)).rejects.toThrow('disk');
      const missing = (): Readable => {
        throw new Error('gone');
      };
      await expect(upload(missing)).rejects.toThrow('gone');
    });
  });
});
