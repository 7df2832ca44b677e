import { builtinCatalogue } from '../../../../test/support/workflow-fixtures';
import type { ComfyGraph } from '../../providers/public/comfy-types';
import { outputSize, type PixelSize } from './output-size';

let catalogue: Awaited<ReturnType<typeof builtinCatalogue>>;
beforeAll(async () => {
  catalogue = await builtinCatalogue();
});
const graphOf = (id: string): ComfyGraph => catalogue.get(id)!.graph;
const sizeFor = (size: PixelSize) => () => size;

describe('the output size of a graph', () => {
  it.each<[PixelSize, PixelSize]>([
    [
      { width: 2048, height: 1024 },
      { width: 1448, height: 728 },
    ],
    [
      { width: 640, height: 480 },
      { width: 1184, height: 888 },
    ],
    [
      { width: 1024, height: 1024 },
      { width: 1024, height: 1024 },
    ],
  ])('is that of its scaled input picture: %j', (input, expected) => {
    expect(outputSize(graphOf('sdxl-i2i'), sizeFor(input))).toEqual(expected);
  });

  it('is that of the input picture if nothing scales it and the latent keeps every pixel', () => {
    const graph = graphOf('sdxl-i2i');
    const encode = { ...graph['latent']!, inputs: { pixels: ['image', 0], vae: ['ckpt', 2] } };
    const unscaled: ComfyGraph = { ...graph, latent: encode };
    const size = { width: 640, height: 488 };
    expect(outputSize(unscaled, sizeFor(size))).toEqual(size);
    expect(outputSize(unscaled, sizeFor({ width: 641, height: 488 }))).toBeNull();
  });

  it('is unknown for an unknown file, for other classes, two results and a cycle', () => {
    const graph = graphOf('sdxl-i2i');
    const size = sizeFor({ width: 64, height: 64 });
    expect(outputSize(graph, () => undefined)).toBeNull();
    expect(outputSize(graphOf('upscale-image'), size)).toBeNull();
    expect(outputSize({ ...graph, other: graph['save']! }, size)).toBeNull();
    const cycle = { ...graph['decode']!, inputs: { samples: ['decode', 0] } };
    expect(outputSize({ ...graph, decode: cycle }, size)).toBeNull();
  });

  it('is unknown where the scaled picture would have none', () => {
    const graph = graphOf('sdxl-i2i');
    const [id, scale] = Object.entries(graph).find(
      ([, node]) => node.class_type === 'ImageScaleToTotalPixels',
    )!;
    const steps = [0, -8].map((resolution_steps) => ({ resolution_steps }));
    for (const inputs of [...steps, { megapixels: -1 }, { megapixels: 1e300 }]) {
      const changed = { ...graph, [id]: { ...scale, inputs: { ...scale.inputs, ...inputs } } };
      expect(outputSize(changed, sizeFor({ width: 64, height: 64 }))).toBeNull();
    }
  });

  it('is found at the end of a long row of nodes', () => {
    const row = Array.from({ length: 20_000 }, (_, at) => [
      `row${at}`,
      { class_type: 'KSampler', inputs: { latent_image: [`row${at + 1}`, 0] } },
    ]);
    const graph: ComfyGraph = {
      ...(Object.fromEntries(row) as ComfyGraph),
      row20000: { class_type: 'LoadImage', inputs: { image: 'a.png' } },
      save: { class_type: 'SaveImage', inputs: { images: ['row0', 0] } },
    };
    const size = { width: 64, height: 48 };
    expect(outputSize(graph, sizeFor(size))).toEqual(size);
  });
});
