import { ConversationsRepository } from '../../src/modules/chat/conversations/conversations.repository';
import { ReadConnection } from '../../src/platform/database/read-connection';
import { WriteGate } from '../../src/platform/database/write-gate';
import { SimulatorNode } from '../../src/simulator/simulator-node';
import type { Answer, TestCaller } from '../support/caller';
import { eventually } from '../support/eventually';
import { TestKinora } from '../support/kinora';
import { uniquePng } from '../support/media-samples';

interface Chat {
  readonly ok: boolean;
  readonly reply: string;
  readonly conversation_id: string;
  readonly actions: readonly {
    readonly tool: string;
    readonly arguments: Record<string, unknown>;
    readonly ok: boolean;
    readonly result: Record<string, unknown>;
  }[];
  readonly suggestions: readonly string[];
  readonly pending: {
    readonly tool: string;
    readonly arguments: Record<string, unknown>;
    readonly id: string;
  } | null;
}

describe('POST /api/agent/chat without a language model', () => {
  let node: SimulatorNode;
  let kinora: TestKinora;
  let root: TestCaller;
  let ann: TestCaller & { readonly key: string };

  beforeAll(async () => {
    node = await SimulatorNode.start({ stepMs: 0 });
    kinora = await TestKinora.start({
      providers: [{ id: 'simulator', kind: 'comfyui', base_url: node.url }],
    });
    await kinora.online();
    root = await kinora.agent('root', { is_admin: true });
    ann = await kinora.agent('ann');
  });
  afterAll(async () => {
    await kinora.close();
    await node.stop();
  });

  const chat = (
    caller: TestCaller,
    message: string,
    conversation_id?: string,
  ): Promise<Answer<Chat & { readonly code?: string }>> =>
    caller.post('/api/agent/chat', { message, ...(conversation_id ? { conversation_id } : {}) });

  const called = ({ body }: Answer<Chat>): readonly string[] =>
    body.actions.map(({ tool }) => tool);

  it('makes a picture at once, and reports what it did', async () => {
    const answer = await chat(ann, 'Please make a picture of a red fox.');
    expect([answer.status, answer.body.ok, called(answer)]).toEqual([200, true, ['make_image']]);
    const { reply, actions, conversation_id, pending } = answer.body;
    const [made] = actions;
    const prompt_id = String(made?.result['prompt_id']);
    expect(made?.arguments).toMatchObject({ prompt: 'a red fox', provider: 'auto' });
    expect(reply).toContain('“a red fox”');
    expect(reply).toContain(prompt_id);
    expect(pending).toBeNull();
    const job = await ann.finished(prompt_id);
    expect(job).toMatchObject({ status: 'completed', prompt: 'a red fox' });
    const status = await chat(ann, 'status', conversation_id);
    expect(status.body.reply).toMatch(/“a red fox”: completed.*: \/media\/[\w.-]+/);
    const found = await chat(ann, 'find pictures of a fox', conversation_id);
    expect(found.body.reply).toContain('I found 1 file for “fox”');
  });

  it('answers a message once for each Idempotency-Key', async () => {
    const eve = await kinora.agent('eve-once');
    const headers = { 'Idempotency-Key': 'chat' };
    const send = <T>(body: object): Promise<Answer<T>> =>
      eve.send('POST', '/api/agent/chat', { body, headers });
    const message = { message: 'draw a lighthouse' };
    const [first, second] = await Promise.all([send<Chat>(message), send<Chat>(message)]);
    expect([called(first), second.body]).toEqual([['make_image'], first.body]);
    expect((await send({ message: 'draw a ship' })).body).toMatchObject({
      code: 'idempotency_mismatch',
    });
    headers['Idempotency-Key'] = 'chat, as a stream';
    const streamed = { ...message, stream: true };
    const events = [await send<string>(streamed), await send<string>(streamed)].map(({ body }) => [
      ...body.matchAll(/^event: (\w+)\ndata: (.*)$/gm),
    ]);
    const [whole = [], repeat = []] = events.map((one) =>
      one.map(([, name, data]) => [name, data]),
    );
    expect(whole.map(([name]) => name)).toEqual(['start', 'action', 'answer']);
    expect(repeat).toEqual([whole[0], whole[2]]);
    const jobs = await eve.get<{ items: unknown[] }>('/api/jobs');
    expect(jobs.body.items).toHaveLength(2);
  });

  it('asks before it makes a clip, shows the exact arguments, and runs these on a yes, once', async () => {
    const picture = await ann.upload('fox.png', await uniquePng(64, 64));
    const asked = await chat(ann, `animate ${picture.body.path} so that the fox runs`);
    const { pending, conversation_id, reply } = asked.body;
    expect(called(asked)).toEqual([]);
    expect(pending).toMatchObject({
      tool: 'make_video',
      arguments: { prompt: 'the fox runs', image: picture.body.path },
    });
    expect(reply).toContain(JSON.stringify(pending?.arguments, null, 2));
    const before = await ann.get<{ items: unknown[] }>('/api/jobs');
    const answers = await Promise.all([
      chat(ann, 'yes', conversation_id),
      chat(ann, 'yes', conversation_id),
    ]);
    const after = await ann.get<{ items: unknown[] }>('/api/jobs');
    expect(after.body.items.length).toBe(before.body.items.length + 1);
    const [done] = answers.filter(({ status, body }) => status === 200 && body.actions.length > 0);
    expect(done?.body.actions).toMatchObject([{ tool: 'make_video', ok: true }]);
    expect(done?.body.actions[0]?.arguments).toEqual(pending?.arguments);
    const again = await chat(ann, 'yes', conversation_id);
    expect([called(again), again.body.reply]).toEqual([
      [],
      'Nothing waits for a yes here, or it has expired.',
    ]);
    const prompt_ids = [done?.body.actions[0]?.result['prompt_id']];
    await ann.post('/api/jobs/cancel', { prompt_ids });
  });

  it('runs no call that was refused or replaced or has expired', async () => {
    const { body } = await chat(ann, 'make 3 pictures of a fox');
    expect(body.pending).toMatchObject({ tool: 'make_batch', arguments: { count: 3 } });
    const { conversation_id: id } = body;
    const route = `/api/agent/conversations/${id}`;
    expect((await ann.get(route)).body['pending']).toEqual(body.pending);
    expect((await chat(ann, 'no', id)).body.reply).toBe('All right, I left it.');
    expect(called(await chat(ann, 'yes', id))).toEqual([]);
    await chat(ann, 'make 3 pictures of a fox', id);
    await chat(ann, 'help', id);
    expect(called(await chat(ann, 'yes', id))).toEqual([]);
    await chat(ann, 'make 3 pictures of a fox', id);
    await kinora.app
      .get(WriteGate, { strict: false })
      .run((tx) => tx.query("UPDATE chat_pending_actions SET expires_at = '2020'"));
    expect((await ann.get(route)).body['pending']).toBeNull();
    expect(called(await chat(ann, 'yes', id))).toEqual([]);
    const batches = await ann.get<{ items: unknown[] }>('/api/batches');
    expect(batches.body.items).toEqual([]);
  });

  it('runs only the call that the yes names, and shows another one that waits', async () => {
    const { body: shown } = await chat(ann, 'make 3 pictures of a fox');
    const { conversation_id: id } = shown;
    // Somebody else writes in the same conversation.
    const { body: other } = await chat(ann, 'make 2 pictures of a hare', id);
    const yes = (pending_id: unknown): Promise<Answer<Chat>> =>
      ann.post('/api/agent/chat', { message: 'yes', conversation_id: id, pending_id });
    const { body: asked } = await yes(shown.pending?.id);
    expect([asked.actions, asked.pending?.arguments]).toEqual([[], other.pending?.arguments]);
    expect(asked.reply).toMatch(/^The call that you said yes to is no longer waiting.*a hare/s);
    const { body: late } = await yes(other.pending?.id);
    expect([late.actions, late.pending?.arguments]).toEqual([[], other.pending?.arguments]);
    expect(called(await yes(late.pending?.id))).toEqual(['make_batch']);
    const { body: none } = await yes(late.pending?.id);
    expect([none.actions, none.pending]).toEqual([[], null]);
  });

  it('chooses the workflow that the caller used last, or else the one that the guide recommends', async () => {
    const eve = await kinora.agent('eve-used');
    const workflowOf = async (message: string): Promise<unknown> => {
      const { body } = await chat(eve, message);
      const call = body.actions.at(-1) ?? body.pending;
      return call?.arguments['workflow'];
    };
    const guide = (await eve.get<string>('/api/guide')).body;
    const recommended = String(await workflowOf('make a picture of a fox'));
    expect(guide).toContain(`"workflow": "${recommended}"`);
    const used = { provider: 'simulator', prompt: 'a fox', width: 64, height: 64 };
    for (const workflow of ['sdxl-t2i', 'sd15-t2i', 'sdxl-t2i']) {
      await eve.post('/api/image/generate', { ...used, workflow });
      expect(await workflowOf('draw a fox')).toBe(workflow);
    }
    // A workflow that needs a picture isn't chosen for a request in words only.
    const { path } = (await eve.upload('fox.png', await uniquePng(64, 64))).body;
    await eve.post('/api/image/generate', { ...used, workflow: 'sdxl-i2i', image: path });
    expect(await workflowOf('draw a fox')).toBe('sdxl-t2i');
  });

  it('cancels the latest job after a yes', async () => {
    // Without the batches of other tests, which are cancelled by their status.
    const cleo = await kinora.agent('cleo');
    node.faults.set({ steps_allowed: 0 });
    const { body: made } = await chat(cleo, 'draw a lighthouse');
    const job = made.actions.at(-1)?.result['prompt_id'];
    const { body: asked } = await chat(cleo, 'cancel it', made.conversation_id);
    expect(asked.pending).toMatchObject({ tool: 'cancel_jobs', arguments: { prompt_ids: [job] } });
    const { body: done } = await chat(cleo, 'yes', made.conversation_id);
    expect(done.reply).toBe('Cancelled 1 job.');
    expect((await cleo.get(`/api/jobs/${String(job)}`)).body['status']).toBe('cancelled');
    const { body: more } = await chat(cleo, 'draw a ship');
    const running = more.actions.at(-1)?.result['prompt_id'];
    const { body: all } = await chat(cleo, 'cancel everything', made.conversation_id);
    expect(all.pending?.arguments).toEqual({ prompt_ids: [running] });
    await chat(cleo, 'yes', made.conversation_id);
    const { body: none } = await chat(cleo, 'cancel', made.conversation_id);
    expect(none.reply).toBe('None of your jobs is waiting or running.');
    node.faults.reset();
  });

  it('cancels running jobs together with the batch that made them', async () => {
    const dan = await kinora.agent('dan');
    const others = '/api/jobs?status=queued,running&owner=*&with_total=true';
    await eventually(async () => (await root.get(others)).body['total'] === 0);
    node.faults.set({ steps_allowed: 0 });
    const base = { type: 'image', provider: 'simulator', workflow: 'sd15-t2i', prompt: 'a fox' };
    expect((await dan.post('/api/batches', { base, count: 2 })).status).toBe(201);
    const jobs = () => dan.get<{ items: { status: string }[] }>('/api/jobs');
    await eventually(async () => (await jobs()).body.items.some((job) => job.status === 'running'));
    const { body: asked } = await chat(dan, 'cancel everything');
    expect(asked.pending).toMatchObject({ tool: 'cancel_jobs', arguments: { status: 'queued' } });
    const { body: done } = await chat(dan, 'yes', asked.conversation_id);
    expect(done.reply).toBe('Cancelled 2 jobs.');
    const statuses = (await jobs()).body.items.map(({ status }) => status);
    expect(statuses).toEqual(['cancelled', 'cancelled']);
    node.faults.reset();
  });

  it('has the rights of the caller and answers errors in words', async () => {
    const narrow = await kinora.agent('narrow', { allowed_workflows: ['none-of-them'] });
    const none = await chat(narrow, 'make a picture of a fox');
    expect(none.body.reply).toContain('with a workflow that you may use');
    const missing = 'f'.repeat(8) + '-0000-4000-8000-000000000000';
    const { body } = await chat(ann, `status of ${missing}`);
    expect(body).toMatchObject({ ok: false, actions: [{ result: { code: 'job_not_found' } }] });
    expect(body.reply).toMatch(/^That didn’t work: There is no job/);
  });

  it('says what it can do when it does not understand', async () => {
    const { body } = await chat(ann, 'what is the meaning of life?');
    expect(body.reply).toMatch(/^I don’t understand that\. .*make a picture of a lighthouse/s);
    expect(body.suggestions).toContain('status');
  });

  it.each([
    [{}, ['body', 'message'], 'missing'],
    [{ message: 5 }, ['body', 'message'], 'string_type'],
    [{ message: '' }, ['body', 'message'], 'string_too_short'],
    [{ messages: [{ role: 'robot', content: 'x' }] }, ['body', 'messages', 0, 'role'], 'enum'],
    [{ messages: [{ role: 'assistant', content: 'x' }] }, ['body', 'messages', 0], 'value_error'],
    [
      { message: 'x', messages: [{ role: 'user', content: 'x' }] },
      ['body', 'messages'],
      'value_error',
    ],
  ])('refuses the body %j at its field', async (body, loc, type) => {
    const answer = await ann.post('/api/agent/chat', body);
    expect([answer.status, answer.body]).toMatchObject([422, { detail: [{ loc, type }] }]);
  });

  it('takes messages with any further keys', async () => {
    const messages = [
      { role: 'system', content: 'You are a pirate.' },
      { role: 'user', content: 'help', name: 'ann', extra: { deep: true } },
    ];
    const body = { messages, temperature: 2, tools: [], model: 'any' };
    const { status, body: answer } = await ann.post<Chat>('/api/agent/chat', body);
    expect([status, answer.reply]).toEqual([200, expect.stringContaining('I make pictures')]);
  });

  it('streams start, actions and the answer', async () => {
    for (const body of [{ message: 'find pictures', stream: true }, { message: 'find pictures' }]) {
      const accept = body.stream ? {} : { Accept: 'text/event-stream' };
      const response = await fetch(`${kinora.url}/api/agent/chat`, {
        method: 'POST',
        headers: { ...ann.headers, ...accept, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect(response.headers.get('content-type')).toContain('text/event-stream');
      const text = await response.text();
      const events = [...text.matchAll(/^event: (\w+)\ndata: (.*)$/gm)];
      expect(events.map(([, name]) => name)).toEqual(['start', 'action', 'answer']);
      const [start, action, answer] = events.map(([, , data = '']) => JSON.parse(data) as Chat);
      expect(answer?.conversation_id).toBe(start?.conversation_id);
      expect(answer?.actions).toEqual([action]);
    }
    const refused = await ann.post('/api/agent/chat', {
      message: 'help',
      stream: true,
      conversation_id: 'cnv_none',
    });
    expect([refused.status, refused.body['code']]).toEqual([404, 'conversation_not_found']);
  });

  describe('conversations', () => {
    it('are kept with what was done, for their owner only', async () => {
      const { conversation_id: id } = (await chat(ann, 'find pictures')).body;
      await chat(ann, 'thanks', id);
      const { body } = await ann.get<{ title: string; messages: object[]; pending: object }>(
        `/api/agent/conversations/${id}`,
      );
      expect(body.title).toBe('find pictures');
      expect(body.pending).toBeNull();
      expect(body.messages).toMatchObject([
        { role: 'user', content: 'find pictures', actions: [] },
        { role: 'assistant', actions: [{ tool: 'search_media', ok: true }] },
        { role: 'user', content: 'thanks' },
        { role: 'assistant', content: 'You’re welcome.' },
      ]);
      const ben = await kinora.agent('ben');
      for (const answer of [
        await ben.get(`/api/agent/conversations/${id}`),
        await ben.delete(`/api/agent/conversations/${id}`),
        await chat(ben, 'help', id),
        // An admin can read it, but not continue it.
        await chat(root, 'help', id),
      ])
        expect([answer.status, (answer.body as Chat & { code: string }).code]).toEqual([
          404,
          'conversation_not_found',
        ]);
      expect((await root.get(`/api/agent/conversations/${id}`)).body['owner']).toBe('ann');
      const own = await ben.get<{ items: unknown[] }>('/api/agent/conversations');
      expect(own.body.items).toEqual([]);
      const all = await root.get<{ items: { id: string }[] }>('/api/agent/conversations?owner=ann');
      expect(all.body.items[0]?.id).toBe(id);
      expect((await ann.delete(`/api/agent/conversations/${id}`)).body).toEqual({ ok: true, id });
      expect((await chat(ann, 'help', id)).status).toBe(404);
    });

    it('keep their latest 200 messages; a key keeps its latest 100', async () => {
      const max = await kinora.agent('max');
      const first = (await chat(max, 'thanks')).body.conversation_id;
      const messages = Array.from({ length: 199 }, (_, n) => ({ role: 'user', content: `${n}` }));
      const long = await max.post<Chat>('/api/agent/chat', { messages });
      const id = long.body.conversation_id;
      await chat(max, 'thanks', id);
      const { body } = await max.get<{ messages: { content: string }[] }>(
        `/api/agent/conversations/${id}`,
      );
      expect([body.messages.length, body.messages[0]?.content]).toEqual([200, '2']);
      for (let n = 0; n < 99; n += 1) await chat(max, 'thanks');
      expect((await max.get(`/api/agent/conversations/${first}`)).status).toBe(404);
      const list = await max.get('/api/agent/conversations?with_total=true');
      expect(list.body['total']).toBe(100);
    });

    it('keep 500,000 characters, and always the last message', async () => {
      const messages = Array.from({ length: 40 }, (_, n) => {
        return { role: 'user', content: `${n}`.padEnd(20_000, '.') };
      });
      const caller = await kinora.agent('lea');
      const { body } = await caller.post<Chat>('/api/agent/chat', { messages });
      const route = `/api/agent/conversations/${body.conversation_id}`;
      const kept = await caller.get<{ messages: { content: string }[] }>(route);
      const contents = kept.body.messages.map(({ content }) => content);
      expect(contents[0]).toMatch(/^16\./);
      expect(contents.slice(-2)).toEqual([messages[39]?.content, body.reply]);
      expect(contents.join('').length).toBeLessThanOrEqual(500_000);
    });

    it('stay when they get a message while old ones are deleted', async () => {
      const eve = await kinora.agent('eve-late');
      const { conversation_id: id } = (await chat(eve, 'thanks')).body;
      const { conversation_id: old } = (await chat(eve, 'thanks')).body;
      const gate = kinora.app.get(WriteGate, { strict: false });
      const rows = kinora.app.get(ConversationsRepository, { strict: false });
      await gate.run((tx) => tx.query("UPDATE chat_conversations SET updated_at = '2020'"));
      let answer = (): void => undefined;
      const answered = new Promise<void>((resolve) => (answer = resolve));
      const appended = gate.run(async () => {
        await rows.append(id, [{ role: 'user', content: 'late', actions: [] }]);
        await answered;
      });
      const removed = rows.removeIdle('2021');
      // What is read outside of a transaction has been read by now.
      expect((await eve.get(`/api/agent/conversations/${id}`)).status).toBe(200);
      answer();
      await Promise.all([appended, removed]);
      expect((await eve.get(`/api/agent/conversations/${id}`)).status).toBe(200);
      expect((await eve.get(`/api/agent/conversations/${old}`)).status).toBe(404);
    });

    it('are deleted with the account', async () => {
      const eve = await kinora.agent('eve');
      const { conversation_id: id } = (await chat(eve, 'make 2 pictures of a fox')).body;
      await root.delete('/api/agents/eve');
      const { manager } = kinora.app.get(ReadConnection, { strict: false });
      await eventually(async () => {
        const rows: unknown[] = await manager.query(
          'SELECT id FROM chat_conversations WHERE id = $1 ' +
            'UNION ALL SELECT conversation_id FROM chat_messages WHERE conversation_id = $1 ' +
            'UNION ALL SELECT conversation_id FROM chat_pending_actions WHERE conversation_id = $1',
          [id],
        );
        return rows.length === 0;
      });
    });
  });
});
