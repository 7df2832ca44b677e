import { type BodyUnderTest, describeBadBodies } from '../support/bad-bodies';

/** Every field of the body of `POST /api/image/generate`: valid and invalid values. */
const FIELDS: BodyUnderTest['fields'] = {
  workflow: 'string',
  prompt: 'string',
  provider: 'string',
  character: 'string',
  characters: 'list',
  lora_checkpoint: 'string',
  negative: 'string',
  description: 'string',
  width: 'integer',
  height: 'integer',
  seed: 'integer',
  filename_prefix: 'string',
  steps: 'integer',
  cfg: 'number',
  sampler: 'string',
  scheduler: 'string',
  guidance: 'number',
  unet: 'string',
  clip: 'string',
  vae: 'string',
  lora_strength: 'number',
  image: 'string',
  denoise: 'number',
  checkpoint: 'string',
  workflow_params: 'object',
  submit: 'boolean',
};

const good = { workflow: 'sdxl-t2i', prompt: 'a fox', provider: 'simulator', submit: false };

describeBadBodies({ route: '/api/image/generate', fields: FIELDS, good }, ({ refusals }) => {
  it.each<[string, object, string[]]>([
    ['a field of the video request', { length: 5 }, ['body.length extra_forbidden']],
    [
      'several faults',
      { width: '5', steps: 1.5, seed: true },
      ['body.width int_type', 'body.seed int_type', 'body.steps int_type'],
    ],
    ['a width off the grid', { width: 1023 }, ['body.width value_error']],
    ['a height below the minimum', { height: 0 }, ['body.height greater_than_equal']],
    ['too many steps', { steps: 10_001 }, ['body.steps less_than_equal']],
    ['an unknown checkpoint', { checkpoint: 'x.safetensors' }, ['body.checkpoint value_error']],
    [
      'fields that the workflow lacks',
      { guidance: 3, vae: 'x' },
      ['body.guidance value_error', 'body.vae value_error'],
    ],
    ['an image for a workflow without one', { image: 'a.png' }, ['body.image value_error']],
    [
      'a param sent twice',
      { steps: 4, workflow_params: { steps: 4 } },
      ['body.workflow_params.steps value_error'],
    ],
  ])('has %s', async (_, fields, items) => {
    expect(await refusals(fields)).toEqual(items);
  });

  it('lacks the source image of an image-to-image workflow', async () => {
    expect(await refusals({ workflow: 'sdxl-i2i' })).toEqual(['body.image missing']);
  });
});
