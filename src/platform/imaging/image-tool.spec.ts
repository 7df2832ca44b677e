import sharp from 'sharp';
import { bomb, gif, jpeg, animated, png, rotated, webp } from '../../../test/support/media-samples';
import { ImageTool, ImageUnreadable } from './image-tool';

const tool = new ImageTool();
const MANY = 1_000_000;

it('measures a picture as it is shown', async () => {
  const still = { frames: 1, seconds: null };
  expect(await tool.measure(await png())).toEqual({ width: 24, height: 16, ...still });
  expect(await tool.measure(await rotated('jpeg'))).toEqual({ width: 16, height: 24, ...still });
});

it.each(['webp', 'gif'] as const)('measures an animated %s', async (format) => {
  const facts = await tool.measure(await animated(format));
  expect(facts).toEqual({ width: 24, height: 16, frames: 2, seconds: 1 });
});

it('measures a picture of any size without decoding it', async () => {
  const huge = bomb(20_000);
  expect(await tool.measure(huge)).toMatchObject({ width: 20_000, height: 20_000 });
  await expect(tool.verify(huge, MANY)).rejects.toThrow(ImageUnreadable);
  await expect(tool.thumbnail(huge, 256, MANY)).rejects.toThrow(ImageUnreadable);
});

it.each([
  ['PNG', png],
  ['JPEG', jpeg],
  ['WebP', webp],
  ['GIF', gif],
])('finds a damaged %s', async (_, make) => {
  const whole = await make();
  await tool.verify(whole, MANY);
  const half = whole.subarray(0, Math.floor(whole.length * 0.7));
  await expect(tool.verify(half, MANY)).rejects.toThrow(ImageUnreadable);
});

it('renders an upright WebP that fits, and never enlarges', async () => {
  const small = sharp(await tool.thumbnail(await png(1200, 600), 256, MANY));
  expect(await small.metadata()).toMatchObject({ format: 'webp', width: 256, height: 128 });
  const upright = sharp(await tool.thumbnail(await rotated('jpeg'), 256, MANY));
  expect(await upright.metadata()).toMatchObject({ width: 16, height: 24 });
});
