import { type BodyUnderTest, describeBadBodies, type Refusal } from '../support/bad-bodies';

/** Every field of the body of `POST /api/video/generate`: valid and invalid values. */
const FIELDS: BodyUnderTest['fields'] = {
  workflow: 'string',
  prompt: 'string',
  provider: 'string',
  mode: 'string',
  character: 'string',
  characters: 'list',
  image: 'string',
  audio: 'string',
  video: 'string',
  negative: 'string',
  description: 'string',
  width: 'integer',
  height: 'integer',
  length: 'integer',
  fps: 'integer',
  seed: 'integer',
  filename_prefix: 'string',
  steps_high: 'integer',
  steps_low: 'integer',
  cfg_high: 'number',
  cfg_low: 'number',
  shift: 'number',
  sampler: 'string',
  scheduler: 'string',
  workflow_params: 'object',
  submit: 'boolean',
};

const good = { workflow: 'wan22-14b-t2v', prompt: 'a fox', provider: 'simulator', submit: false };

describeBadBodies(
  { route: '/api/video/generate', fields: FIELDS, good, choices: ['mode'] },
  ({ kinora, send, refusals }) => {
    it.each<[string, object, string[]]>([
      ['a field of the image request', { steps: 5 }, ['body.steps extra_forbidden']],
      ['an unknown mode', { mode: 't2i' }, ['body.mode enum']],
      [
        'several faults',
        { width: '5', steps_low: 1.5, seed: true },
        ['body.width int_type', 'body.seed int_type', 'body.steps_low int_type'],
      ],
      ['a width off the grid', { width: 650 }, ['body.width value_error']],
      ['a length off the grid', { length: 80 }, ['body.length value_error']],
      ['a length below the minimum', { length: 1 }, ['body.length greater_than_equal']],
      ['no frames per second', { fps: 0 }, ['body.fps greater_than_equal']],
      ['too many steps', { steps_high: 1001 }, ['body.steps_high less_than_equal']],
      ['no step for an expert', { steps_low: 0 }, ['body.steps_low greater_than_equal']],
      ['a mode that the workflow lacks', { mode: 'i2v' }, ['body.mode value_error']],
      [
        'files for a workflow without them',
        { image: 'a.png', audio: 'a.wav', video: 'a.mp4' },
        ['body.image value_error', 'body.audio value_error', 'body.video value_error'],
      ],
      [
        'an unknown model',
        { workflow_params: { unet_low: 'x' } },
        ['body.workflow_params.unet_low value_error'],
      ],
      [
        'a param sent twice',
        { shift: 4, workflow_params: { shift: 4 } },
        ['body.workflow_params.shift value_error'],
      ],
      [
        'a LoRA for a third expert',
        { workflow_params: { loras: [{ name: 'flux-realism.safetensors', target: 'middle' }] } },
        ['body.workflow_params.loras.0.target enum'],
      ],
    ])('has %s', async (_, fields, items) => {
      expect(await refusals(fields)).toEqual(items);
    });

    it('names the two nearest good values', async () => {
      const { body } = await send({ ...good, width: 650, length: 80 });
      expect(body.detail).toEqual([
        {
          loc: ['body', 'width'],
          type: 'value_error',
          ctx: { nearest: [640, 656] },
          msg: 'Send a multiple of 16: 640 or 656.',
        },
        {
          loc: ['body', 'length'],
          type: 'value_error',
          ctx: { nearest: [77, 81] },
          msg: 'Send 4n + 1: 77 or 81.',
        },
      ]);
    });

    it('has params of a second expert that the workflow hasn’t', async () => {
      const fields = { workflow: 'wan22-5b-i2v', image: null, steps_low: 4, cfg_low: 1 };
      expect(await refusals(fields)).toEqual([
        ...['body.image missing', 'body.steps_low value_error', 'body.cfg_low value_error'],
      ]);
    });

    it('lacks the source image of an image-to-video workflow', async () => {
      expect(await refusals({ workflow: 'wan22-5b-i2v' })).toEqual(['body.image missing']);
    });

    it('names a workflow that makes pictures, or one of videos for a picture', async () => {
      expect(await refusals({ workflow: 'sdxl-t2i' })).toEqual(['body.workflow value_error']);
      const other = await kinora().post<Refusal>('/api/image/generate', good);
      expect(other.body.detail).toEqual([
        {
          loc: ['body', 'workflow'],
          type: 'value_error',
          msg: expect.stringContaining('POST /api/video/generate'),
        },
      ]);
    });
  },
);
