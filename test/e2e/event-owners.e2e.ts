import type { TestCaller } from '../support/caller';
import { TestKinora } from '../support/kinora';
import { Story } from '../support/story';

interface Events {
  readonly items: readonly { readonly type: string; readonly data: Record<string, unknown> }[];
}

const IMAGE = { workflow: 'sd15-t2i', provider: 'simulator', steps: 1, width: 64, height: 64 };

describe('stored events', () => {
  let kinora: TestKinora;
  beforeAll(async () => {
    kinora = await TestKinora.start();
    await kinora.online();
  });
  afterAll(() => kinora.close());

  it('name the owner of each kind for admins, and for nobody else', async () => {
    const admin = kinora.as(null);
    const ann = await kinora.agent('ann');
    const { next_since: since } = (await admin.get('/api/events?since=latest')).body;
    await ann.post('/api/presets', { name: 'Soft', workflow: 'sd15-t2i', values: {} });
    await ann.post('/api/collections', { name: 'Best' });
    const story = await Story.create(ann);
    const scene = await story.scene(1);
    const shot = await story.shot(scene, { image_prompt: 'a fox' });
    const take = await ann.post(`${story.shotsPath(scene)}/${shot}/image`, IMAGE);
    await kinora.finished(String(take.body['prompt_id']));
    await ann.post(`${story.path}/renders`, {});
    const read = async (caller: TestCaller): Promise<Events['items']> =>
      (await caller.get<Events>(`/api/events?since=${String(since)}`)).body.items;
    const events = await read(admin);
    const kinds = ['job', 'output', 'media', 'preset', 'collection', 'project', 'take', 'render'];
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(kinds));
    expect(events.filter(({ data }) => data['owner'] !== 'ann')).toEqual([]);
    expect(JSON.stringify(await read(ann))).not.toContain('"owner"');
  });
});
