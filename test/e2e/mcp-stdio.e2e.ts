import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { TestKinora } from '../support/kinora';
import { type Generation, startMcp } from '../support/mcp/clients';

const SCRIPT = join(__dirname, '../../scripts/kinora.mjs');
const PING = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'ping' });

describe('npx kinora mcp', () => {
  let kinora: TestKinora;
  let key: string;

  beforeAll(async () => {
    kinora = await TestKinora.start();
    await kinora.online();
    const root = await kinora.agent('root', { is_admin: true });
    ({ key } = await kinora.agent('ann', {}, root));
    kinora.configure({ security: { require_api_key: true } });
  });
  afterAll(() => kinora.close());

  const program = (env: Record<string, string> = { KINORA_KEY: key }, url = kinora.url) => ({
    command: process.execPath,
    args: [SCRIPT, 'mcp', '--url', url],
    env: { PATH: process.env['PATH']!, ...env },
  });

  /** Starts the command and writes to its standard input, which stays open. */
  function start(input: string, env?: Record<string, string>, url?: string) {
    const { command, args, env: variables } = program(env, url);
    const child = spawn(command, args, { env: variables });
    const output = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
    child.stdin.write(input);
    return {
      child,
      ended: once(child, 'close').then(([code]) => ({ code: code as number, ...output })),
    };
  }

  it.each<Generation>(['2025', '2026'])(
    'serves a client of the protocol of %s',
    async (generation) => {
      const client = await startMcp(generation, program());
      expect((await client.tools()).map(({ name }) => name)).toContain('make_image');
      const answer = await client.call('make_image', {
        ...{ workflow: 'sd15-t2i', prompt: 'a fox', steps: 1, width: 64, height: 64 },
      });
      const ids = [answer.body['prompt_id']];
      const done = await client.call('get_jobs', { prompt_ids: ids, wait_seconds: 25 });
      expect(done.body).toMatchObject({ status: 'completed' });
      expect((await client.read(done.links[0]!)).mimeType).toBe('image/png');
      const refused = await client.call('get_jobs', { prompt_ids: ['nothing'] });
      expect(refused.body).toMatchObject({ http_status: 404, code: 'job_not_found' });
      await client.close();
    },
  );

  it('answers what is in progress when its input ends, on standard output only', async () => {
    const { child, ended } = start(`${PING}\nno JSON\n`);
    child.stdin.end();
    const { code, stdout, stderr } = await ended;
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: unknown });
    expect(answers.map(({ id }) => id).sort()).toEqual([7, null]);
    expect([code, stderr]).toEqual([0, '']);
  });

  it.each<[string, (key: string) => Record<string, string>]>([
    ['KINORA_API_KEY', (good) => ({ KINORA_KEY: '', KINORA_API_KEY: good })],
    ['KINORA_KEY before it', (good) => ({ KINORA_KEY: good, KINORA_API_KEY: 'kin_wrong' })],
  ])('takes the earlier name of the variable, too: %s', async (_, variables) => {
    const { child, ended } = start('', variables(key));
    child.stdin.end();
    expect(await ended).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('takes the address from KINORA_URL', async () => {
    const env = { PATH: process.env['PATH']!, KINORA_KEY: key };
    const ping = async (url: string) => {
      const child = spawn(process.execPath, [SCRIPT, 'mcp'], { env: { ...env, KINORA_URL: url } });
      const output = { stdout: '', stderr: '' };
      child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
      child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
      child.stdin.end(`${PING}\n`);
      const [code] = (await once(child, 'close')) as [number];
      return { code, ...output };
    };
    expect(await ping(kinora.url)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('"id":7'),
    });
    expect(await ping('127.0.0.1:8190')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('KINORA_URL needs an address such as'),
    });
  });

  it('says that something else than Kinora answers, such as a proxy', async () => {
    const proxy = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html').end('<h1>Sign in</h1>');
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const { port } = proxy.address() as AddressInfo;
    const { child, ended } = start(`${PING}\n`, undefined, `http://127.0.0.1:${port}`);
    child.stdin.end();
    const { code, stdout, stderr } = await ended;
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('/mcp does not answer as Kinora does (status 200, text/html)');
    proxy.close();
  });

  it('ends when nobody reads its output any more, though its input stays open', async () => {
    const { child, ended } = start(`${PING}\n`);
    await once(child.stdout, 'data');
    child.stdout.destroy();
    child.stdin.write(`${PING}\n`);
    expect((await ended).code).toBe(0);
  });

  it('ends on SIGTERM, also while a call waits', async () => {
    const { body } = await kinora.as(key).post<{ prompt_id: string }>('/api/video/generate', {
      ...{ workflow: 'wan22-14b-t2v', prompt: 'x', provider: 'auto' },
    });
    const params = {
      name: 'get_jobs',
      arguments: { prompt_ids: [body.prompt_id], wait_seconds: 25 },
    };
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const { child, ended } = start(`${PING}\n${JSON.stringify(call)}\n`);
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
    await kinora.as(key).post(`/api/jobs/${body.prompt_id}/cancel`);
  });

  it.each([
    ['no key', {}, undefined, 'set KINORA_KEY'],
    ['a wrong key', { KINORA_KEY: 'kin_wrong' }, undefined, 'unknown or revoked'],
    ['no service', {}, 'http://127.0.0.1:9', 'No Kinora answers at http://127.0.0.1:9'],
  ])('says what is wrong with %s', async (_, env, url, message) => {
    const { child, ended } = start('', env, url);
    child.stdin.end();
    const { code, stdout, stderr } = await ended;
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(message);
  });
});
