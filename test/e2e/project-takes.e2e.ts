import type { JsonRecord } from '../../src/platform/json';
import { SimulatorNode } from '../../src/simulator/simulator-node';
import type { TestCaller } from '../support/caller';
import { eventually } from '../support/eventually';
import { TestKinora } from '../support/kinora';
import { Story } from '../support/story';

const IMAGE = { workflow: 'sd15-t2i', provider: 'node', steps: 1, width: 64, height: 64 };
const CLIP = {
  workflow: 'wan22-5b-i2v',
  provider: 'node',
  width: 64,
  height: 64,
  length: 5,
  steps_high: 1,
};

interface Take {
  readonly id: string;
  readonly shot_id: string;
  readonly status: string;
  readonly selected: boolean;
  readonly path: string;
  readonly prompt_id: string;
  readonly verdict: string | null;
  readonly stale: readonly { readonly what: string }[];
  readonly references: readonly Record<string, unknown>[];
  readonly request: Record<string, unknown>;
  readonly after: readonly string[];
  readonly error: { readonly code: string } | null;
}
interface Shot {
  readonly id: string;
  readonly status: string;
  readonly image: string | null;
  readonly video: string | null;
}
interface Generation {
  readonly id: string;
  readonly status: string;
  readonly reason: string | null;
  readonly counts: Record<string, number>;
  readonly takes: readonly Take[];
  readonly skipped: readonly Record<string, string>[];
}

describe('takes of shots', () => {
  let node: SimulatorNode;
  let kinora: TestKinora;
  let n = 0;

  beforeAll(async () => {
    node = await SimulatorNode.start();
    kinora = await TestKinora.start({
      providers: [{ id: 'node', kind: 'comfyui', base_url: node.url }],
      jobs: { poll_interval_ms: 200, lost_grace_ms: 500, batch_in_flight: 3 },
    });
    await kinora.online('node');
  });
  afterAll(async () => {
    await kinora.close();
    await node.stop();
  });

  /** A film with one scene. */
  class Film {
    readonly shots: string[] = [];

    private constructor(
      readonly caller: TestCaller,
      readonly project: string,
      readonly scene: string,
    ) {}

    static async make(shots: readonly JsonRecord[], scope: object = {}): Promise<Film> {
      const caller = await kinora.agent(`director-${(n += 1)}`, { ...scope });
      const story = await Story.create(caller);
      const film = new Film(caller, story.id, await story.scene(1));
      for (const shot of shots) film.shots.push(await story.shot(film.scene, shot));
      return film;
    }

    get path(): string {
      return `/api/projects/${this.project}/scenes/${this.scene}/shots`;
    }

    at(index: number, rest = ''): string {
      return `${this.path}/${this.shots[index]}${rest}`;
    }

    async shot(index: number): Promise<Shot> {
      return (await this.caller.get<Shot>(this.at(index))).body;
    }

    async patch(index: number, body: object): Promise<void> {
      expect((await this.caller.patch(this.at(index), body)).status).toBe(200);
    }

    async make(index: number, kind: 'image' | 'video', body: object): Promise<Take> {
      const made = await this.caller.post<Take>(this.at(index, `/${kind}`), body);
      expect([made.status, made.body]).toEqual([201, expect.anything()]);
      return this.ended(index, made.body);
    }

    async ended(index: number, { id }: Take): Promise<Take> {
      return eventually(async () => {
        const take = await this.take(index, id);
        return !['waiting', 'queued', 'running'].includes(take.status) && take;
      });
    }

    async take(index: number, id: string): Promise<Take> {
      return (await this.caller.get<Take>(this.at(index, `/takes/${id}`))).body;
    }

    async generate(body: object, verb = 'generate'): Promise<Generation> {
      const path = `/api/projects/${this.project}/${verb}`;
      const { status, body: made } = await this.caller.post<Generation>(path, body);
      expect([status, made]).toEqual([201, expect.anything()]);
      return made;
    }

    async generation({ id }: Generation): Promise<Generation> {
      const path = `/api/projects/${this.project}/generations/${id}`;
      return (await this.caller.get<Generation>(path)).body;
    }

    async generated(generation: Generation): Promise<Generation> {
      return eventually(async () => {
        const now = await this.generation(generation);
        return now.status !== 'running' && now;
      });
    }
  }

  it('makes a picture from the shot, selects it, and reports when it becomes stale', async () => {
    const film = await Film.make([{ image_prompt: 'a keeper', camera: 'close-up' }]);
    const take = await film.make(0, 'image', IMAGE);
    expect(take).toMatchObject({
      status: 'completed',
      selected: true,
      stale: [],
      verdict: null,
      error: null,
      request: { ...IMAGE, prompt: 'a keeper, close-up, interior' },
    });
    expect(await film.shot(0)).toMatchObject({ status: 'image_ready', image: take.path });
    const job = await film.caller.get(`/api/media?project=${film.project}`);
    expect(job.body['items']).toMatchObject([{ path: take.path }]);
    await film.patch(0, { image_prompt: 'a gull' });
    expect((await film.take(0, take.id)).stale).toMatchObject([{ what: 'prompt' }]);
  });

  it('plans a take without making it, and lists what it would not use', async () => {
    const film = await Film.make([{ image_prompt: 'a keeper', image: null }]);
    const picture = await film.make(0, 'image', IMAGE);
    const clip = { workflow: 'wan22-5b-t2v', provider: 'node', submit: false };
    const { status, body } = await film.caller.post(film.at(0, '/video'), clip);
    expect([status, body]).toEqual([
      200,
      {
        kind: 'video',
        provider: 'node',
        request: expect.objectContaining({ length: 121, prompt: 'a keeper, interior' }),
        references: [
          {
            name: picture.path,
            slot: null,
            used: false,
            why_not: "The workflow 'wan22-5b-t2v' takes no picture to start from.",
          },
        ],
      },
    ]);
    const takes = await film.caller.get<{ items: Take[] }>(film.at(0, '/takes?kind=video'));
    expect(takes.body.items).toEqual([]);
  });

  it('starts a clip from the selected picture; the clip is stale once another one is selected, but not by a merge', async () => {
    const film = await Film.make([{ image_prompt: 'a keeper' }]);
    const refused = await film.caller.post(film.at(0, '/video'), CLIP);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      {
        code: 'shot_source_missing',
        kind: 'image',
        shot_id: film.shots[0],
        detail: expect.stringMatching(/^The clip needs a picture .* Make the image take/),
        hint: `GET /api/projects/${film.project}`,
      },
    ]);
    const ofImages = { ...IMAGE, steps: undefined };
    expect((await film.caller.post(film.at(0, '/video'), ofImages)).body).toMatchObject({
      detail: [{ loc: ['body', 'workflow'], msg: expect.stringContaining('take of kind video') }],
    });
    const first = await film.make(0, 'image', { ...IMAGE, seed: 1 });
    const clip = await film.make(0, 'video', CLIP);
    expect(clip).toMatchObject({ status: 'completed', selected: true, stale: [] });
    expect(clip.references).toEqual([
      { name: first.path, slot: 'image', used: true, why_not: null },
    ]);
    const second = await film.make(0, 'image', { ...IMAGE, seed: 2 });
    expect((await film.take(0, clip.id)).stale).toMatchObject([{ what: 'source_image' }]);
    const selected = await film.caller.post(film.at(0, `/takes/${first.id}/select`));
    expect([selected.status, selected.body['selected']]).toEqual([200, true]);
    expect((await film.take(0, clip.id)).stale).toEqual([]);
    const merge = { keep: second.path, merge: [first.path] };
    await film.caller.post('/api/media/duplicates/resolve', merge);
    expect(await film.shot(0)).toMatchObject({ image: second.path });
    expect((await film.take(0, clip.id)).stale).toEqual([]);
  });

  it('keeps an approved take selected, and selects no take for a locked shot', async () => {
    const film = await Film.make([{ image_prompt: 'a keeper' }]);
    const first = await film.make(0, 'image', { ...IMAGE, seed: 1 });
    const verdict = { verdict: 'approved', reason: 'the light' };
    const take = film.at(0, `/takes/${first.id}`);
    // Its own record may be sent back.
    for (const change of [{ ...first, ...verdict }, {}])
      expect((await film.caller.patch(take, change)).body).toMatchObject(verdict);
    const second = await film.make(0, 'image', { ...IMAGE, seed: 2 });
    expect([second.selected, (await film.shot(0)).image]).toEqual([false, first.path]);
    await film.patch(0, { locked: true });
    const third = await film.make(0, 'image', { ...IMAGE, seed: 3 });
    expect(third).toMatchObject({ status: 'completed', selected: false });
    const refused = await film.caller.post(film.at(0, `/takes/${third.id}/select`));
    expect([refused.status, refused.body['code']]).toEqual([409, 'shot_locked']);
  });

  it('makes one take for a repeated request, and reports missing and invalid fields', async () => {
    const film = await Film.make([{ image_prompt: 'a keeper' }, {}]);
    const headers = { 'Idempotency-Key': 'take-1' };
    const send = () =>
      film.caller.send<Take>('POST', film.at(0, '/image'), { body: IMAGE, headers });
    const [first, again] = [await send(), await send()];
    expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id]);
    const locs = async (index: number, body: object) =>
      ((await film.caller.post(film.at(index, '/image'), body)).body['detail'] as Take[]).map(
        (error) => (error as unknown as { loc: unknown }).loc,
      );
    expect(await locs(1, IMAGE)).toEqual([['body', 'prompt']]);
    expect(await locs(0, { ...IMAGE, frames: 3 })).toEqual([['body', 'frames']]);
    expect(await locs(0, {})).toEqual([
      ['body', 'workflow'],
      ['body', 'provider'],
    ]);
  });

  describe('of many shots', () => {
    const GENERATE = {
      kind: 'image',
      workflow: IMAGE.workflow,
      provider: 'node',
      fields: { steps: 1, width: 64, height: 64 },
    };

    it('makes missing takes, skips the other shots with a reason each, and lists refusals', async () => {
      const film = await Film.make([
        { image_prompt: 'one' },
        { image_prompt: 'two' },
        { image_prompt: 'three', locked: true },
      ]);
      await film.make(0, 'image', IMAGE);
      const dry = await film.caller.post(`/api/projects/${film.project}/generate`, {
        ...GENERATE,
        dry_run: true,
      });
      const skipped = [
        { shot_id: film.shots[0], kind: 'image', because: 'has_one' },
        { shot_id: film.shots[2], kind: 'image', because: 'locked' },
      ];
      expect([dry.status, dry.body]).toEqual([
        200,
        {
          count: 1,
          expected_seconds: expect.any(Number),
          skipped,
          refused: [],
          takes: [{ position: 0, shot_id: film.shots[1], kind: 'image', after: [], unused: [] }],
        },
      ]);
      const begun = await film.generate(GENERATE);
      const path = `/api/projects/${film.project}/generations/${begun.id}?wait=60`;
      const { body: made } = await film.caller.get<Generation>(path);
      expect(made).toMatchObject({ status: 'completed', counts: { completed: 1 }, skipped });
      expect(await film.shot(1)).toMatchObject({ image: made.takes[0]?.path });
      const nothing = await film.caller.post(`/api/projects/${film.project}/generate`, GENERATE);
      expect([nothing.status, nothing.body['code']]).toEqual([409, 'nothing_to_make']);
      const large = { ...GENERATE, fields: { ...GENERATE.fields, prompt: 'x'.repeat(33_000) } };
      const tooLarge = await film.caller.post(`/api/projects/${film.project}/generate`, large);
      expect(tooLarge.body['detail']).toMatchObject([{ loc: ['body', 'fields'] }]);
      const bad = { ...GENERATE, only: 'all', fields: { steps: 0 } };
      const refused = await film.caller.post(`/api/projects/${film.project}/generate`, bad);
      expect([refused.status, refused.body['detail']]).toMatchObject([
        422,
        [{ loc: ['body', 'fields', 'steps'], ctx: { shot_id: film.shots[0] } }],
      ]);
    });

    it('makes linked clips in order, and skips those after a failed one', async () => {
      const film = await Film.make([
        { image_prompt: 'a', motion_prompt: 'starts' },
        { motion_prompt: 'fails', start_from: 'previous_last_frame' },
        { motion_prompt: 'goes on', start_from: 'previous_last_frame' },
        { motion_prompt: 'ends', start_from: 'previous_last_frame' },
      ]);
      await film.make(0, 'image', IMAGE);
      const { workflow, provider, ...fields } = CLIP;
      const clips = { kind: 'video', workflow, provider, fields };
      node.faults.set({ steps_allowed: 0 });
      const begun = await film.generate(clips);
      const [first, second, third] = begun.takes.map(({ id }) => id);
      expect(begun.takes.map(({ after }) => after)).toEqual([[], [first], [second], [third]]);
      // When its turn comes, the shot asks for what the workflow can't take.
      await film.patch(1, { end_image: (await film.shot(0)).image });
      node.faults.reset();
      const made = await film.generated(begun);
      expect(made.takes.map(({ status, error }) => [status, error?.code])).toEqual([
        ['completed', undefined],
        ['failed', 'invalid'],
        ['skipped', 'depends_on_failed'],
        ['skipped', 'depends_on_failed'],
      ]);
    });

    it('cancels a generation with its unfinished takes; a second cancel is 409', async () => {
      const film = await Film.make(Array.from({ length: 5 }, () => ({ image_prompt: 'a' })));
      node.faults.set({ steps_allowed: 0 });
      const { id } = await film.generate(GENERATE);
      const path = `/api/projects/${film.project}/generations/${id}/cancel`;
      const answers = await Promise.all([path, path].map((one) => film.caller.post(one)));
      node.faults.reset();
      expect(answers.toSorted((a, b) => a.status - b.status)).toMatchObject([
        { body: { status: 'cancelled', reason: 'cancelled', counts: { cancelled: 5 } } },
        { status: 409, body: { code: 'generation_finished', status: 'cancelled' } },
      ]);
      expect(await film.shot(0)).toMatchObject({ status: 'draft', image: null });
    });

    it('is cancelled when its key is revoked: waiting takes are cancelled, running jobs complete', async () => {
      const film = await Film.make(
        Array.from({ length: 3 }, () => ({ image_prompt: 'a' })),
        { max_concurrent_jobs: 2 },
      );
      node.faults.set({ steps_allowed: 0 });
      const generation = await film.generate(GENERATE);
      await eventually(async () => (await film.generation(generation)).counts['waiting'] === 2);
      const { body: session } = await film.caller.get<{ agent: { id: string } }>('/api/session');
      const admin = kinora.as(null);
      await admin.patch(`/api/agents/${session.agent.id}`, { enabled: false });
      const path = `/api/projects/${film.project}/generations/${generation.id}`;
      const ended = await eventually(async () => {
        const { body } = await admin.get<Generation>(path);
        return body.status !== 'running' && body;
      });
      node.faults.reset();
      expect(ended).toMatchObject({ status: 'cancelled', reason: 'key_revoked' });
      expect(ended.takes.filter(({ status }) => status === 'cancelled')).toHaveLength(2);
      const begun = ended.takes.find(({ status }) => status !== 'cancelled');
      const done = await eventually(async () => {
        const { body } = await admin.get<Generation>(path);
        return body.takes.find(({ id, status }) => id === begun?.id && status === 'completed');
      });
      expect(done.path).toEqual(expect.any(String));
    });

    it('makes stale and rejected takes again, but no approved ones and none of locked shots', async () => {
      const film = await Film.make(['a', 'b', 'c', 'd'].map((image_prompt) => ({ image_prompt })));
      await film.generated(await film.generate(GENERATE));
      const before = await Promise.all([0, 1, 2, 3].map((index) => film.shot(index)));
      const selected = async (index: number): Promise<Take> => {
        const { body } = await film.caller.get<{ items: Take[] }>(film.at(index, '/takes'));
        return body.items.find((take) => take.selected)!;
      };
      const judge = async (index: number, verdict: string): Promise<void> => {
        const { id } = await selected(index);
        await film.caller.patch(film.at(index, `/takes/${id}`), { verdict });
      };
      await judge(1, 'rejected');
      await judge(2, 'approved');
      for (const index of [0, 2, 3]) await film.patch(index, { image_prompt: 'changed' });
      await film.patch(3, { locked: true });
      const renders = `/api/projects/${film.project}/renders`;
      const plan = await film.caller.post<{ faults: { code: string }[] }>(renders, {
        dry_run: true,
      });
      expect(plan.body.faults.filter(({ code }) => code === 'take_stale')).toMatchObject([
        { blocking: false, shot_id: film.shots[0], detail: expect.stringContaining('prompt') },
      ]);
      const made = await film.generated(await film.generate({}, 'regenerate'));
      expect(made.takes.map(({ shot_id, status }) => [shot_id, status])).toEqual([
        [film.shots[0], 'completed'],
        [film.shots[1], 'completed'],
      ]);
      expect(made.skipped).toEqual([
        { shot_id: film.shots[2], kind: 'image', because: 'approved' },
        { shot_id: film.shots[3], kind: 'image', because: 'locked' },
      ]);
      await film.generated(await film.generate({ ...GENERATE, only: 'all' }));
      const after = await Promise.all([0, 1, 2, 3].map((index) => film.shot(index)));
      const isSame = after.map(({ image }, index) => image === before[index]?.image);
      expect(isSame).toEqual([false, false, true, true]);
      expect((await film.caller.get(`/api/media/${before[2]?.image}`)).status).toBe(200);
    });

    it('returns 404 for takes, shots and generations of another shot, project or owner', async () => {
      const [mine, other] = [await Film.make([{ image_prompt: 'a' }]), await Film.make([{}])];
      const take = await mine.make(0, 'image', IMAGE);
      const own = await Film.make([{}, { image_prompt: 'b' }]);
      const second = await own.make(1, 'image', IMAGE);
      const generation = await mine.generate({ ...GENERATE, only: 'all' });
      const codes = await Promise.all(
        [
          other.caller.get(mine.at(0, '/takes')),
          other.caller.get(other.at(0, `/takes/${take.id}`)),
          own.caller.get(own.at(0, `/takes/${second.id}`)),
          own.caller.post(own.at(0, `/takes/${second.id}/select`)),
          other.caller.get(`/api/projects/${other.project}/generations/${generation.id}`),
          other.caller.post(`/api/projects/${other.project}/generate`, {
            ...GENERATE,
            shot_ids: [mine.shots[0]],
          }),
          // Media of another owner, as the first frame of a clip.
          other.caller.post(other.at(0, '/video'), { ...CLIP, prompt: 'x', image: take.path }),
        ].map(async (answer) => (await answer).body['code']),
      );
      expect(codes).toEqual([
        ...['project_not_found', 'take_not_found', 'take_not_found', 'take_not_found'],
        ...['generation_not_found', 'shot_not_found', 'media_not_found'],
      ]);
    });
  });
});
