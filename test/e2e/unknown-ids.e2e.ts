import type { TestCaller } from '../support/caller';
import { TestKinora } from '../support/kinora';

describe('unknown ids and similar ids', () => {
  let kinora: TestKinora;
  let limited: TestCaller;
  let ann: TestCaller;
  beforeAll(async () => {
    kinora = await TestKinora.start({
      providers: [{ id: 'simulator', kind: 'simulator', step_ms: 0 }],
    });
    await kinora.online();
    ann = await kinora.agent('ann');
    limited = await kinora.agent('limited', { allowed_workflows: ['sdxl-t2', 'sdxl-i2i'] });
  });
  afterAll(() => kinora.close());

  const request = { workflow: 'sd15-t2i', provider: 'simulator', prompt: 'a fox' };
  const image = { type: 'image', ...request };

  it.each([
    ['the record', 'GET', '/api/workflows/sdxl-t2', undefined],
    ['the graph', 'GET', '/api/workflows/sdxl-t2/graph', undefined],
    ['generate', 'POST', '/api/image/generate', { ...request, workflow: 'sdxl-t2' }],
    ['plan', 'POST', '/api/plan', { ...image, workflow: 'sdxl-t2' }],
  ])('a workflow: %s', async (_, method, path, body) => {
    const ask = (by: Pick<TestCaller, 'get' | 'post'>) =>
      method === 'GET' ? by.get(path) : by.post(path, body ?? {});
    const { status, body: answer } = await ask(kinora);
    expect([status, answer]).toEqual([
      404,
      {
        code: 'workflow_not_found',
        detail: 'There is no workflow with this id. Did you mean sdxl-t2i or sdxl-i2i?',
        nearest: ['sdxl-t2i', 'sdxl-i2i'],
        hint: 'GET /api/workflows',
      },
    ]);
    expect((await ask(limited)).body).toMatchObject({
      detail: 'There is no workflow with this id. Did you mean sdxl-i2i?',
      nearest: ['sdxl-i2i'],
    });
  });

  it.each([
    ['the record', 'GET', '/api/providers/simulater', undefined],
    ['the list of workflows', 'GET', '/api/workflows?provider=simulater', undefined],
    ['the passthrough', 'GET', '/api/comfy/queue?provider=simulater', undefined],
    ['generate', 'POST', '/api/image/generate', { ...request, provider: 'simulater' }],
    ['plan', 'POST', '/api/plan', { ...image, provider: 'simulater' }],
  ])('a provider: %s', async (_, method, path, body) => {
    const answer = await (method === 'GET' ? ann.get(path) : ann.post(path, body ?? {}));
    expect([answer.status, answer.body]).toEqual([
      404,
      {
        code: 'provider_not_found',
        detail: 'There is no provider with this id. Did you mean simulator?',
        nearest: ['simulator'],
        hint: 'GET /api/providers',
      },
    ]);
  });
});
