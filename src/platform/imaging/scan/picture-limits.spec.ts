import sharp from 'sharp';
import * as costly from '../../../../test/support/costly-media';
import { animated, avif, png, withGraph } from '../../../../test/support/media-samples';
import { bytesOf, MalformedFile, type ReadableBytes } from '../readable-bytes';
import { MAX_FRAMES, MAX_METADATA_BYTES, MAX_SCANS } from './picture-facts';
import { scanPicture } from './picture-scan';

const scan = (file: Buffer) => scanPicture(bytesOf(file));

it.each([
  ['900 texts that unpack to 7.9 MB each', costly.packedTexts, 'texts, profiles, EXIF and XMP'],
  ['a profile that unpacks to 64 MB', costly.packedProfile, 'texts, profiles, EXIF and XMP'],
  ['20 MB of camera data', costly.jpegSegments, 'texts, profiles, EXIF and XMP'],
  ['too many frames (GIF)', async () => costly.gifFrames(MAX_FRAMES + 1), 'frames'],
  ['too many frames (APNG)', () => costly.pngFrames(MAX_FRAMES + 1), 'frames'],
  ['too many frames (WebP)', async () => costly.webpFrames(MAX_FRAMES + 1), 'frames'],
  ['thousands of scans', () => costly.jpegScans(3000), 'scans'],
])('stops at the limit in a file with %s', async (_, make, limit) => {
  const { exceeded, pieces, seconds } = await scan(await make());
  expect(exceeded).toContain(limit);
  expect({ pieces, seconds }).toEqual({ pieces: null, seconds: null });
});

it.each([
  ['as many frames as allowed', async () => costly.gifFrames(MAX_FRAMES), MAX_FRAMES],
  ['many scans', () => costly.jpegScans(MAX_SCANS - 20), 1],
  ['two frames', () => animated('webp'), 2],
  ['a graph of 5 MB', async () => withGraph(await png(), 'x'.repeat(5_000_000)), 1],
])('finds nothing wrong with %s', async (_, make, frames) => {
  expect(await scan(await make())).toMatchObject({ exceeded: null, frames });
});

it('reads no more of 10 million frames than it needs to count to the limit', async () => {
  const frames = costly.gifFrames(1000);
  const [head, frame] = [frames.subarray(0, 13), frames.subarray(13, -1)];
  let read = 0;
  const endless: ReadableBytes = {
    size: 150_000_000,
    read: async (offset, length) => {
      read += length;
      const from = offset < 13 ? 0 : (offset - 13) % 15;
      const bytes = Buffer.concat([
        offset < 13 ? head.subarray(offset) : Buffer.alloc(0),
        Buffer.alloc(length + 15, frame.subarray(0, 15)).subarray(from),
      ]);
      return Promise.resolve(bytes.subarray(0, length));
    },
  };
  expect(await scanPicture(endless)).toMatchObject({ width: 1, height: 1, seconds: null });
  expect(read).toBeLessThan(1_000_000);
});

it('counts the pixels of all frames', async () => {
  const exceededBy = async (frames: number) => {
    const file = costly.gifFrames(frames);
    file.writeUInt16LE(60_000, 6);
    file.writeUInt16LE(60_000, 8);
    return (await scan(file)).exceeded;
  };
  expect(await exceededBy(2)).toBeNull();
  expect(await exceededBy(3)).toMatch(/pixels together/);
});

it('counts metadata of an AVIF as often as it is named, and takes no sequences', async () => {
  const plain = await avif();
  const file = await sharp(plain)
    .withExifMerge({ IFD0: { ImageDescription: 'x'.repeat(1000) } })
    .avif({ effort: 0 })
    .toBuffer();
  expect(await scan(file)).toMatchObject({ exceeded: null, width: 24, height: 16 });
  const locations = file.indexOf('iloc');
  expect(file.indexOf('Exif', locations)).toBeGreaterThan(locations);
  // The EXIF item is the last one in the list of locations, and its length the last field.
  const end = locations - 4 + file.readUInt32BE(locations - 4);
  file.writeUInt32BE(MAX_METADATA_BYTES + 1, end - 4);
  expect((await scan(file)).exceeded).toMatch(/EXIF/);
  // Four bits each: no lengths, no offsets; then as many parts as fit into two bytes.
  file.writeUInt16BE(0, locations + 8);
  file.fill(0xff, locations + 10, end);
  await expect(scan(file)).rejects.toThrow('too many parts');
  const sequence = Buffer.concat([plain, Buffer.from('\0\0\0\x08moov', 'latin1')]);
  await expect(scan(sequence)).rejects.toThrow(MalformedFile);
});
