import { randomUUID } from 'node:crypto';
import type { Answer } from '../support/caller';
import { type JobRecord, newFolder, TestKinora } from '../support/kinora';

const CONFIG = { providers: [{ id: 'simulator', kind: 'simulator', step_ms: 0 }] };

const REQUEST = {
  workflow: 'sd15-t2i',
  prompt: 'a red fox in the snow',
  provider: 'simulator',
  width: 128,
  height: 128,
  steps: 2,
};

describe('repeated requests', () => {
  let kinora: TestKinora;
  const folder = newFolder();

  beforeAll(async () => {
    kinora = await TestKinora.start(CONFIG, folder);
    await kinora.online();
  });
  afterAll(() => kinora.close());

  const generate = (fields: object, key?: string) =>
    kinora.post(
      '/api/image/generate',
      { ...REQUEST, ...fields },
      key === undefined ? {} : { 'Idempotency-Key': key },
    );
  const idOf = ({ body }: Answer) => String(body['prompt_id']);
  const count = async () => (await kinora.get('/api/jobs?with_total=true')).body['total'] as number;

  describe('an Idempotency-Key', () => {
    it('returns the first answer for a repeated request and runs nothing twice', async () => {
      const key = randomUUID();
      const before = await count();
      const first = await generate({}, key);
      // The same JSON in another notation.
      const again = await kinora.post(
        '/api/image/generate',
        { ...Object.fromEntries(Object.entries(REQUEST).reverse()), seed: null },
        { 'Idempotency-Key': key },
      );
      expect(again).toMatchObject({ status: 200, body: first.body });
      expect(await count()).toBe(before + 1);
    });

    it('lets the second of two parallel requests wait for the first', async () => {
      const key = randomUUID();
      const before = await count();
      const answers = await Promise.all(Array.from({ length: 8 }, () => generate({}, key)));
      expect(new Set(answers.map(idOf)).size).toBe(1);
      expect(answers.every(({ status }) => status === 200)).toBe(true);
      expect(await count()).toBe(before + 1);
    });

    it('refuses another body, even while the first request runs', async () => {
      const key = randomUUID();
      const answers = await Promise.all([generate({}, key), generate({ seed: 2 }, key)]);
      // Either request may come first.
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await generate({ seed: 3 }, key)).toMatchObject({
        status: 409,
        body: { code: 'idempotency_mismatch' },
      });
    });

    it('returns the job to a narrowed key, and refuses a dry run that it may no longer make', async () => {
      const admin = await kinora.agent('narrowing', { is_admin: true });
      const alice = await kinora.agent('narrowed', {}, admin);
      const post = (fields: object, key: string) =>
        alice.send<Record<string, unknown>>('POST', '/api/image/generate', {
          body: { ...REQUEST, ...fields },
          headers: { 'Idempotency-Key': key },
        });
      const [made, planned] = [randomUUID(), randomUUID()];
      const first = await post({}, made);
      expect((await post({ submit: false }, planned)).status).toBe(200);
      const before = await count();
      await admin.patch('/api/agents/narrowed', { allowed_workflows: ['sdxl-t2i'] });
      for (const again of [await post({}, made), await post({}, made)])
        expect([again.status, idOf(again)]).toEqual([200, idOf(first)]);
      expect(await post({ submit: false }, planned)).toMatchObject({
        status: 403,
        body: { code: 'workflow_not_allowed' },
      });
      expect(await count()).toBe(before);
      await admin.delete('/api/agents/narrowed');
      await admin.delete('/api/agents/narrowing');
    });

    it('can be used again after an error', async () => {
      const key = randomUUID();
      expect((await generate({ steps: 0 }, key)).status).toBe(422);
      expect((await generate({ provider: 'nowhere' }, key)).status).toBe(404);
      expect((await generate({}, key)).status).toBe(200);
    });

    it('works with submit:false, too', async () => {
      const key = randomUUID();
      const first = await generate({ submit: false }, key);
      const again = await generate({ submit: false }, key);
      // A new graph would have another seed, so this must be the first answer.
      expect(again.body).toEqual(first.body);
    });

    it('must be short and printable', async () => {
      for (const key of ['', 'a'.repeat(201)])
        expect((await generate({ submit: false }, key)).status).toBe(400);
    });

    it('survives a restart', async () => {
      const key = randomUUID();
      const first = await generate({}, key);
      await kinora.finished(idOf(first));
      await kinora.stop();
      kinora = await TestKinora.start(CONFIG, folder);
      await kinora.online();
      expect((await generate({}, key)).body).toEqual(first.body);
    });
  });

  describe('POST /api/jobs/{prompt_id}/rerun', () => {
    const rerun = (promptId: string, body?: object, headers = {}) =>
      kinora.post(`/api/jobs/${promptId}/rerun`, body, headers);
    const record = (answer: Answer) => kinora.finished(idOf(answer));
    const bytes = async (job: JobRecord) =>
      Buffer.from(await (await fetch(kinora.url + job.outputs[0]!.url)).arrayBuffer());

    it('makes the same picture with the drawn seed', async () => {
      const first = await record(await generate({}));
      const again = await record(await rerun(first.prompt_id));
      expect(again.prompt_id).not.toBe(first.prompt_id);
      expect(again.settings).toEqual(first.settings);
      expect(again.outputs[0]!.path).not.toBe(first.outputs[0]!.path);
      expect((await bytes(again)).equals(await bytes(first))).toBe(true);
    });

    it('merges changes, and null removes a field', async () => {
      const first = await record(
        await generate({ negative: 'fog', seed: 5, workflow_params: { cfg: 4, sampler: 'euler' } }),
      );
      const changes = {
        negative: null,
        steps: 3,
        workflow_params: { cfg: null, scheduler: 'normal' },
      };
      const again = await record(await rerun(first.prompt_id, { changes }));
      expect(again.settings).toMatchObject({
        seed: 5,
        steps: 3,
        sampler: 'euler',
        scheduler: 'normal',
      });
      expect(again.settings).not.toMatchObject({ cfg: 4 });
      expect(again.settings).not.toMatchObject({ negative: 'fog' });
      const fresh = await record(await rerun(first.prompt_id, { changes: { seed: null } }));
      expect(fresh.settings!['seed']).not.toBe(5);
    });

    it('the request of a rerun contains all changes', async () => {
      const first = await record(await generate({ seed: 5 }));
      const second = await record(await rerun(first.prompt_id, { changes: { steps: 3 } }));
      const third = await record(await rerun(second.prompt_id, { changes: { cfg: 4 } }));
      expect(third.settings).toMatchObject({ seed: 5, steps: 3, cfg: 4 });
    });

    it('answers the graph with submit:false', async () => {
      const first = await generate({});
      const { body } = await rerun(idOf(first), { changes: { submit: false } });
      expect(body).toMatchObject({ ok: true, graph: expect.any(Object) });
      expect(body).not.toHaveProperty('prompt_id');
    });

    it.each<[string, object, string[]]>([
      ['a wrong type', { steps: 'x' }, ['body.changes.steps int_type']],
      ['an unknown field', { colour: 'red' }, ['body.changes.colour extra_forbidden']],
      ['a removed required field', { prompt: null }, ['body.changes.prompt missing']],
      [
        'a value that the workflow refuses',
        { width: 13 },
        ['body.changes.width greater_than_equal'],
      ],
      ['a param that the workflow lacks', { guidance: 3 }, ['body.changes.guidance value_error']],
      [
        'a nested error',
        { workflow_params: { x: 1 } },
        ['body.changes.workflow_params.x value_error'],
      ],
    ])('reports %s at its place below changes', async (_, changes, items) => {
      const first = await generate({});
      const { status, body } = await rerun(idOf(first), { changes });
      const detail = body['detail'] as { loc: string[]; type: string }[];
      expect(status).toBe(422);
      expect(detail.map(({ loc, type }) => `${loc.join('.')} ${type}`)).toEqual(items);
    });

    it('suggests names for misspelt changes like the submission', async () => {
      const changes = { heigth: 64, loras: [], workflow_params: { stpes: 4 } };
      const { body } = await rerun(idOf(await generate({})), { changes });
      expect(body['detail']).toMatchObject([
        {
          loc: ['body', 'changes', 'heigth'],
          msg: expect.stringMatching(/^Did you mean height\?/),
        },
        { loc: ['body', 'changes', 'loras'], msg: 'Send it as workflow_params.loras.' },
      ]);
    });

    it('validates its own body', async () => {
      const first = idOf(await generate({}));
      const faults = async (body: object) => (await rerun(first, body)).body['detail'];
      expect(await faults({ changes: [] })).toMatchObject([
        { loc: ['body', 'changes'], type: 'dict_type' },
      ]);
      expect(await faults({ steps: 4 })).toMatchObject([
        {
          loc: ['body', 'steps'],
          type: 'extra_forbidden',
          msg: expect.stringMatching(/goes into changes\.$/),
        },
      ]);
    });

    it.each([randomUUID(), 'nonsense', '%20'])('returns 404 for the job %s', async (promptId) => {
      expect(await rerun(promptId)).toMatchObject({ status: 404, body: { code: 'job_not_found' } });
    });

    it('supports the Idempotency-Key', async () => {
      const first = idOf(await generate({}));
      const headers = { 'Idempotency-Key': randomUUID() };
      const one = await rerun(first, { changes: { steps: 3 } }, headers);
      const two = await rerun(first, { changes: { steps: 3 } }, headers);
      expect(two.body).toEqual(one.body);
      expect((await rerun(first, {}, headers)).status).toBe(409);
    });
  });
});
