import { TestKinora } from '../support/kinora';
import { Story } from '../support/story';

describe('what errors advise', () => {
  let kinora: TestKinora;
  beforeAll(async () => (kinora = await TestKinora.start()));
  afterAll(() => kinora.close());

  it('lists the workflows and nodes to send, wherever a generate body goes', async () => {
    const mara = await kinora.agent('mara', { allowed_workflows: ['sdxl-t2i', 'wan22-5b-t2v'] });
    const story = await Story.create(mara);
    const scene = await story.scene(1);
    const shot = await story.shot(scene, { image_prompt: 'a fox' });
    const detail = ['workflow', 'provider'].map((name) => ({
      loc: ['body', name],
      msg: {
        workflow:
          'Send the id of a workflow; GET /api/workflows?kind=image describes them: sdxl-t2i.',
        provider:
          'Send "auto" for the node with the shortest expected wait, or the id of one: simulator.',
      }[name],
      type: 'missing',
    }));
    for (const [path, body] of [
      ['/api/image/generate', { prompt: 'a fox' }],
      [`${story.shotsPath(scene)}/${shot}/image`, {}],
      [`${story.path}/generate`, { kind: 'image' }],
    ] as const) {
      const answer = await mara.post(path, body);
      expect([path, answer.status, answer.body]).toEqual([path, 422, { detail }]);
    }
  });

  it.each([
    ['/api/voice', ['/api/voices', '/api/voices/speak']],
    ['/api/wrkflows', ['/api/workflows', '/api/workflows/{workflow_id}']],
    ['/api/tts', undefined],
    ['/api/usage', undefined],
  ])('names routes that are near %s', async (path, nearest) => {
    const { status, body } = await kinora.post(path, {});
    expect([status, body['nearest']]).toEqual([404, nearest && expect.arrayContaining(nearest)]);
  });
});
