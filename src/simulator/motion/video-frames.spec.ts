import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWith } from '../../../test/support/required-programs';
import { NodeFilesStore } from '../files/node-files.store';
import { Ffmpeg } from './ffmpeg';
import { VideoFrames } from './video-frames';

/** Five frames of 32 × 16. */
const BYTES = 32 * 16 * 3 * 5;

describeWith('ffmpeg', 'unpacked videos', () => {
  let folder: string;
  let files: NodeFilesStore;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kinora-unpacked-'));
    files = await NodeFilesStore.open(folder);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const video = (colour: string) => {
    const path = join(folder, `${colour}.mp4`);
    const source = `color=${colour}:s=32x16:r=5:d=1`;
    execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, path]);
    const media = { kind: 'file', path, demuxer: 'mov' } as const;
    return { media, size: { width: 32, height: 16 }, frames: 5 };
  };
  const open = (colour: string, most: number) =>
    VideoFrames.open(video(colour), { files, ffmpeg: new Ffmpeg() }, most);
  const unpacked = (): number => readdirSync(join(folder, 'temp')).length;

  it('keep to the disk limit, and are unpacked again when read', async () => {
    const red = await open('red', 2 * BYTES);
    await open('green', 2 * BYTES);
    expect([red.length, unpacked()]).toEqual([5, 2]);
    await open('blue', 2 * BYTES);
    expect(unpacked()).toBe(2);
    await open('white', BYTES);
    expect(unpacked()).toBe(1);
    const { data } = await red[4]!.pixels();
    expect([data.length, data[0]! > 200, data[1]! < 60]).toEqual([BYTES / 5, true, true]);
    expect(unpacked()).toBe(2);
  });

  it('are unpacked once for concurrent reads', async () => {
    const frames = await open('red', 2 * BYTES);
    rmSync(join(folder, 'temp'), { recursive: true });
    mkdirSync(join(folder, 'temp'));
    const read = await Promise.all(frames.map((frame) => frame.pixels()));
    expect(read.map(({ data }) => data.length)).toEqual(Array(5).fill(BYTES / 5));
    expect(unpacked()).toBe(1);
  });

  it('are refused when they exceed the limit, and leave no file', async () => {
    await expect(open('red', BYTES - 1)).rejects.toThrow(`Unable to allocate ${BYTES} bytes`);
    const path = join(folder, 'none.mp4');
    const media = { kind: 'file', path, demuxer: 'mov' } as const;
    const none = { media, size: { width: 2, height: 2 }, frames: 1 };
    await files.write(path, 'no video');
    const refused = VideoFrames.open(none, { files, ffmpeg: new Ffmpeg() });
    await expect(refused).rejects.toThrow('Invalid data');
    expect(unpacked()).toBe(0);
  });
});
