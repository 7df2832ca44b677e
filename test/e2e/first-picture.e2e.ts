import { TestKinora } from '../support/kinora';

describe('the first picture', () => {
  let kinora: TestKinora;
  beforeAll(async () => {
    kinora = await TestKinora.start({
      providers: [{ id: 'simulator', kind: 'simulator', step_ms: 0 }],
    });
    await kinora.online();
  });
  afterAll(() => kinora.close());

  it('turns a request into a finished file in the catalogue', async () => {
    const sent = await kinora.post('/api/image/generate', {
      workflow: 'sd15-t2i',
      prompt: 'a red fox in the snow',
      provider: 'simulator',
      width: 256,
      height: 256,
      steps: 4,
      seed: 7,
    });
    expect(sent).toMatchObject({ status: 200, body: { ok: true, workflow: 'sd15-t2i' } });
    const job = await kinora.finished(String(sent.body['prompt_id']));
    expect(job).toMatchObject({ status: 'completed', ok: true, attempts: 1 });
    expect(job.settings).toMatchObject({ seed: 7, steps: 4, width: 256 });
    const [output] = job.outputs;
    expect(output).toMatchObject({ type: 'image', width: 256, height: 256 });
    const file = await fetch(kinora.url + String(output?.url));
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toBe('image/png');
  });
});
