import { newTake } from '../../src/modules/projects/takes/new-take';
import { StoryRepository } from '../../src/modules/projects/records/story.repository';
import { TakeChangesService } from '../../src/modules/projects/takes/take-changes.service';
import { WriteGate } from '../../src/platform/database/write-gate';
import { SimulatorNode } from '../../src/simulator/simulator-node';
import type { TestCaller } from '../support/caller';
import { eventually } from '../support/eventually';
import { TestKinora } from '../support/kinora';
import { uniquePng } from '../support/media-samples';
import { Story } from '../support/story';
import { WebhookReceiver } from '../support/webhook-receiver';

type Fields = Record<string, unknown>;

interface Event {
  readonly type: string;
  readonly data: Fields;
}
interface Events {
  readonly items: readonly Event[];
  readonly next_since: string;
}

const SMALL = { steps: 1, width: 64, height: 64 };
const MODEL = { workflow: 'sd15-t2i', provider: 'node' };
const IMAGE = { ...MODEL, ...SMALL };
const IMAGES = { kind: 'image', ...MODEL, fields: SMALL };
const CLIP_FIELDS = { width: 64, height: 64, length: 5, steps_high: 1 };
const CLIPS = { kind: 'video', workflow: 'wan22-5b-i2v', provider: 'node', fields: CLIP_FIELDS };

describe('events of takes', () => {
  let node: SimulatorNode;
  let kinora: TestKinora;
  let ann: TestCaller;

  beforeAll(async () => {
    node = await SimulatorNode.start();
    kinora = await TestKinora.start({
      providers: [{ id: 'node', kind: 'comfyui', base_url: node.url }],
      webhooks: { allow_private: true },
      jobs: { poll_interval_ms: 100 },
    });
    await kinora.online('node');
    ann = await kinora.agent('ann', { max_concurrent_jobs: 2 });
  });
  afterEach(() => node.faults.reset());
  afterAll(async () => {
    await kinora.close();
    await node.stop();
  });

  const hold = (): void => node.faults.set({ steps_allowed: 0 });
  const read = async (caller: TestCaller, since: string, kinds = 'take'): Promise<Events> =>
    (await caller.get<Events>(`/api/events?events=${kinds}&since=${since}`)).body;
  const start = async (caller: TestCaller): Promise<string> =>
    (await read(caller, 'latest')).next_since;
  const eventsSince = async (since: string): Promise<readonly Fields[]> =>
    (await read(ann, since)).items.map(({ data }) => data);
  const statusesOf = (events: readonly Fields[], id: string): unknown[] =>
    events.filter((event) => event['id'] === id).map(({ status }) => status);
  /** Reads until a take has this status. @returns all events until then */
  const until = (since: string, id: string, status: string): Promise<readonly Fields[]> =>
    eventually(async () => {
      const events = await eventsSince(since);
      return statusesOf(events, id).includes(status) && events;
    });
  /** A project of Ann's with a scene. */
  const film = async (shots: readonly Fields[]) => {
    const story = await Story.create(ann);
    const scene = await story.scene(1);
    const ids: string[] = [];
    for (const shot of shots) ids.push(await story.shot(scene, shot));
    return { story, ids, at: (index: number) => `${story.shotsPath(scene)}/${ids[index]}` };
  };
  const make = async (path: string): Promise<{ id: string; prompt_id: string }> => {
    const { status, body } = await ann.post<{ id: string; prompt_id: string }>(path, IMAGE);
    expect([status, body]).toEqual([201, expect.anything()]);
    return body;
  };
  const generate = async (story: Story, body: Fields) => {
    const { body: generation } = await ann.post<{
      id: string;
      takes: readonly { readonly id: string }[];
    }>(`${story.path}/generate`, body);
    const path = `${story.path}/generations/${generation.id}`;
    return { path, takes: generation.takes.map(({ id }) => id) };
  };

  it('report each status of a picture to its owner and to webhooks, and to nobody else', async () => {
    const receiver = await WebhookReceiver.start();
    const hook = await ann.post('/api/webhooks', { url: receiver.url, events: ['take'] });
    const { story, ids, at } = await film([{ image_prompt: 'a keeper' }]);
    const bob = await kinora.agent('bob');
    const [mine, theirs] = [await start(ann), await start(bob)];
    hold();
    const { id, prompt_id } = await make(`${at(0)}/image`);
    await until(mine, id, 'running');
    node.faults.reset();
    const events = await until(mine, id, 'completed');
    const { body: take } = await ann.get(`${at(0)}/takes/${id}`);
    expect(take['path']).toEqual(expect.any(String));
    const same = { id, project_id: story.id, shot_id: ids[0], kind: 'image', prompt_id };
    const unfinished = { ...same, path: null, error: null };
    expect(events).toEqual([
      { ...unfinished, status: 'queued' },
      { ...unfinished, status: 'running' },
      { ...unfinished, status: 'completed', path: take['path'] },
    ]);
    await eventually(() => Promise.resolve(receiver.messages.length === 3));
    expect(receiver.messages.map(({ type, data }) => [type, data])).toEqual(
      events.map((event) => ['take', event]),
    );
    expect((await read(bob, theirs)).items).toEqual([]);
    await ann.delete(`/api/webhooks/${String(hook.body['id'])}`);
    await receiver.stop();
  });

  it('come with an event of their project, from the first status of a take to its last', async () => {
    const { story, ids, at } = await film([{ image_prompt: 'a keeper' }]);
    const since = await start(ann);
    const { id } = await make(`${at(0)}/image`);
    await until(since, id, 'completed');
    const { path, takes } = await generate(story, { ...IMAGES, only: 'all', shot_ids: ids });
    await ann.get(`${path}?wait=60`);
    const { items } = await read(ann, since, 'take,project');
    const changes = items.map(({ data }) => data['status'] ?? data['action']);
    const ofTake = ['queued', 'updated', 'running', 'updated', 'completed', 'updated'];
    expect(takes).toHaveLength(1);
    expect(changes).toEqual([...ofTake, 'waiting', 'updated', ...ofTake, 'updated']);
  });

  it('report the error of a take that failed', async () => {
    const { at } = await film([{ image_prompt: 'a keeper' }]);
    const since = await start(ann);
    node.faults.set({ fail_nodes: [{ node: '*', message: 'a weight is missing' }] });
    const { id } = await make(`${at(0)}/image`);
    const events = await until(since, id, 'failed');
    const { body: take } = await ann.get(`${at(0)}/takes/${id}`);
    expect(take['error']).toMatchObject({ code: expect.any(String) });
    expect(events.at(-1)).toMatchObject({ status: 'failed', path: null, error: take['error'] });
  });

  it('report the waiting takes of a generation, and those that are skipped after a failed one', async () => {
    const { body: image } = await ann.upload('picture.png', await uniquePng(64, 64));
    const linked = { motion_prompt: 'goes on', start_from: 'previous_last_frame' };
    const { story, at } = await film([
      { image: image.path, motion_prompt: 'fails' },
      linked,
      linked,
    ]);
    const since = await start(ann);
    node.faults.set({ fail_nodes: [{ node: '*', message: 'a weight is missing' }] });
    const { path, takes } = await generate(story, CLIPS);
    await ann.get(`${path}?wait=60`);
    const events = await eventsSince(since);
    const [first, ...dependants] = takes.map((id) => statusesOf(events, id));
    expect([first?.slice(0, 2), first?.at(-1)]).toEqual([['waiting', 'queued'], 'failed']);
    expect(dependants).toEqual([
      ['waiting', 'skipped'],
      ['waiting', 'skipped'],
    ]);
    const { body: last } = await ann.get(`${at(2)}/takes/${String(takes[2])}`);
    expect(events.at(-1)).toMatchObject({ id: takes[2], error: last['error'] });
    expect(last['error']).toMatchObject({ code: 'depends_on_failed' });
  });

  it.each(['the queued jobs of their owner', 'the generation'])(
    'report the takes of a generation that is cancelled with %s',
    async (what) => {
      const { story } = await film(['a', 'b', 'c'].map((image_prompt) => ({ image_prompt })));
      hold();
      const { path, takes } = await generate(story, IMAGES);
      await eventually(async () => {
        const { body } = await ann.get<{ counts: Record<string, number> }>(path);
        return body.counts['running'] === 1;
      });
      const since = await start(ann);
      const isAll = what === 'the generation';
      if (isAll) await ann.post(`${path}/cancel`);
      else await ann.post('/api/jobs/cancel', { status: 'queued' });
      expect((await ann.get(path)).body['status']).toBe('cancelled');
      const { items } = await read(ann, since, 'take,project');
      const waiting = takes.slice(1).map((id) => ['take', id, 'cancelled']);
      const ended = [...waiting, ['project', story.id, 'updated']];
      expect(
        items.map(({ type, data }) => [type, data['id'], data['status'] ?? data['action']]),
      ).toEqual(isAll ? [...ended, ['take', takes[0], 'cancelled'], ended.at(-1)] : ended);
      node.faults.reset();
      await until(since, takes[0]!, isAll ? 'cancelled' : 'completed');
    },
  );

  it('report an unfinished take that is deleted with its shot as cancelled', async () => {
    const { at } = await film([{ image_prompt: 'a keeper' }]);
    hold();
    const { id } = await make(`${at(0)}/image`);
    const since = await start(ann);
    expect((await ann.delete(at(0))).status).toBe(200);
    expect(statusesOf(await eventsSince(since), id).at(-1)).toBe('cancelled');
  });

  it('are one resync for more than 200 takes at once', async () => {
    const { story, ids, at } = await film([{}]);
    const typesOf = async (since: string) =>
      (await read(ann, since, 'take,project')).items.map(({ type }) => type);
    const shot = (await kinora.app.get(StoryRepository, { strict: false }).shotById(ids[0]!))!;
    const takes = Array.from({ length: 201 }, (_, index) =>
      newTake(shot, 'image', { id: `tak_${index}`, fields: {}, created_at: shot.created_at }),
    );
    const since = await start(ann);
    await kinora.app
      .get(WriteGate, { strict: false })
      .run((tx) => kinora.app.get(TakeChangesService, { strict: false }).insertAll(tx, takes));
    expect(await typesOf(since)).toEqual(['resync']);
    const before = await start(ann);
    await ann.delete(at(0));
    expect(await typesOf(before)).toEqual(['resync', 'project']);
    expect((await story.tree()).scenes[0]?.shots).toEqual([]);
  });
});
