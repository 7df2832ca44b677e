import { gifFrames, HUGE_WEBP, packedTexts } from '../../test/support/costly-media';
import { SimulatedNode } from '../../test/support/simulated-node';

type Graph = Record<string, { class_type: string; inputs: Record<string, unknown> }>;

const empty = (width: number, height: number, batch_size = 1): Graph => ({
  '1': { class_type: 'EmptyImage', inputs: { width, height, batch_size, color: 0 } },
});
const then = (graph: Graph, class_type: string, inputs: object, from = 'image'): Graph => {
  const last = Object.keys(graph).length;
  const node = { class_type, inputs: { ...inputs, [from]: [String(last), 0] } };
  return { ...graph, [String(last + 1)]: node };
};
const by = (graph: Graph, scale_by: number): Graph =>
  then(graph, 'ImageScaleBy', { upscale_method: 'bilinear', scale_by });
const latents = (graph: Graph, amount: number): Graph =>
  then(graph, 'RepeatLatentBatch', { amount }, 'samples');

const TOO_MUCH: readonly (readonly [string, Graph])[] = [
  ['one large picture', empty(16384, 16384)],
  ['a picture that is scaled', by(empty(8192, 8192), 1.2)],
  ['a picture that is scaled again and again', by(by(by(empty(64, 64), 8), 8), 8)],
  ['many pictures', empty(1024, 1024, 4096)],
  [
    'a batch that is repeated again and again',
    then(then(empty(1, 1, 4096), 'RepeatImageBatch', { amount: 4096 }), 'RepeatImageBatch', {
      amount: 4096,
    }),
  ],
  [
    'a latent batch that is repeated again and again',
    latents(
      latents(
        {
          '1': {
            class_type: 'EmptyLatentImage',
            inputs: { width: 64, height: 64, batch_size: 4096 },
          },
        },
        64,
      ),
      64,
    ),
  ],
];

describe('the memory limits of a simulated node', () => {
  let node: SimulatedNode;
  beforeAll(async () => (node = await SimulatedNode.start()));
  afterAll(() => node.stop());

  const failure = async (graph: Graph) => {
    const { status } = await node.run(graph);
    return { status: status.status_str, error: status.messages.at(-1)?.[1] };
  };
  const OUT = { status: 'error', error: { exception_type: 'torch.OutOfMemoryError' } };

  it.each(TOO_MUCH)('refuses %s as out of memory', async (_title, graph) => {
    const isLatent = graph['1']?.class_type === 'EmptyLatentImage';
    const whole = isLatent
      ? then(graph, 'PreviewAny', {}, 'source')
      : then(graph, 'SaveImage', { filename_prefix: 'x' }, 'images');
    expect(await failure(whole)).toMatchObject(OUT);
  });

  it('refuses an endless sound as out of memory', async () => {
    const sound = { duration: 1e9, sample_rate: 44_100, channels: 2 };
    const graph = { '1': { class_type: 'EmptyAudio', inputs: sound } };
    const saved = then(graph, 'SaveAudio', { filename_prefix: 'x' }, 'audio');
    expect(await failure(saved)).toMatchObject(OUT);
  });

  it.each([
    ['texts that unpack to gigabytes', packedTexts],
    ['20,000 frames', async () => gifFrames(20_000)],
    ['more pixels than a picture may have', async () => HUGE_WEBP],
  ])('refuses an uploaded picture with %s as out of memory', async (title, make) => {
    const image = `${title}.png`;
    await node.upload(image, await make());
    const graph: Graph = { '1': { class_type: 'LoadImage', inputs: { image } } };
    const saved = then(graph, 'SaveImage', { filename_prefix: 'x' }, 'images');
    expect(await failure(saved)).toMatchObject(OUT);
    const view = await node.get(`/view?filename=${image}&type=input&preview=webp`);
    expect(view.status).toBe(500);
  });

  it('limits all pictures of an animation together', async () => {
    const made = { filename_prefix: 'x', fps: 6, lossless: false, quality: 80, method: 'default' };
    const graph = then(empty(1024, 1024, 200), 'SaveAnimatedWEBP', made, 'images');
    expect(await failure(graph)).toMatchObject(OUT);
  });

  it.each([
    ['at once', 'ImageBlend', 'image1', 'image2', { blend_factor: 0.5, blend_mode: 'normal' }],
    [
      'in turn',
      'ImageCompositeMasked',
      'destination',
      'source',
      { x: 0, y: 0, resize_source: false },
    ],
  ])('allows a picture that is doubled thirty times %s', async (_how, type, a, b, inputs) => {
    let graph = empty(64, 64);
    for (let level = 0; level < 30; level += 1) {
      const last = [String(Object.keys(graph).length), 0];
      graph = then(graph, type, { ...inputs, [a]: last }, b);
    }
    const saved = then(graph, 'SaveImage', { filename_prefix: 'x' }, 'images');
    expect(await failure(saved)).toMatchObject({ status: 'success' });
  });

  it('allows a large picture', async () => {
    const graph = then(by(empty(1024, 1024), 2), 'SaveImage', { filename_prefix: 'x' }, 'images');
    expect(await failure(graph)).toMatchObject({ status: 'success' });
  });
});
