import { SimulatorNode } from '../../src/simulator/simulator-node';
import { eventually } from '../support/eventually';
import { TestKinora } from '../support/kinora';
import { Story } from '../support/story';

interface Events {
  readonly items: readonly { readonly data: object }[];
  readonly next_since: string;
}

it('an event tells of a generation that is cancelled with the queued jobs of its owner', async () => {
  const node = await SimulatorNode.start();
  const kinora = await TestKinora.start({
    providers: [{ id: 'node', kind: 'comfyui', base_url: node.url }],
  });
  await kinora.online('node');
  const caller = await kinora.agent('director', { max_concurrent_jobs: 2 });
  const story = await Story.create(caller);
  const scene = await story.scene(1);
  for (const image_prompt of ['a', 'b', 'c']) await story.shot(scene, { image_prompt });
  const events = async (since: string): Promise<Events> =>
    (await caller.get<Events>(`/api/events?events=project&since=${since}`)).body;

  node.faults.set({ steps_allowed: 0 });
  const { body: begun } = await caller.post(`${story.path}/generate`, {
    ...{ kind: 'image', workflow: 'sd15-t2i', provider: 'node' },
    fields: { steps: 1, width: 64, height: 64 },
  });
  const path = `${story.path}/generations/${String(begun['id'])}`;
  await eventually(async () => {
    const { body } = await caller.get<{ counts: Record<string, number> }>(path);
    return body.counts['running'] === 1;
  });
  const { next_since } = await events('latest');
  await caller.post('/api/jobs/cancel', { status: 'queued' });
  expect((await caller.get(path)).body['status']).toBe('cancelled');
  const { items } = await events(next_since);
  expect(items.map(({ data }) => data)).toEqual([{ id: story.id, action: 'updated' }]);

  node.faults.reset();
  await kinora.close();
  await node.stop();
});
