import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { SimulatorNode } from '../../src/simulator/simulator-node';
import { connectMcp, type Generation, type McpClient } from '../support/mcp/clients';
import { callEveryTool, UNTRAINED } from '../support/mcp/every-tool';
import { AgentTools } from '../../src/modules/agent-tools/public/agent-tools';
import type { TestCaller } from '../support/caller';
import { newFolder, TestKinora } from '../support/kinora';
import { uniquePng } from '../support/media-samples';
import { waitUntil } from '../support/wait-until';

const PICTURE = {
  provider: 'simulator',
  workflow: 'sd15-t2i',
  prompt: 'a lighthouse',
  steps: 1,
  width: 64,
  height: 64,
};
const GENERATIONS: readonly Generation[] = ['2025', '2026'];

describe('POST /mcp', () => {
  let kinora: TestKinora;
  let slow: SimulatorNode;

  beforeAll(async () => {
    slow = await SimulatorNode.start({ stepMs: 0 });
    slow.faults.set({ steps_allowed: 1 }); // its jobs never end
    const folder = newFolder();
    mkdirSync(join(folder, 'training'));
    const config = {
      providers: [
        { id: 'simulator', kind: 'simulator', step_ms: 0, default: true },
        { id: 'slow', kind: 'comfyui', base_url: slow.url },
      ],
      // Nothing is trained.
      training: { root: 'training', base_url: 'http://127.0.0.1:9' },
    };
    kinora = await TestKinora.start(config, folder);
    await kinora.online();
    await kinora.online('slow');
  });
  afterAll(async () => {
    await kinora.close();
    await slow.stop();
  });

  describe.each(GENERATIONS)('with the client of %s', (generation) => {
    let client: McpClient;
    beforeAll(async () => {
      client = await connectMcp(generation, kinora.url);
    });
    afterAll(() => client.close());

    it('lists the tools and how to use them', async () => {
      const tools = await client.tools();
      expect(tools.length).toBeLessThanOrEqual(24);
      expect(tools.map(({ name }) => name)).toContain('make_image');
      expect(Buffer.byteLength(JSON.stringify({ tools }))).toBeLessThanOrEqual(24_000);
      expect(client.instructions).toContain('get_workflows');
      expect(Buffer.byteLength(client.instructions)).toBeLessThanOrEqual(2_000);
    });

    it('makes a picture, shows it and links to the original', async () => {
      const made = await client.call('make_image', PICTURE);
      expect(made).toMatchObject({ isError: false, body: { ok: true } });
      const done = await client.call('get_jobs', {
        prompt_ids: [made.body['prompt_id']],
        wait_seconds: 25,
      });
      expect(JSON.parse(done.text)).toEqual(done.body);
      expect(done.body).toMatchObject({ status: 'completed' });
      const { outputs } = done.body as { outputs: { path: string }[] };
      const { path } = outputs[0]!;
      expect(done.links).toEqual([`kinora://media/${path}`]);
      const shown = await client.call('look', { paths: [path] });
      expect(shown.images[0]!.toString('latin1', 8, 12)).toBe('WEBP');
      const original = await client.read(`kinora://media/${path}`);
      expect(original.mimeType).toBe('image/png');
      expect(Buffer.from(original.blob!, 'base64').toString('latin1', 1, 4)).toBe('PNG');
    });

    it('says how far a job is, and what to call when the wait is over', async () => {
      const { body } = await client.call('make_image', { ...PICTURE, steps: 9, provider: 'slow' });
      const prompt_ids = [body['prompt_id']];
      const waited = await client.call('get_jobs', { prompt_ids, wait_seconds: 1 });
      expect(waited.body['next']).toEqual({
        tool: 'get_jobs',
        arguments: { prompt_ids, wait_seconds: 25 },
      });
      expect(waited.progress.length).toBeGreaterThan(0);
      for (const message of waited.progress) expect(message).toMatch(/^(queued|running): \d+ %$/);
      const cancelled = await client.call('cancel_jobs', { prompt_ids });
      expect(cancelled.body).toMatchObject({ cancelled: prompt_ids });
    });

    it('calls every tool', async () => {
      const answers = await callEveryTool(client, `every-${generation}`);
      const tools = await client.tools();
      expect([...answers.keys()].sort()).toEqual(tools.map(({ name }) => name).sort());
      expect(answers.get(UNTRAINED)?.body).toMatchObject({ code: 'training_run_not_found' });
    });

    it('answers errors as HTTP does', async () => {
      const wrong = { ...PICTURE, width: '64', steps: 0.5, prompt: '' };
      const { status, body } = await kinora.post('/api/image/generate', wrong);
      const failed = await client.call('make_image', wrong);
      expect(failed).toMatchObject({ isError: true, body: { http_status: status, ...body } });
      expect((body['detail'] as unknown[]).length).toBe(3);
      const missing = await client.call('get_jobs', { prompt_ids: ['nothing'] });
      const answer = await kinora.get('/api/jobs/nothing');
      const expected = {
        http_status: 404,
        ...answer.body,
        hint: 'GET /api/jobs',
        tools: { 'GET /api/jobs': 'get_jobs' },
      };
      expect(missing).toMatchObject({ isError: true, body: expected });
    });

    it.each(['make_image', 'make_video'])('says what to call instead of %s', async (tool) => {
      const args = { count: 4, batch_size: 4, preset: 'prs_1', colour: 'red' };
      const { body } = await client.call(tool, { ...args, workflow: 'sd15-t2i', prompt: 'x' });
      const detail = body['detail'] as { loc: string[]; msg: string }[];
      const advice = new Map(detail.map(({ loc, msg }) => [loc[1], msg]));
      for (const name of ['count', 'batch_size'])
        expect(advice.get(name)).toContain('call make_batch with these arguments');
      expect(advice.get('preset')).toContain('GET /api/presets/{id}');
      expect(advice.get('colour')).toContain(`${tool} takes workflow, prompt`);
    });

    it('has resources and prompts', async () => {
      expect(await client.resources()).toEqual(['kinora://guide', 'kinora://openapi']);
      expect((await client.read('kinora://guide')).text).toContain('# ');
      expect((await client.read('kinora://guide/film')).text).toMatch(/^# Films\n/);
      expect(JSON.parse((await client.read('kinora://openapi')).text!)).toMatchObject({
        openapi: '3.1.0',
      });
      await expect(client.read('kinora://jobs/nothing')).rejects.toMatchObject({
        message: expect.stringContaining('There is no job'),
        data: { hint: 'GET /api/jobs', tools: { 'GET /api/jobs': 'get_jobs' } },
      });
      await expect(client.read('kinora://media/nothing')).rejects.toThrow();
      await expect(client.read('file:///etc/passwd')).rejects.toThrow('kinora://jobs/{prompt_id}');
      expect(await client.prompt('make_a_film', { story: 'a lost lantern' })).toContain('lantern');
      await expect(client.prompt('make_a_film', {})).rejects.toThrow('story');
      await expect(client.prompt('make_a_cake', {})).rejects.toThrow('make_a_picture, make_a_film');
    });
  });

  it('has no sessions: GET and DELETE are 405', async () => {
    for (const method of ['GET', 'DELETE']) {
      const answer = await fetch(`${kinora.url}/mcp`, {
        method,
        headers: { Accept: 'text/event-stream' },
      });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'OPTIONS, POST']);
    }
  });

  it('reads no more files at once than its caller may have streams', async () => {
    const client = await connectMcp('2026', kinora.url);
    const { body } = await kinora.as(null).upload('a.png', await uniquePng());
    const uri = `kinora://media/${body.path}`;
    expect((await client.read(uri)).mimeType).toBe('image/png');
    kinora.configure({ limits: { streams_per_caller: 1 } });
    const stream = await fetch(`${kinora.url}/api/events`);
    await expect(client.read(uri)).rejects.toMatchObject({
      message: expect.stringContaining('At most 1 streams may be open at once.'),
      data: { http_status: 429, code: 'too_many_streams', limit: 1 },
    });
    expect((await client.read('kinora://guide')).mimeType).toBe('text/markdown');
    await stream.body?.cancel();
    await client.close();
  });

  it('answers four messages of a caller at once, and those of others meanwhile', async () => {
    const [ann, ben] = [await kinora.agent('ann'), await kinora.agent('ben')];
    const tools = kinora.app.get(AgentTools, { strict: false });
    const run = tools.run.bind(tools);
    const held: (() => void)[] = [];
    jest.spyOn(tools, 'run').mockImplementation(async (call) => {
      const { authorization } = call.sender.headersDistinct;
      if (authorization?.[0] === ann.headers['Authorization'])
        await new Promise<void>((resolve) => held.push(resolve));
      return run(call);
    });
    const call = (caller: TestCaller, id: number) =>
      caller.post('/mcp', {
        ...{ jsonrpc: '2.0', id, method: 'tools/call' },
        params: { name: 'get_nodes', arguments: {} },
      });
    const calls = Array.from({ length: 4 + 256 + 1 }, (_, id) => call(ann, id));
    const refused = await Promise.race(calls);
    expect([refused.status, refused.body]).toMatchObject([429, { code: 'mcp_busy', limit: 256 }]);
    expect(refused.headers.get('retry-after')).toBe('1');
    await waitUntil(() => held.length >= 4);
    expect(held).toHaveLength(4);
    expect((await call(ben, 1)).status).toBe(200);
    jest.restoreAllMocks();
    for (const release of held) release();
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(4 + 256);
  });

  it('lets eight large messages of a caller wait', async () => {
    const dan = await kinora.agent('dan');
    const tools = kinora.app.get(AgentTools, { strict: false });
    const run = tools.run.bind(tools);
    const held: (() => void)[] = [];
    jest.spyOn(tools, 'run').mockImplementation(async (call) => {
      await new Promise<void>((resolve) => held.push(resolve));
      return run(call);
    });
    const calls = Array.from({ length: 1 + 8 + 1 }, (_, id) =>
      dan.post('/mcp', {
        ...{ jsonrpc: '2.0', id, method: 'tools/call' },
        params: { name: 'get_nodes', arguments: { q: 'x'.repeat(70_000) } },
      }),
    );
    const refused = await Promise.race(calls);
    expect([refused.status, refused.body]).toMatchObject([429, { code: 'mcp_busy', limit: 8 }]);
    await waitUntil(() => held.length >= 1);
    expect(held).toHaveLength(1);
    jest.restoreAllMocks();
    for (const release of held) release();
    await Promise.all(calls);
  });

  it('gives turns back when a connection closes whose answers were not sent yet', async () => {
    const eve = await kinora.agent('eve');
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const body = JSON.stringify(message);
    const credentials = `Host: 127.0.0.1\r\nAuthorization: ${eve.headers['Authorization']}\r\n`;
    const call = `POST /mcp HTTP/1.1\r\n${credentials}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const socket = connect(Number(new URL(kinora.url).port), '127.0.0.1');
    // Their answers would come after the end of the stream.
    socket.write(`GET /api/events HTTP/1.1\r\n${credentials}\r\n${call.repeat(4)}`);
    await once(socket, 'data');
    socket.destroy();
    expect((await eve.post('/mcp', message)).status).toBe(200);
  });
});
