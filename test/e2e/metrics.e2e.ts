import { SimulatorNode } from '../../src/simulator/simulator-node';
import { TestKinora } from '../support/kinora';

describe('GET /metrics', () => {
  let node: SimulatorNode;
  let kinora: TestKinora;

  beforeAll(async () => {
    node = await SimulatorNode.start();
    kinora = await TestKinora.start({
      providers: [
        { id: 'node', kind: 'comfyui', base_url: node.url },
        { id: 'away', kind: 'comfyui', base_url: 'http://127.0.0.1:9' },
      ],
    });
    await kinora.online('node');
  });
  afterAll(async () => {
    await kinora.close();
    await node.stop();
  });

  it('tells admins of jobs, nodes, parts, disk and memory in the text format', async () => {
    const admin = kinora.as(null);
    const request = { workflow: 'sd15-t2i', provider: 'away', prompt: 'a fox' };
    for (const prompt of ['a fox', 'an owl'])
      expect((await admin.post('/api/image/generate', { ...request, prompt })).status).toBe(200);
    const { body: ended } = await admin.post('/api/image/generate', {
      ...request,
      provider: 'node',
    });
    await admin.get(`/api/jobs/${String(ended['prompt_id'])}?wait=60`);
    const { status, headers, body: text } = await admin.get<string>('/metrics');
    expect([status, headers.get('content-type')]).toEqual([
      200,
      'text/plain; charset=utf-8; version=0.0.4',
    ]);
    for (const line of [
      '# TYPE kinora_jobs gauge',
      'kinora_jobs{provider="away",phase="waiting"} 2',
      'kinora_jobs{provider="node",phase="on_node"} 0',
      '# TYPE kinora_jobs_ended_total counter',
      'kinora_jobs_ended_total{status="completed"} 1',
      'kinora_jobs_ended_total{status="failed"} 0',
      'kinora_node_online{provider="node"} 1',
      'kinora_node_online{provider="away"} 0',
      'kinora_node_queue_jobs{provider="node",state="pending"} 0',
      'kinora_part_ok{part="database"} 1',
      'kinora_part_ok{part="nodes"} 0',
    ])
      expect(text.split('\n')).toContain(line);
    expect(text).toMatch(/^kinora_disk_free_bytes [1-9]\d*$/m);
    expect(text).toMatch(/^kinora_memory_bytes [1-9]\d*$/m);
    expect(text).toMatch(/^kinora_uptime_seconds \d+$/m);
    expect(text).not.toContain('127.0.0.1');
  });

  it('is for admins only', async () => {
    const ann = await kinora.agent('ann');
    const { status, body } = await ann.get('/metrics');
    expect([status, body['code']]).toEqual([403, 'admin_only']);
  });
});
