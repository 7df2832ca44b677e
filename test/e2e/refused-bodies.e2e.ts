import { once } from 'node:events';
import { connect } from 'node:net';
import { TestKinora } from '../support/kinora';

/** More than the buffers of both ends take without being read. */
const LENGTH = 32 * 1024 ** 2;
const JSON_TYPE = 'application/json';
const FORM = 'multipart/form-data; boundary=x';

/** Sends all, and reads only then, on a connection that ends with its answer: as Python's urllib does. */
async function sentWhole(url: string, path: string, type: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname });
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    `Content-Type: ${type}`,
    `Content-Length: ${LENGTH}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(Buffer.alloc(LENGTH, 'x'));
  await once(socket, 'drain');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
  await once(socket, 'close');
  return answer;
}

describe('a client that sends everything before reading gets the refusal', () => {
  let kinora: TestKinora;
  beforeAll(async () => {
    kinora = await TestKinora.start({ limits: { upload_bytes: 1024 } });
    await kinora.agent('boss', { is_admin: true });
  });
  afterAll(() => kinora.close());

  it.each([
    ['a body that is too large', '/api/workflows', JSON_TYPE, 413, 'body_too_large'],
    ['an upload that is too large', '/api/media', FORM, 413, 'upload_too_large'],
    ['a type that is not taken', '/api/workflows', 'text/plain', 415, 'unsupported_media_type'],
    ['an upload of another type', '/api/media', 'image/png', 415, 'unsupported_media_type'],
    ['an unknown path', '/api/nothing', JSON_TYPE, 404, 'route_not_found'],
    ['another method', '/api/health', JSON_TYPE, 405, 'method_not_allowed'],
  ])('%s', async (_, path, type, status, code) => {
    const answer = await sentWhole(kinora.url, path, type);

    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^]*"${code}"`));
  });

  it('no key', async () => {
    kinora.configure({ security: { require_api_key: true } });
    const answer = await sentWhole(kinora.url, '/api/media', FORM);

    expect(answer).toMatch(/^HTTP\/1\.1 401 [^]*"missing_key"/);
  });
});
