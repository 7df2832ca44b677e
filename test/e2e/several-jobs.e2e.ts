import { SimulatorNode } from '../../src/simulator/simulator-node';
import { eventually } from '../support/eventually';
import { type JobRecord, TestKinora } from '../support/kinora';
import { StreamReader } from '../support/stream-reader';

const REQUEST = { workflow: 'sd15-t2i', prompt: 'a fox', width: 64, height: 64, steps: 1 };

interface Page {
  readonly items: JobRecord[];
  readonly missing: string[];
}

describe('several jobs at once', () => {
  let node: SimulatorNode;
  let kinora: TestKinora;

  const submit = async (): Promise<string> => {
    const { body } = await kinora.post('/api/image/generate', { ...REQUEST, provider: 'node' });
    return String(body['prompt_id']);
  };
  const running = (promptId: string): Promise<unknown> =>
    eventually(
      async () => (await kinora.get(`/api/jobs/${promptId}`)).body['status'] === 'running',
    );
  /** Jobs run to their first step and wait there. */
  const hold = (): void => node.faults.set({ steps_allowed: 0 });

  beforeAll(async () => {
    node = await SimulatorNode.start({ stepMs: 0 });
    kinora = await TestKinora.start({
      providers: [{ id: 'node', kind: 'comfyui', base_url: node.url }],
      jobs: { poll_interval_ms: 200, lost_grace_ms: 500 },
    });
    await kinora.online('node');
  });
  afterEach(() => node.faults.reset());
  afterAll(async () => {
    await kinora.close();
    await node.stop();
  });

  describe('cancelling many', () => {
    it('cancels several jobs by id and lists those that cannot be cancelled', async () => {
      const ended = await submit();
      await kinora.finished(ended);
      hold();
      const ids = [await submit(), await submit(), await submit()];
      const prompt_ids = [...ids, ids[0], ended, 'no-such-job'];
      const { status, body } = await kinora.post('/api/jobs/cancel', { prompt_ids });
      expect([status, (body['cancelled'] as string[]).toSorted()]).toEqual([200, ids.toSorted()]);
      expect(body['failed']).toEqual(
        expect.arrayContaining([
          { prompt_id: ended, code: 'job_finished' },
          { prompt_id: 'no-such-job', code: 'job_not_found' },
        ]),
      );
      for (const id of ids) expect((await kinora.finished(id)).status).toBe('cancelled');
    });

    it('cancels all queued jobs of the caller, and of others only for an admin that names them', async () => {
      hold();
      const first = await submit();
      await running(first);
      const [ann, bob] = [await kinora.agent('ann'), await kinora.agent('bob')];
      const queue = async (caller: typeof ann): Promise<string> => {
        const body = { ...REQUEST, provider: 'node' };
        return String((await caller.post('/api/image/generate', body)).body['prompt_id']);
      };
      const [ours, anns, bobs] = [await submit(), await queue(ann), await queue(bob)];
      const cancelQueued = async (caller: Pick<typeof ann, 'post'>, more = {}) =>
        (await caller.post('/api/jobs/cancel', { status: 'queued', ...more })).body['cancelled'];
      expect(await cancelQueued(kinora)).toEqual([ours]);
      expect(await cancelQueued(ann, { owner: 'bob' })).toEqual([]);
      expect(await cancelQueued(ann, { owner: '*' })).toEqual([anns]);
      expect(await cancelQueued(kinora, { owner: 'bob' })).toEqual([bobs]);
      expect(await cancelQueued(kinora, { owner: '*' })).toEqual([]);
      expect((await kinora.get(`/api/jobs/${first}`)).body['status']).toBe('running');
      for (const body of [
        {},
        { prompt_ids: ['x'], status: 'queued' },
        { prompt_ids: ['x'], owner: 'bob' },
      ])
        expect((await kinora.post('/api/jobs/cancel', body)).status).toBe(422);
      await kinora.post(`/api/jobs/${first}/cancel`);
    });
  });

  describe('waiting for several jobs', () => {
    const waitFor = (ids: readonly string[], more = '') =>
      kinora.get<Page>(`/api/jobs?prompt_ids=${ids.join(',')}&wait=60${more}`);

    it('answers all of them at the first end, or at the last', async () => {
      hold();
      const ids = [await submit(), await submit()];
      const [first, all] = [waitFor(ids, '&until=any'), waitFor(ids)];
      await kinora.post(`/api/jobs/${ids[0]!}/cancel`);
      const states = ({ body }: Awaited<typeof all>) =>
        ids.map((id) => body.items.find((job) => job.prompt_id === id)?.status);
      expect(states(await first)).toEqual(['cancelled', expect.stringMatching(/queued|running/)]);
      await kinora.post(`/api/jobs/${ids[1]!}/cancel`);
      expect(states(await all)).toEqual(['cancelled', 'cancelled']);
      expect((await all).body).toMatchObject({ next_cursor: null, missing: [] });
    });

    it('counts unknown ids as ended, and lists them as missing', async () => {
      hold();
      const promptId = await submit();
      const { body } = await waitFor([promptId, 'no-such-job'], '&until=any');
      expect(body.missing).toEqual(['no-such-job']);
      expect(body.items.map((job) => job.prompt_id)).toEqual([promptId]);
      expect((await waitFor(['no-such-job'])).body).toMatchObject({ items: [] });
      await kinora.post(`/api/jobs/${promptId}/cancel`);
      const refused = ['until=any', 'wait=1', 'wait=1&prompt_ids=x&status=queued'];
      for (const query of [...refused, 'wait=61&prompt_ids=x', 'prompt_ids='])
        expect((await kinora.get(`/api/jobs?${query}`)).status).toBe(422);
    });
  });

  describe('event streams', () => {
    it('carry the kinds that were asked for, and job events what a screen shows of a job', async () => {
      hold();
      const stream = await StreamReader.open(`${kinora.url}/api/events?events=job,queue`);
      const ids = [await submit(), await submit(), await submit(), await submit()];
      const last = ids.at(-1);
      const seen = (kind: string) => stream.events.filter(({ event }) => event === kind);
      await stream.until(() =>
        seen('queue').some(({ data }) =>
          (data as { prompt_id: string }[]).some(({ prompt_id }) => prompt_id === last),
        ),
      );
      const [position] = (seen('queue').at(-1)?.data as { prompt_id: string }[]).filter(
        ({ prompt_id }) => prompt_id === last,
      );
      expect(position).toMatchObject({ prompt_id: last, queue_position: 3 });
      const jobs = seen('job').map(({ data }) => data as { prompt_id: string });
      expect(jobs.find(({ prompt_id }) => prompt_id === last)).toMatchObject({
        status: 'queued',
        queue_position: 3,
        eta_seconds: expect.any(Number),
        batch: null,
        priority: 'normal',
        expects: [{ type: 'image', width: 64, height: 64 }],
      });
      node.faults.reset();
      for (const id of ids) await kinora.finished(id);
      await stream.until(() => seen('job').length >= 4 + ids.length);
      expect(new Set(stream.events.map(({ event }) => event))).toEqual(new Set(['job', 'queue']));
      stream.close();
    });

    it('of one job end with the job, whatever kinds were asked for', async () => {
      const promptId = await submit();
      const url = `${kinora.url}/api/jobs/${promptId}/events`;
      const stream = await StreamReader.open(`${url}?events=output`);
      await stream.closed;
      expect(stream.events.at(-1)?.event).toBe('end');
      expect(stream.events.map(({ event }) => event)).not.toContain('job');
      expect((await kinora.get(`/api/jobs/${promptId}/events?events=jobs`)).status).toBe(422);
    });
  });
});
