import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import {
  animated,
  decompressionBomb,
  gif,
  jpeg,
  png,
  webp,
} from '../../../test/support/media-samples';
import { ImageTool } from './image-tool';
import { ImageUnreadable, MediaTooCostly } from './imaging.errors';

const tool = new ImageTool();
const task = { owner: null, maxPixels: 1_000_000 };
afterAll(() => tool.onApplicationShutdown());

it('refuses a picture with more pixels than the limit', async () => {
  const huge = decompressionBomb(20_000);
  await expect(tool.verify(huge, task)).rejects.toThrow('more than 1000000 pixels');
  await expect(tool.renditions(huge, [256], task)).rejects.toThrow(MediaTooCostly);
  expect(tool.processes.count).toBe(0);
});

it.each([
  ['PNG', png],
  ['JPEG', jpeg],
  ['WebP', webp],
  ['GIF', gif],
])('finds a damaged %s', async (_, make) => {
  const whole = await make();
  await tool.verify(whole, task);
  const half = whole.subarray(0, Math.floor(whole.length * 0.7));
  await expect(tool.verify(half, task)).rejects.toThrow(ImageUnreadable);
});

it.each(['webp', 'gif'] as const)('returns the last frame of an animated %s', async (format) => {
  const { data, info } = await sharp(await tool.lastFrame(await animated(format), task))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 24, height: 16 });
  // The first frame is of 90, the second of 200.
  expect(data[0]).toBeGreaterThan(180);
});

it('opens a file by its whole name, though libvips would take a part of it for options', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-names-'));
  writeFileSync(join(folder, 'a.png'), await png(10, 10));
  const file = join(folder, 'a.png[unlimited=true]');
  writeFileSync(file, await png(20, 20));
  expect(await tool.decode(file, task)).toMatchObject({ width: 20, height: 20, channels: 3 });
  rmSync(folder, { recursive: true });
});

describe('fitted', () => {
  const corner = async (width: number, height: number): Promise<readonly number[]> => {
    const picture = await sharp({
      create: { width, height, channels: 4, background: { r: 0, g: 200, b: 0, alpha: 1 } },
    })
      .png()
      .toBuffer();
    const pixels = await tool.fitted(picture, { width: 40, height: 20 }, task);
    expect(pixels).toHaveLength(40 * 20 * 3);
    return [...pixels.subarray(0, 3)];
  };

  it('crops a picture of nearly the same shape', async () => {
    expect(await corner(84, 40)).toEqual([0, 200, 0]);
  });

  it('shows the whole of a picture of another shape, between bars', async () => {
    expect(await corner(40, 40)).toEqual([0, 0, 0]);
  });

  it('draws transparency black', async () => {
    const empty = { r: 255, g: 255, b: 255, alpha: 0 };
    const picture = sharp({ create: { width: 8, height: 4, channels: 4, background: empty } });
    const pixels = await tool.fitted(await picture.png().toBuffer(), { width: 4, height: 2 }, task);
    expect(pixels.every((value) => value === 0)).toBe(true);
  });

  it('fills every channel of a grey picture', async () => {
    const grey = sharp({ create: { width: 8, height: 4, channels: 3, background: '#909090' } });
    const picture = await grey.toColourspace('b-w').png().toBuffer();
    const pixels = await tool.fitted(picture, { width: 4, height: 2 }, task);
    expect([pixels.length, ...pixels.subarray(0, 3)]).toEqual([24, 144, 144, 144]);
  });
});

it('draws thumbnails with labels in rows, and leaves damaged ones empty', async () => {
  const { thumbnails } = await tool.renditions(await png(600, 300), [256], task);
  const cells = [
    { picture: thumbnails[0]!, label: 'steps: 15 & <b> Ж' },
    { picture: null, label: 'x'.repeat(500) },
    { picture: Buffer.from('damaged'), label: '' },
  ];
  const sheet = sharp(await tool.contactSheet(cells, 2, { owner: null }));
  expect(await sheet.metadata()).toMatchObject({ format: 'webp', width: 536, height: 624 });
  const { channels } = await sheet.extract({ left: 8, top: 264, width: 256, height: 44 }).stats();
  // The label is brighter than the background.
  expect(channels[0]!.max).toBeGreaterThan(150);
});
