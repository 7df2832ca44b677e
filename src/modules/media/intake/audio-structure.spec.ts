import { tone, wav } from '../../../../test/support/media-samples';
import { bytesOf } from '../../../platform/imaging/readable-bytes';
import { readWavProperties } from './audio-structure';

const properties = (file: Buffer) => readWavProperties(bytesOf(file));

/** The file with another 16-bit number in its `fmt ` chunk. */
function withFormat(file: Buffer, change: { readonly at: number; readonly value: number }): Buffer {
  file.writeUInt16LE(change.value, 20 + change.at);
  return file;
}

it('reads the length of uncompressed sound from the header', async () => {
  expect(await properties(wav())).toEqual({
    width: null,
    height: null,
    duration: 1,
    fps: null,
    hasVideo: false,
    hasAudio: true,
  });
  expect(await properties(tone(0.25))).toMatchObject({ duration: 0.250023 });
});

it('finds the samples behind other chunks', async () => {
  const file = tone(0.5);
  const list = Buffer.from('LIST\x03\0\0\0abc\0', 'latin1');
  const longer = Buffer.concat([file.subarray(0, 12), list, file.subarray(12)]);
  expect(await properties(longer)).toMatchObject({ duration: 0.5 });
});

it.each([
  ['compressed', () => withFormat(wav(), { at: 0, value: 2 })],
  [
    'of more channels than players take',
    () => withFormat(withFormat(wav(), { at: 2, value: 65 }), { at: 12, value: 65 }),
  ],
  ['without a channel', () => withFormat(wav(), { at: 2, value: 0 })],
  ['of samples that are larger than their frames', () => withFormat(wav(), { at: 14, value: 24 })],
  ['cut off', () => wav().subarray(0, 4000)],
  ['of a length that its maker did not know', () => Buffer.from(wav().fill(0xff, 40, 44))],
  ['without samples', () => wav().fill(0, 40, 44)],
  ['with nothing behind its format', () => wav().subarray(0, 36)],
])('leaves to ffprobe a file that is %s', async (_, file) => {
  expect(await properties(file())).toBeNull();
});
