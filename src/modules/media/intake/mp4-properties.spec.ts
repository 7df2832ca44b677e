import { box, mp4 } from '../../../../test/support/media-samples';
import { bytesOf, MalformedFile } from '../../../platform/imaging/readable-bytes';
import { readMp4Properties } from './mp4-properties';

it('reads size, length and tracks from the boxes', async () => {
  expect(await readMp4Properties(bytesOf(mp4()))).toEqual({
    width: 640,
    height: 360,
    duration: 2.5,
    fps: null,
    hasVideo: true,
    hasAudio: true,
  });
});

it('is refused wherever it is cut off', async () => {
  const file = mp4();
  for (let length = 0; length < file.length; length += 1)
    await expect(readMp4Properties(bytesOf(file.subarray(0, length)))).rejects.toThrow(
      MalformedFile,
    );
});

it('reads 64-bit sizes and times', async () => {
  const mvhd = Buffer.alloc(112);
  mvhd[0] = 1;
  mvhd.writeUInt32BE(1000, 20);
  mvhd.writeBigUInt64BE(90_000n, 24);
  const inside = box('mvhd', mvhd);
  const moov = Buffer.alloc(16);
  moov.writeUInt32BE(1, 0);
  moov.write('moov', 4);
  moov.writeBigUInt64BE(BigInt(16 + inside.length), 8);
  const facts = await readMp4Properties(bytesOf(Buffer.concat([moov, inside])));
  expect(facts).toMatchObject({ duration: 90, hasVideo: false, hasAudio: false, width: null });
});

it('never reads outside the file, whatever byte is wrong', async () => {
  for (let at = 0; at < mp4().length; at += 1)
    for (const value of [0x00, 0x01, 0x7f, 0xff]) {
      const broken = mp4();
      broken[at] = value;
      await readMp4Properties(bytesOf(broken)).catch((error: unknown) => {
        expect(error).toBeInstanceOf(MalformedFile);
      });
    }
});
