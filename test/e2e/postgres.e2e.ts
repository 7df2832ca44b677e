import { rmSync } from 'node:fs';
import { Client } from 'pg';
import type { Subject } from 'rxjs';
import { JobsRepository } from '../../src/modules/jobs/records/jobs.repository';
import { NodeReachabilityService } from '../../src/modules/jobs/tracking/node-reachability.service';
import { WriteGate } from '../../src/platform/database/write-gate';
import { errorAnswer } from '../../src/platform/errors/error-answer';
import { SimulatorNode } from '../../src/simulator/simulator-node';
import { DatabaseProxy } from '../support/database-proxy';
import { describeWith } from '../support/required-programs';
import { eventually } from '../support/eventually';
import { type JobRecord, newFolder, TestKinora } from '../support/kinora';
import { type PostgresServer, startPostgres } from '../support/postgres';
import { Program } from '../support/processes';
import { Story } from '../support/story';

type Parts = Readonly<Record<string, { readonly status: string }>>;

const REQUEST = { workflow: 'sd15-t2i', prompt: 'a fox', width: 64, height: 64, provider: 'node' };

/** Of the database that is asked: other services use the same server. */
const OWN_LOCKS =
  "FROM pg_locks WHERE locktype = 'advisory' AND database = " +
  '(SELECT oid FROM pg_database WHERE datname = current_database())';

describeWith('postgres', 'the service on PostgreSQL', () => {
  let postgres: PostgresServer;
  let node: SimulatorNode;
  let kinora: TestKinora;
  let proxy: DatabaseProxy;
  let url: string;
  let count = 0;

  const submit = async (fields: object, key?: string): Promise<string> => {
    const headers = key === undefined ? {} : { 'Idempotency-Key': key };
    const { status, body } = await kinora.post(
      '/api/image/generate',
      { ...REQUEST, ...fields },
      headers,
    );
    expect(status).toBe(200);
    return String(body['prompt_id']);
  };

  const lockStatus = async () =>
    (await kinora.get<{ parts: Parts }>('/api/health')).body.parts['database_lock']?.status;

  const running = (promptId: string): Promise<true> =>
    eventually(async () => {
      const { body } = await kinora.get<JobRecord>(`/api/jobs/${promptId}`);
      return body.status === 'running';
    });

  beforeAll(async () => {
    postgres = await startPostgres();
    node = await SimulatorNode.start({ stepMs: 0 });
    url = postgres.createDatabase('service');
    proxy = await DatabaseProxy.inFrontOf(url);
    kinora = await TestKinora.start({
      database: { url: proxy.url },
      providers: [{ id: 'node', kind: 'comfyui', base_url: node.url }],
      jobs: { poll_interval_ms: 200, lost_grace_ms: 500 },
    });
    await kinora.online('node');
  });

  afterAll(async () => {
    await kinora.close();
    await node.stop();
    await proxy.stop();
    await postgres.stop();
  });

  it('completes many parallel jobs, each once', async () => {
    const ids = await Promise.all(
      Array.from({ length: 24 }, (_, seed) => submit({ seed, steps: 1 })),
    );
    for (const id of ids) {
      expect(await kinora.finished(id)).toMatchObject({ status: 'completed' });
      expect(node.runs.get(id)).toMatchObject({ accepted: 1, succeeded: 1 });
    }
    const { body } = await kinora.get('/api/jobs?status=completed&with_total=true&limit=10');
    expect(body['total']).toBe(24);
    const media = await kinora.get('/api/media?q=fox&with_total=true&limit=10');
    expect(media.body['total']).toBe(24);
  });

  it('runs requests with the same key once, also when they come at the same time', async () => {
    const same = { seed: 77, steps: 1 };
    const ids = await Promise.all(Array.from({ length: 6 }, () => submit(same, 'same key')));
    expect(new Set(ids).size).toBe(1);
  });

  it('says when it does not know whether a request was stored, which is stored once if it is sent again', async () => {
    const body = { ...REQUEST, prompt: 'a lost answer', steps: 1 };
    const key = { 'Idempotency-Key': 'lost answer' };
    proxy.loseCommitOf(body.prompt);
    expect(await kinora.post('/api/image/generate', body, key)).toMatchObject({
      status: 503,
      body: { code: 'outcome_unknown', detail: expect.stringContaining('same Idempotency-Key') },
    });
    const again = await kinora.post('/api/image/generate', body, key);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    const promptId = String(again.body['prompt_id']);
    expect((await kinora.finished(promptId)).status).toBe('completed');
    const { body: found } = await kinora.get<{ items: object[] }>('/api/jobs?q=lost');
    expect(found.items).toMatchObject([{ prompt_id: promptId }]);
  });

  it('answers 503 while the database is away, and goes on when it is back', async () => {
    const promptId = await submit({ prompt: 'before', steps: 1 });
    await kinora.finished(promptId);
    const away = {
      status: 503,
      body: { code: 'database_unusable', detail: expect.stringContaining('Send this again') },
    };
    const body = { ...REQUEST, prompt: 'during', steps: 1 };
    const key = { 'Idempotency-Key': 'away' };
    proxy.away();
    const refused = await kinora.post('/api/image/generate', body, key);
    expect(refused).toMatchObject(away);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await kinora.get('/api/media?q=before')).toMatchObject(away);
    await eventually(async () => (await lockStatus()) === 'degraded');
    proxy.back();
    await eventually(async () => (await lockStatus()) === 'ok');
    expect((await kinora.get('/api/media?q=before')).status).toBe(200);
    const { status, body: made } = await kinora.post('/api/image/generate', body, key);
    expect(status).toBe(200);
    expect((await kinora.finished(String(made['prompt_id']))).status).toBe('completed');
    const { body: found } = await kinora.get<{ items: object[] }>('/api/jobs?q=during');
    expect(found.items).toHaveLength(1);
  });

  describe('with a database that goes away right after a request was stored', () => {
    const last = 'stored in time';
    const fields = { negative: last, steps: 1 };

    /** Sends the request; its answer must come from what was written. */
    const answered = async (path: string, body: object): Promise<Record<string, unknown>> => {
      proxy.awayAfterCommitOf(last);
      const answer = await kinora.post(path, body);
      proxy.back();
      await eventually(async () => (await lockStatus()) === 'ok');
      expect([200, 201]).toContain(answer.status);
      return answer.body;
    };
    const shot = async (): Promise<{ readonly story: Story; readonly path: string }> => {
      const story = await Story.create(kinora.as(null));
      const scene = await story.scene(1);
      const id = await story.shot(scene, { shot_number: 1, image_prompt: 'a fox' });
      return { story, path: `${story.shotsPath(scene)}/${id}` };
    };

    it('answers with the job', async () => {
      const job = await answered('/api/image/generate', { ...REQUEST, ...fields });
      expect((await kinora.finished(String(job['prompt_id']))).status).toBe('completed');
    });

    it('answers with the batch', async () => {
      const base = { type: 'image', ...REQUEST, ...fields };
      const batch = await answered('/api/batches', { base, count: 2 });
      expect(batch).toMatchObject({ status: 'running', counts: { waiting: 2 } });
      await eventually(async () => {
        const { body } = await kinora.get(`/api/batches/${String(batch['id'])}`);
        return body['status'] === 'completed';
      });
    });

    it('answers with the take', async () => {
      const { path } = await shot();
      const { workflow, provider } = REQUEST;
      const take = await answered(`${path}/image`, { workflow, provider, ...fields });
      expect(take).toMatchObject({ kind: 'image', stale: [], missing: false });
      expect((await kinora.finished(String(take['prompt_id']))).status).toBe('completed');
    });

    it('answers with the generation', async () => {
      const { story } = await shot();
      const { workflow, provider } = REQUEST;
      const body = { kind: 'image', workflow, provider, fields };
      const generation = await answered(`${story.path}/generate`, body);
      expect(generation).toMatchObject({ status: 'running', takes: [{ status: 'waiting' }] });
      await eventually(async () => {
        const path = `${story.path}/generations/${String(generation['id'])}`;
        return (await kinora.get(path)).body['status'] === 'completed';
      });
    });
  });

  it('answers 503 when the connection is lost between two statements of a request', async () => {
    const gate = kinora.app.get(WriteGate, { strict: false });
    const lost = gate.run(async (tx) => {
      const connection = (await tx.queryRunner?.connect()) as Client;
      const ended = new Promise((resolve) => connection.once('end', resolve));
      // Fails, too, which the transaction below doesn't see: it finds its connection gone.
      await tx.query('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
      await ended;
      await tx.query('SELECT 1');
    });
    const error = await lost.catch((thrown: unknown) => thrown);
    expect(errorAnswer(error, undefined)).toMatchObject({
      status: 503,
      body: { code: 'database_unusable' },
    });
  });

  it('cancels, deletes and pages', async () => {
    node.faults.set({ steps_allowed: 0 });
    const promptId = await submit({ steps: 1 });
    await running(promptId);
    expect((await kinora.post(`/api/jobs/${promptId}/cancel`)).body['status']).toBe('cancelled');
    node.faults.reset();
    const first = await kinora.get<{ items: { path: string }[]; next_cursor: string }>(
      '/api/media?limit=5',
    );
    const second = await kinora.get<{ items: { path: string }[] }>(
      `/api/media?limit=5&cursor=${first.body.next_cursor}`,
    );
    const paths = [...first.body.items, ...second.body.items].map((item) => item.path);
    expect(new Set(paths).size).toBe(10);
    expect((await kinora.delete(`/api/media/${String(paths[0])}`)).status).toBe(200);
    expect((await kinora.get(`/media/${String(paths[0])}`)).status).toBe(404);
  });

  it('stores the event of a node that goes away before that of a job that ends at the same time', async () => {
    node.faults.set({ steps_allowed: 0 });
    const promptId = await submit({ steps: 1 });
    await running(promptId);
    const { body: latest } = await kinora.get('/api/events?since=latest');
    const admin = new Client({ connectionString: url });
    await admin.connect();
    const isLockAwaited = async (): Promise<boolean> =>
      (await admin.query(`SELECT 1 ${OWN_LOCKS} AND NOT granted`)).rowCount !== 0;
    const jobs = kinora.app.get(JobsRepository, { strict: false });
    const ofNode = jobs.ofNode.bind(jobs);
    let isCancelled = false;
    const reads = jest.spyOn(jobs, 'ofNode').mockImplementationOnce(async (...args) => {
      const rows = await ofNode(...args);
      void kinora.post(`/api/jobs/${promptId}/cancel`).then(() => (isCancelled = true));
      await eventually(async () => isCancelled || (await isLockAwaited()));
      return rows;
    });
    const { flips } = kinora.app.get(NodeReachabilityService, { strict: false });
    (flips as Subject<string>).next('node');
    const states = await eventually(async () => {
      const { body } = await kinora.get<{ items: { data: { status: string } }[] }>(
        `/api/events?since=${String(latest['next_since'])}&events=job`,
      );
      const seen = body.items.map(({ data }) => data.status);
      return isCancelled && seen.length >= 2 && seen;
    });
    expect(states.at(-1)).toBe('cancelled');
    reads.mockRestore();
    node.faults.reset();
    await admin.end();
  });

  it('refuses a second server and names the first', async () => {
    await expect(TestKinora.start({ database: { url } })).rejects.toThrow(
      new RegExp(`process ${process.pid}`),
    );
  });

  describe('with a lost lock', () => {
    const LOCKS = `${OWN_LOCKS} AND granted`;
    let program: Program;
    let folder: string;
    let admin: Client;
    let other: Client;

    beforeEach(async () => {
      folder = newFolder();
      const own = postgres.createDatabase(`lost_${(count += 1)}`);
      program = await Program.start('main.js', [], {
        KINORA_DATA_DIR: folder,
        KINORA_PORT: '0',
        KINORA_DATABASE_URL: own,
      });
      admin = new Client({ connectionString: own });
      other = new Client({ connectionString: own, application_name: 'kinora server (process 22)' });
      await Promise.all([admin.connect(), other.connect()]);
    });
    afterEach(async () => {
      await Promise.all([admin.end(), other.end(), program.end()]);
      rmSync(folder, { recursive: true });
    });

    it('reacquires it and continues', async () => {
      const { rows } = await admin.query<{ pid: number }>(`SELECT pid ${LOCKS}`);
      const ours = await Promise.all(
        [admin, other].map((client) =>
          client.query<{ pid: number }>('SELECT pg_backend_pid() pid'),
        ),
      );
      await admin.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> ALL($1)`,
        [ours.map((answer) => answer.rows[0]?.pid)],
      );
      // A killed session may live on for a moment.
      await eventually(async () => {
        const after = await admin.query<{ pid: number }>(`SELECT pid ${LOCKS}`);
        return after.rowCount === 1 && after.rows[0]?.pid !== rows[0]?.pid;
      });
      await eventually(async () => {
        const answer = await fetch(`${program.url}/api/health`);
        const { parts } = (await answer.json()) as { parts: Record<string, { status: string }> };
        return parts['database_lock']?.status === 'ok' && parts['database']?.status === 'ok';
      });
    });

    it('exits with the reason when another server has it', async () => {
      const { rows } = await admin.query<{ key: string; pid: number }>(
        `SELECT pid, (classid::bigint << 32 | objid::bigint) AS key ${LOCKS}`,
      );
      const theirs = other.query('SELECT pg_advisory_lock($1)', [rows[0]?.key]);
      await eventually(async () => {
        const waiting = await admin.query(`SELECT 1 ${OWN_LOCKS} AND NOT granted`);
        return waiting.rowCount === 1;
      });
      await admin.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
      await theirs;
      const { code, stderr } = await program.ended();
      expect(code).toBe(1);
      expect(stderr).toContain('Another kinora server (process 22) is using this database.');
    });
  });

  it('continues its jobs after a restart', async () => {
    node.faults.set({ steps_allowed: 0 });
    const ids = [];
    for (const seed of [1, 2, 3, 4]) ids.push(await submit({ seed, steps: 1, prompt: 'again' }));
    await kinora.stop();
    kinora = await kinora.restart();
    node.faults.reset();
    for (const id of ids) expect((await kinora.finished(id)).status).toBe('completed');
  });
});
