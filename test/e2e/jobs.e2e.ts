import { SimulatorNode } from '../../src/simulator/simulator-node';
import { readEvents } from '../support/event-reader';
import { type JobRecord, TestKinora } from '../support/kinora';
import { eventually } from '../support/eventually';

const REQUEST = { workflow: 'sd15-t2i', prompt: 'a fox', width: 64, height: 64, steps: 1 };

interface Page {
  readonly items: JobRecord[];
  readonly next_cursor: string | null;
  readonly total?: number;
}

describe('jobs', () => {
  let node: SimulatorNode;
  /** Stopped by the test that needs a node that can't be reached. */
  let other: SimulatorNode;
  let kinora: TestKinora;

  const submit = async (fields: Record<string, unknown> = {}): Promise<string> => {
    const body = { ...REQUEST, provider: 'node', ...fields };
    const answer = await kinora.post('/api/image/generate', body);
    expect(answer.status).toBe(200);
    return String(answer.body['prompt_id']);
  };
  const running = (promptId: string): Promise<JobRecord> =>
    eventually(async () => {
      const { body } = await kinora.get<JobRecord>(`/api/jobs/${promptId}`);
      return body.status === 'running' && body;
    });

  /** Jobs run this many steps and then wait, so that they can be observed while they run. */
  const hold = (steps = 0): void => node.faults.set({ steps_allowed: steps });
  const release = (): void => node.faults.reset();

  beforeAll(async () => {
    node = await SimulatorNode.start({ stepMs: 0 });
    other = await SimulatorNode.start({ stepMs: 0 });
    kinora = await TestKinora.start({
      providers: [
        { id: 'node', kind: 'comfyui', base_url: node.url },
        { id: 'other', kind: 'comfyui', base_url: other.url },
      ],
      jobs: { poll_interval_ms: 200, lost_grace_ms: 500 },
    });
    await Promise.all([kinora.online('node'), kinora.online('other')]);
  });
  afterEach(release);
  afterAll(async () => {
    await kinora.close();
    await node.stop();
    await other.stop();
  });

  it('answers a completed job with outputs and provenance', async () => {
    const job = await kinora.finished(await submit({ seed: 41, negative: 'blurry' }));
    expect(job).toMatchObject({
      ok: true,
      status: 'completed',
      provider: 'node',
      models: ['v1-5-pruned-emaonly-fp16.safetensors'],
      loras: [],
      settings: { prompt: 'a fox', negative: 'blurry', seed: 41, steps: 1, width: 64 },
      progress: null,
      queue_position: null,
      node_unreachable: false,
      error: null,
    });
    const times = [job.created_at, job.started_at, job.finished_at].map((time) =>
      Date.parse(String(time)),
    );
    expect([...times].sort((a, b) => a - b)).toEqual(times);
  });

  it('answers no provenance until a node has accepted the job', async () => {
    await other.stop();
    const promptId = await submit({ provider: 'other' });
    const { body } = await kinora.get(`/api/jobs/${promptId}`);
    expect(body).toMatchObject({ status: 'queued', models: null, loras: null, settings: null });
    await eventually(
      async () => (await kinora.get(`/api/jobs/${promptId}`)).body['node_unreachable'],
    );
    await kinora.post(`/api/jobs/${promptId}/cancel`);
  });

  it('returns 404 with the same body for every unknown job', async () => {
    const { status, body } = await kinora.get('/api/jobs/no-such-job');
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: 'job_not_found' });
    for (const path of ['graph', 'preview', 'events']) {
      expect((await kinora.get(`/api/jobs/no-such-job/${path}`)).body).toEqual(body);
    }
    expect((await kinora.post('/api/jobs/no-such-job/cancel')).body).toEqual(body);
  });

  it('lists jobs newest first, in pages, and applies every filter', async () => {
    const ids = [];
    for (const seed of [1, 2, 3]) ids.push(await submit({ seed }));
    for (const id of ids) await kinora.finished(id);
    const { created_at } = await kinora.finished(String(ids[0]));
    const since = `since=${created_at}`;
    const first = await kinora.get<Page>(`/api/jobs?${since}&limit=2&with_total=true`);
    expect(first.body.items.map((job) => job.prompt_id)).toEqual([ids[2], ids[1]]);
    expect(first.body.total).toBe(3);
    const second = await kinora.get<Page>(
      `/api/jobs?${since}&limit=2&cursor=${first.body.next_cursor ?? ''}`,
    );
    expect(second.body.items.map((job) => job.prompt_id)).toEqual([ids[0]]);
    expect(second.body.next_cursor).toBeNull();
    const oldest = `/api/jobs?${since}&limit=2&order=oldest`;
    const begun = await kinora.get<Page>(oldest);
    const rest = await kinora.get<Page>(`${oldest}&cursor=${begun.body.next_cursor ?? ''}`);
    const oldestFirst = [...begun.body.items, ...rest.body.items];
    expect(oldestFirst.map((job) => job.prompt_id)).toEqual(ids);
    const unfiltered = await kinora.get(`/api/jobs?limit=2&cursor=${first.body.next_cursor ?? ''}`);
    expect(unfiltered).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['query', 'cursor'] }] },
    });
    const count = async (query: string): Promise<number> =>
      (await kinora.get<Page>(`/api/jobs?${query}`)).body.items.length;
    expect(
      await count(`${since}&status=completed,failed&kind=image&workflow=sd15-t2i&provider=node`),
    ).toBe(3);
    expect(await count(`prompt_ids=${String(ids[0])},${String(ids[2])}`)).toBe(2);
    for (const none of [
      'status=failed',
      'kind=video',
      'workflow=x',
      'provider=x',
      'character=x',
      'project=x',
      'since=2999-01-01T00:00:00Z',
    ]) {
      expect(await count(none)).toBe(0);
    }
    expect((await kinora.get('/api/jobs?since=yesterday')).body).toMatchObject({
      detail: [{ loc: ['query', 'since'], type: 'value_error' }],
    });
    expect((await kinora.get('/api/jobs?limit=0&cursor=nonsense')).status).toBe(422);
  });

  it('answers the graph that the node ran', async () => {
    const promptId = await submit({ seed: 5 });
    await kinora.finished(promptId);
    const { body } = await kinora.get<Record<string, { class_type: string; inputs: object }>>(
      `/api/jobs/${promptId}/graph`,
    );
    const history = (await (await fetch(`${node.url}/history/${promptId}`)).json()) as Record<
      string,
      { prompt: unknown[] }
    >;
    expect(history[promptId]?.prompt[2]).toEqual(body);
  });

  it('answers progress and previews of running jobs and queue positions of waiting ones', async () => {
    hold(2);
    const first = await submit({ steps: 4, previews: true });
    const others = [await submit(), await submit(), await submit()];
    await running(first);
    const last = (await kinora.get<JobRecord>(`/api/jobs/${String(others[2])}`)).body;
    expect(last).toMatchObject({ status: 'queued', queue_position: 3 });
    await eventually(async () => {
      const { body } = await kinora.get<JobRecord>(`/api/jobs/${first}`);
      return body.progress !== null && body.progress.fraction > 0 && body.progress.fraction < 1;
    });
    const preview = await eventually(async () => {
      const response = await fetch(`${kinora.url}/api/jobs/${first}/preview`);
      return response.status === 200 && response;
    });
    expect(preview.headers.get('content-type')).toMatch(/^image\/(jpeg|png)$/);
    expect(preview.headers.get('cache-control')).toContain('no-store');
    release();
    await kinora.finished(first);
    for (const id of others) await kinora.finished(id);
    expect((await kinora.get(`/api/jobs/${first}/preview`)).status).toBe(404);
  });

  describe('cancelling', () => {
    it('ends a waiting job, which never reaches the node', async () => {
      hold();
      const first = await submit();
      const ids = [first, await submit(), await submit(), await submit()];
      const last = String(ids[3]);
      const { status, body } = await kinora.post(`/api/jobs/${last}/cancel`);
      expect([status, body['status']]).toEqual([200, 'cancelled']);
      release();
      for (const id of ids) await kinora.finished(id);
      expect(node.runs.get(last)).toBeUndefined();
    });

    it('ends a running job and frees the node', async () => {
      hold();
      const promptId = await submit();
      await running(promptId);
      const { status, body } = await kinora.post(`/api/jobs/${promptId}/cancel`);
      expect([status, body['status']]).toEqual([200, 'cancelled']);
      release();
      const next = await kinora.finished(await submit());
      expect(next.status).toBe('completed');
      expect(node.runs.get(promptId)).toMatchObject({ interrupted: 1, succeeded: 0 });
      expect((await kinora.get(`/api/media?prompt_id=${promptId}`)).body['items']).toEqual([]);
    });

    it('returns 409 for a job that has ended, and changes nothing', async () => {
      const promptId = await submit();
      const before = await kinora.finished(promptId);
      const { status, body } = await kinora.post(`/api/jobs/${promptId}/cancel`);
      expect([status, body['code']]).toEqual([409, 'job_finished']);
      expect((await kinora.get(`/api/jobs/${promptId}`)).body).toEqual(before);
    });

    it('reports a job that was interrupted on the node as interrupted_on_node', async () => {
      hold();
      const promptId = await submit();
      await running(promptId);
      await fetch(`${node.url}/interrupt`, { method: 'POST' });
      expect(await kinora.finished(promptId)).toMatchObject({
        status: 'cancelled',
        error: { code: 'interrupted_on_node' },
      });
    });
  });

  describe('event streams', () => {
    it('send a job from its first event to its last, and end', async () => {
      hold(2);
      const promptId = await submit({ steps: 4, previews: true });
      const seen = new Set<string>();
      const events = await readEvents(`${kinora.url}/api/jobs/${promptId}/events`, ({ kind }) => {
        seen.add(kind);
        if (seen.has('progress') && seen.has('preview')) release();
        return false;
      });
      const kinds = events.map((event) => event.kind);
      expect(kinds[0]).toBe('job');
      expect(kinds).toEqual(expect.arrayContaining(['progress', 'preview', 'output']));
      expect(kinds.slice(-2)).toEqual(['job', 'end']);
      expect(events.at(-2)?.data).toMatchObject({ prompt_id: promptId, status: 'completed' });
    });

    it('send the state of an ended job, and end', async () => {
      const promptId = await submit();
      await kinora.finished(promptId);
      const events = await readEvents(`${kinora.url}/api/jobs/${promptId}/events`, () => false);
      expect(events.map((event) => event.kind)).toEqual(['job', 'end']);
    });

    it('of all jobs begin with a snapshot, and replay events that the client has missed', async () => {
      hold();
      const promptId = await submit();
      await running(promptId);
      const seen = await readEvents(
        `${kinora.url}/api/events`,
        (event) => event.kind === 'provider' && event.data['id'] === 'node',
      );
      expect(seen[0]?.data).toMatchObject({ prompt_id: promptId, status: 'running' });
      expect(seen.at(-1)?.data).toMatchObject({ status: 'online', running: [promptId] });
      release();
      await kinora.finished(promptId);
      const missed = await readEvents(
        `${kinora.url}/api/events`,
        (event) => event.kind === 'job' && event.data['status'] === 'completed',
        { 'Last-Event-ID': String(seen.at(-1)?.id) },
      );
      expect(missed.map((event) => event.kind)).toEqual(
        expect.arrayContaining(['media', 'output', 'job']),
      );
      const stale = await readEvents(`${kinora.url}/api/events`, () => true, {
        'Last-Event-ID': 'another-7',
      });
      expect(stale[0]?.kind).toBe('resync');
    });

    it('are limited to eight per caller', async () => {
      const over = new AbortController();
      const streams = await Promise.all(
        Array.from({ length: 8 }, () => fetch(`${kinora.url}/api/events`, { signal: over.signal })),
      );
      const ninth = await kinora.get('/api/events');
      expect([ninth.status, ninth.body['code']]).toEqual([429, 'too_many_streams']);
      expect((await kinora.get(String(ninth.body['hint']).replace('GET ', ''))).status).toBe(200);
      over.abort();
      await Promise.allSettled(streams.map((stream) => stream.text()));
      await eventually(async () => {
        const again = new AbortController();
        const response = await fetch(`${kinora.url}/api/events`, { signal: again.signal });
        again.abort();
        return response.status === 200;
      });
    });
  });

  it('answers ?wait with the current state once the time is up', async () => {
    hold();
    const promptId = await submit();
    const { status, body } = await kinora.get(`/api/jobs/${promptId}?wait=1`);
    expect(status).toBe(200);
    expect(['queued', 'running']).toContain(body['status']);
    await kinora.post(`/api/jobs/${promptId}/cancel`);
    expect((await kinora.get('/api/jobs/x?wait=61')).status).toBe(422);
  });

  it('answers ?wait at once without a free slot, and frees that of a client that disconnects', async () => {
    hold();
    const promptId = await submit();
    const path = `/api/jobs/${promptId}?wait=60`;
    const disconnect = new AbortController();
    const waits = Array.from({ length: 16 }, () =>
      fetch(kinora.url + path, { signal: disconnect.signal }),
    );
    await eventually(async () => {
      const { status, headers } = await kinora.get(`/api/jobs/${promptId}?wait=1`);
      return status === 200 && headers.get('retry-after') === '1';
    });
    disconnect.abort();
    await Promise.allSettled(waits);
    await eventually(async () => {
      const { headers } = await kinora.get(`/api/jobs/${promptId}?wait=1`);
      return headers.get('retry-after') === null;
    });
    await kinora.post(`/api/jobs/${promptId}/cancel`);
  });

  it('completes all jobs after a restart of the service, whatever their phase', async () => {
    hold(2);
    const ids = [];
    for (let seed = 0; seed < 6; seed += 1) ids.push(await submit({ seed, steps: 4 }));
    await running(String(ids[0]));
    await kinora.stop();
    kinora = await kinora.restart();
    release();
    for (const id of ids) {
      expect(await kinora.finished(id)).toMatchObject({ status: 'completed' });
      expect(node.runs.get(id)).toMatchObject({ accepted: 1, succeeded: 1 });
    }
  });
});

describe('a node inside the service', () => {
  it('ends with the service, and its jobs run again without counting as lost', async () => {
    const config = (step_ms: number) => ({
      providers: [{ id: 'node', kind: 'simulator', step_ms }],
      jobs: { max_attempts: 1 },
    });
    const first = await TestKinora.start(config(2_000));
    const body = { ...REQUEST, provider: 'node', steps: 60 };
    const promptId = String((await first.post('/api/image/generate', body)).body['prompt_id']);
    const job = `/api/jobs/${promptId}`;
    await eventually(async () => (await first.get(job)).body['status'] === 'running');
    await first.stop();
    const kinora = await TestKinora.start(config(0), first.folder);
    try {
      const ended = await kinora.finished(promptId);
      expect(ended).toMatchObject({ status: 'completed', attempts: 2, error: null });
    } finally {
      await kinora.close();
    }
  });
});

describe('instant jobs', () => {
  it('of 24 parallel requests all complete', async () => {
    const kinora = await TestKinora.start({
      providers: [{ id: 'node', kind: 'simulator', step_ms: 0 }],
    });
    try {
      await kinora.online('node');
      const caller = async (seed: number): Promise<string> => {
        const { body } = await kinora.post('/api/image/generate', {
          ...REQUEST,
          provider: 'node',
          seed,
        });
        return (await kinora.finished(String(body['prompt_id']))).status;
      };
      const ends = await Promise.all(Array.from({ length: 24 }, (_, n) => caller(n)));
      expect(new Set(ends)).toEqual(new Set(['completed']));
    } finally {
      await kinora.close();
    }
  }, 180_000);
});
