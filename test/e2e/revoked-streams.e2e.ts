import { AgentsRepository } from '../../src/modules/agents/agents.repository';
import { AgentChanges } from '../../src/modules/agents/public/agent-changes';
import type { AgentRow } from '../../src/modules/agents/agent.entity';
import { WriteGate } from '../../src/platform/database/write-gate';
import { Outbox } from '../../src/platform/events/outbox';
import type { TestCaller } from '../support/caller';
import { TestKinora } from '../support/kinora';
import { StreamReader } from '../support/stream-reader';

type Agent = Awaited<ReturnType<TestKinora['agent']>>;
const PROVIDERS = [{ id: 'slow', kind: 'simulator', step_ms: 100 }];
const LONG = { workflow: 'sdxl-t2i', provider: 'slow', prompt: 'a fox', steps: 5000 };
const settings = (require_api_key: boolean) => ({
  security: { require_api_key },
  providers: PROVIDERS,
});

describe('open streams and waits of a revoked or narrowed key end', () => {
  let kinora: TestKinora;
  let admin: Agent;
  let count = 0;
  const readers: StreamReader[] = [];
  beforeAll(async () => {
    kinora = await TestKinora.start(settings(false));
    admin = await kinora.agent('root', { is_admin: true });
    kinora.configure(settings(true));
  });
  afterEach(() => {
    for (const reader of readers.splice(0)) reader.close();
  });
  afterAll(() => kinora.close());

  const newcomer = async (scope: Record<string, unknown> = {}) => {
    const id = `agent-${(count += 1)}`;
    return { id, caller: await kinora.agent(id, scope, admin) };
  };
  const follow = async (caller: TestCaller, path = '/api/events'): Promise<StreamReader> => {
    const reader = await StreamReader.open(kinora.url + path, { ...caller.headers });
    readers.push(reader);
    return reader;
  };
  const tell = (ownerId: string | null, text: string): Promise<void> =>
    kinora.app
      .get(Outbox, { strict: false })
      .add({ kind: 'media', audience: { to: 'owner', ownerId }, data: () => ({ text }) });
  const hears = (reader: StreamReader, text: string): Promise<void> =>
    reader.until((events) =>
      events.some(({ data }) => (data as { readonly text?: string }).text === text),
    );
  const longJob = async (caller: TestCaller): Promise<string> => {
    const { body } = await caller.post<{ prompt_id: string }>('/api/image/generate', LONG);
    return body.prompt_id;
  };
  const lastWords = ({ events }: StreamReader): unknown[] =>
    events.slice(-2).map(({ event, data }) => [event, data]);
  const ended = (reason: string) => ['session', 'end'].map((event) => [event, { reason }]);

  /** A read that waits for a job which never ends; resolves once the service is waiting. */
  const waiting = (caller: TestCaller, job: string) =>
    kinora.held(() => caller.get(`/api/jobs/${job}?wait=50`));

  /** Changes the table directly, like another process. */
  async function elsewhere(id: string, columns: Partial<AgentRow>): Promise<void> {
    const rows = kinora.app.get(AgentsRepository, { strict: false });
    await kinora.app.get(WriteGate, { strict: false }).run(async (tx) => {
      const agent = await rows.findToChange(tx, id);
      const version = (agent?.version ?? 0) + 1;
      await rows.update(tx, agent?.owner_id ?? '', { ...columns, version });
    });
  }

  type Change = (id: string) => Promise<unknown>;
  const patch =
    (body: object): Change =>
    (id) =>
      admin.patch(`/api/agents/${id}`, body);

  it.each<[string, Change, string]>([
    ['revoked', patch({ enabled: false }), 'key_revoked'],
    ['deleted', (id) => admin.delete(`/api/agents/${id}`), 'key_revoked'],
    ['replaced', (id) => admin.post(`/api/agents/${id}/rotate`), 'key_changed'],
    ['limited to a workflow', patch({ allowed_workflows: ['sd15-t2i'] }), 'key_changed'],
    ['limited to a character', patch({ allowed_characters: ['mira'] }), 'key_changed'],
    ['revoked by the command line', (id) => elsewhere(id, { enabled: false }), 'key_revoked'],
    ['limited by the command line', (id) => elsewhere(id, { is_admin: false }), 'key_changed'],
    [
      'replaced by the command line',
      (id) => elsewhere(id, { key_hash: 'f'.repeat(64) }),
      'key_changed',
    ],
  ])('streams and waits of a key that is %s', async (_, change, reason) => {
    const { id, caller } = await newcomer({ is_admin: true });
    const job = await longJob(caller);
    const streams = await Promise.all([
      follow(caller),
      follow(caller, `/api/jobs/${job}/events`),
      follow(admin),
    ]);
    const waitingRequest = await waiting(caller, job);
    const untouched = admin.get(`/api/jobs/${job}?wait=50`);
    await change(id);
    for (const reader of streams.slice(0, 2)) {
      await reader.closed;
      expect(lastWords(reader)).toEqual(ended(reason));
    }
    const { status, body } = await waitingRequest.answer;
    const refusal = reason === 'key_revoked' ? [401, 'invalid_key'] : [409, 'key_changed'];
    expect([status, body['code']]).toEqual(refusal);
    await admin.post(`/api/jobs/${job}/cancel`);
    expect((await untouched).body['status']).toBe('cancelled');
    await tell(null, 'still there');
    await hears(streams[2], 'still there');
  });

  it('sends nothing of another owner after the change', async () => {
    const { id, caller } = await newcomer({ is_admin: true });
    const reader = await follow(caller);
    await tell('another-owner', 'before');
    await hears(reader, 'before');
    const { stream } = kinora.app.get<AgentChanges>(AgentChanges, { strict: false });
    const stored: Promise<void>[] = [];
    const spy = stream.subscribe(() => stored.push(tell('another-owner', 'behind')));
    await admin.patch(`/api/agents/${id}`, { is_admin: false });
    await reader.closed;
    spy.unsubscribe();
    expect(await Promise.all(stored)).toHaveLength(1);
    expect(lastWords(reader)).toEqual(ended('key_changed'));
    expect(JSON.stringify(reader.events)).not.toContain('behind');
    const last = reader.events.findLast(({ id: eventId }) => eventId !== undefined)?.id ?? '';
    const back = await StreamReader.open(`${kinora.url}/api/events`, {
      ...caller.headers,
      'Last-Event-ID': last,
    });
    readers.push(back);
    await back.until(() => back.lastEventId !== undefined);
    expect(JSON.stringify(back.events)).not.toContain('behind');
  });

  it('a new name or picture ends nothing, and is an event in the account’s own streams', async () => {
    const mine = await newcomer();
    const other = await newcomer();
    const [reader, others, admins] = await Promise.all(
      [mine.caller, other.caller, admin].map((caller) => follow(caller)),
    );
    await admin.patch(`/api/agents/${mine.id}`, { name: 'Renamed' });
    await mine.caller.patch(`/api/agents/${mine.id}/profile`, { bio: 'I paint.' });
    const profileChanged = { event: 'session', data: { reason: 'profile_changed' } };
    const sessions = () => reader!.events.filter(({ event }) => event === 'session');
    await reader!.until(() => sessions().length >= 2);
    expect(sessions()).toMatchObject([profileChanged, profileChanged]);
    await kinora.app
      .get(Outbox, { strict: false })
      .add({ kind: 'workflow', audience: { to: 'everyone' }, data: () => ({ text: 'marker' }) });
    for (const stream of [reader, others, admins]) {
      await hears(stream!, 'marker');
      if (stream !== reader)
        expect(stream!.events.map(({ event }) => event)).not.toContain('session');
    }
  });

  it('when keys become required, streams without a key end and those with a key stay', async () => {
    kinora.configure(settings(false));
    const keylessCaller = kinora.as(null);
    const job = await longJob(keylessCaller);
    const [keyless, keyed] = [await follow(keylessCaller), await follow(admin)];
    const waitingRequest = await waiting(keylessCaller, job);
    kinora.configure(settings(true));
    await keyless.closed;
    expect(lastWords(keyless)).toEqual(ended('key_required'));
    const { status, body } = await waitingRequest.answer;
    expect([status, body['code']]).toEqual([401, 'missing_key']);
    await tell(null, 'still there');
    await hears(keyed, 'still there');
    await admin.post(`/api/jobs/${job}/cancel`);
  });

  it('ended streams free their slots', async () => {
    const { id, caller } = await newcomer();
    const eight = await Promise.all(Array.from({ length: 8 }, () => follow(caller)));
    await admin.patch(`/api/agents/${id}`, { max_concurrent_jobs: 3 });
    await Promise.all(eight.map((reader) => reader.closed));
    let next = await follow(caller);
    while (next.response.statusCode === 429) next = await follow(caller);
    expect(next.response.statusCode).toBe(200);
  });
});
