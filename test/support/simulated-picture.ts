import sharp from 'sharp';
import { specPicture } from '../../src/simulator/drawing/paint';

/** The picture that the simulator samples for this prompt and seed. */
export async function simulatedPicture(prompt: string, seed: number, edge = 512): Promise<Buffer> {
  const spec = {
    prompt,
    negative: '',
    seed: String(seed),
    steps: 20,
    cfg: 7,
    sampler: 'euler normal',
    traits: [],
    index: 0,
    strength: 1,
    source: undefined,
    mask: undefined,
  };
  const { data, ...raw } = await specPicture(spec, { width: edge, height: edge }).pixels();
  return sharp(data, { raw }).png().toBuffer();
}
