import type { TestCaller } from '../support/caller';
import { SimulatorNode } from '../../src/simulator/simulator-node';
import { type ReadEvent, readEvents } from '../support/event-reader';
import { TestKinora } from '../support/kinora';

type Graph = Record<string, { class_type: string; inputs: Record<string, unknown> }>;
interface ImportedRecord {
  readonly params: Record<string, { default: unknown; binds: { node: string; input: string }[] }>;
}

const socket = (name: string, type: string, link: number) => ({ name, type, link });
const record = (id: number, [from, slot]: [number, number], [to, at]: [number, number]) => ({
  id,
  origin_id: from,
  origin_slot: slot,
  target_id: to,
  target_slot: at,
  type: '*',
});
const INSIDE = 'a4d6f2c8-1b7e-4f00-9d3a-5c6b7a8e9f01';
const DEEPER = 'b4d6f2c8-1b7e-4f00-9d3a-5c6b7a8e9f02';

/** A picture sampled in a subgraph, whose texts are encoded in another one inside it. */
const EDITOR = {
  version: 0.4,
  nodes: [
    { id: 9, type: INSIDE, mode: 0, inputs: [], outputs: [], widgets_values: [] },
    {
      id: 2,
      type: 'SaveImage',
      mode: 0,
      widgets_values: ['x'],
      outputs: [],
      inputs: [socket('images', 'IMAGE', 1)],
    },
  ],
  links: [[1, 9, 0, 2, 0, 'IMAGE']],
  definitions: {
    subgraphs: [
      {
        id: INSIDE,
        name: 'Sample',
        inputs: [],
        inputNode: { id: -10 },
        outputNode: { id: -20 },
        outputs: [{ name: 'IMAGE', type: 'IMAGE', linkIds: [8] }],
        nodes: [
          { id: 1, type: 'CheckpointLoaderSimple', widgets_values: ['CHECKPOINT'], inputs: [] },
          { id: 3, type: DEEPER, widgets_values: [], inputs: [socket('clip', 'CLIP', 1)] },
          { id: 4, type: 'EmptyLatentImage', widgets_values: [64, 64, 1], inputs: [] },
          {
            id: 5,
            type: 'KSampler',
            widgets_values: [7, 'fixed', 3, 7, 'euler', 'normal', 1],
            inputs: [
              ...[socket('model', 'MODEL', 2), socket('positive', 'CONDITIONING', 3)],
              ...[socket('negative', 'CONDITIONING', 4), socket('latent_image', 'LATENT', 5)],
            ],
          },
          {
            id: 6,
            type: 'VAEDecode',
            widgets_values: [],
            inputs: [socket('samples', 'LATENT', 6), socket('vae', 'VAE', 7)],
          },
        ],
        links: [
          ...[record(1, [1, 1], [3, 0]), record(2, [1, 0], [5, 0]), record(3, [3, 0], [5, 1])],
          ...[record(4, [3, 1], [5, 2]), record(5, [4, 0], [5, 3]), record(6, [5, 0], [6, 0])],
          ...[record(7, [1, 2], [6, 1]), record(8, [6, 0], [-20, 0])],
        ],
      },
      {
        id: DEEPER,
        name: 'Texts',
        inputNode: { id: -10 },
        outputNode: { id: -20 },
        inputs: [{ name: 'clip', type: 'CLIP', linkIds: [1, 2] }],
        outputs: [
          { name: 'positive', type: 'CONDITIONING', linkIds: [3] },
          { name: 'negative', type: 'CONDITIONING', linkIds: [4] },
        ],
        nodes: [
          {
            id: 7,
            type: 'CLIPTextEncode',
            widgets_values: ['a hill'],
            inputs: [socket('clip', 'CLIP', 1)],
          },
          {
            id: 8,
            type: 'CLIPTextEncode',
            widgets_values: ['fog'],
            inputs: [socket('clip', 'CLIP', 2)],
          },
        ],
        links: [
          ...[record(1, [-10, 0], [7, 0]), record(2, [-10, 0], [8, 0])],
          ...[record(3, [7, 0], [-20, 0]), record(4, [8, 0], [-20, 1])],
        ],
      },
    ],
  },
};

/** Nodes of subgraphs have ids like `9:3:7`. */
describe('a workflow with subgraphs, from the editor’s file to the finished job', () => {
  let node: SimulatorNode;
  let kinora: TestKinora;
  let root: TestCaller;

  beforeAll(async () => {
    node = await SimulatorNode.start({ stepMs: 0 });
    kinora = await TestKinora.start({
      providers: [{ id: 'simulator', kind: 'comfyui', base_url: node.url }],
    });
    await kinora.online();
    root = await kinora.agent('root', { is_admin: true });
  });
  afterAll(async () => {
    await kinora.close();
    await node.stop();
  });

  async function drawn(): Promise<unknown> {
    const { body } = await kinora.get<Graph>('/api/workflows/sd15-t2i/graph');
    const [file] = Object.values(body).flatMap(({ inputs: { ckpt_name: name } }) =>
      typeof name === 'string' ? [name] : [],
    );
    return JSON.parse(JSON.stringify(EDITOR).replace('CHECKPOINT', file ?? '')) as unknown;
  }
  const generate = async (workflow: string, fields: object) =>
    root.post('/api/image/generate', {
      workflow,
      provider: 'simulator',
      prompt: 'a fox',
      ...fields,
    });

  it('lists their params, runs them with values, records them and reruns them', async () => {
    const { status, body } = await root.post('/api/workflows', {
      id: 'nested',
      graph: await drawn(),
    });
    expect([status, (body['report'] as { status: string }).status]).toEqual([201, 'ready']);
    const { params } = body['workflow'] as ImportedRecord;
    expect(params).toMatchObject({
      prompt: { binds: [{ node: '9:3:7', input: 'text' }] },
      negative: { default: 'fog', binds: [{ node: '9:3:8', input: 'text' }] },
      seed: { binds: [{ node: '9:5', input: 'seed' }] },
      width: { default: 64 },
    });

    // Slow until a subscriber is connected.
    node.faults.set({ step_ms: 500 });
    const fields = { seed: 5, steps: 200, workflow_params: { 'node_9:5.denoise': 0.5 } };
    const sent = await generate('nested', fields);
    expect([sent.status, sent.body['detail']]).toEqual([200, undefined]);
    const id = String(sent.body['prompt_id']);
    const samples = ({ kind, data }: ReadEvent): boolean =>
      kind === 'progress' && data['node'] === '9:5';
    const listen = (event: ReadEvent): boolean => {
      if (samples(event)) node.faults.reset();
      return false;
    };
    const events = await readEvents(`${kinora.url}/api/jobs/${id}/events`, listen, root.headers);
    expect(events.some(samples)).toBe(true);
    const job = await kinora.finished(id);
    expect(job).toMatchObject({
      status: 'completed',
      outputs: [{ width: 64, height: 64 }],
      settings: { seed: 5, 'node_9:5.denoise': 0.5 },
    });

    const again = await root.post(`/api/jobs/${id}/rerun`, {
      changes: { workflow_params: { 'node_9:5.denoise': 0.25 } },
    });
    const second = await kinora.finished(String(again.body['prompt_id']));
    expect(second).toMatchObject({ status: 'completed', settings: { 'node_9:5.denoise': 0.25 } });
  });

  it('is imported again as the converted graph, with a manifest that names its nodes', async () => {
    const { body: graph } = await root.get<Graph>('/api/workflows/nested/graph');
    const binds = [{ node: '9:5', input: 'denoise' }];
    const manifest = { params: { strength: { type: 'number', description: 'How much.', binds } } };
    const { status, body } = await root.post('/api/workflows', { id: 'again', graph, manifest });
    expect([status, body['detail']]).toEqual([201, undefined]);
    const { body: dry } = await generate('again', {
      submit: false,
      workflow_params: { strength: 0.75 },
    });
    expect((dry['graph'] as Graph)['9:5']?.inputs['denoise']).toBe(0.75);
  });

  it('reports a fault inside a subgraph at the inner node', async () => {
    const { body: graph } = await root.get<Graph>('/api/workflows/nested/graph');
    graph['9:5']!.inputs['model'] = ['9:99', 0];
    const { status, body } = await root.post('/api/workflows', { id: 'torn', graph });
    expect(status).toBe(422);
    expect(body).toMatchObject({ detail: [{ loc: ['body', 'graph', '9:5', 'inputs', 'model'] }] });
  });
});
