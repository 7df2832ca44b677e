import {
  avif,
  box,
  gif,
  jpeg,
  animated,
  mp4,
  png,
  wav,
  webp,
} from '../../../../test/support/media-samples';
import { HEAD_BYTES, detectKind } from './media-kind';

const ebml = (docType: string) =>
  Buffer.concat([
    Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282', 'hex'),
    Buffer.from([0x80 | docType.length]),
    Buffer.from(docType),
  ]);
const ogg = (packet: string) =>
  Buffer.concat([
    Buffer.from('OggS'),
    Buffer.alloc(22),
    Buffer.from([1, 30]),
    Buffer.from(packet, 'latin1'),
  ]);
/** Two empty MP3 frames of 128 kbit/s, 44.1 kHz. */
const mp3 = () => {
  const frame = Buffer.alloc(417);
  frame.writeUInt32BE(0xfffb9000, 0);
  return Buffer.concat([frame, frame]);
};
const ftyp = (...brands: string[]) =>
  box('ftyp', Buffer.from(brands[0] ?? ''), Buffer.alloc(4), Buffer.from(brands.slice(1).join('')));

it.each([
  ['a PNG', png, 'image/png', '.png'],
  ['a JPEG', jpeg, 'image/jpeg', '.jpg'],
  ['a WebP', webp, 'image/webp', '.webp'],
  ['an animated WebP', () => animated('webp'), 'image/webp', '.webp'],
  ['a GIF', gif, 'image/gif', '.gif'],
  ['an AVIF', avif, 'image/avif', '.avif'],
  ['an AVIF of another brand', () => ftyp('mif1', 'avif'), 'image/avif', '.avif'],
  ['an MP4', () => mp4(), 'video/mp4', '.mp4'],
  ['a MOV', () => mp4('qt  '), 'video/quicktime', '.mov'],
  ['an M4A', () => mp4('M4A '), 'audio/mp4', '.m4a'],
  ['a WebM', () => ebml('webm'), 'video/webm', '.webm'],
  ['a Matroska', () => ebml('matroska'), 'video/x-matroska', '.mkv'],
  ['a WAV', wav, 'audio/wav', '.wav'],
  ['an MP3', mp3, 'audio/mpeg', '.mp3'],
  ['an MP3 with a tag', () => Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1'), 'audio/mpeg', '.mp3'],
  ['a FLAC', () => Buffer.from('fLaC\0\0\0\x22', 'latin1'), 'audio/flac', '.flac'],
  ['an Ogg Vorbis', () => ogg('\x01vorbis'), 'audio/ogg', '.ogg'],
  ['an Opus', () => ogg('OpusHead'), 'audio/ogg', '.opus'],
])('detects %s', async (_, make, mime, extension) => {
  const head = (await make()).subarray(0, HEAD_BYTES);
  expect(detectKind(head)).toMatchObject({ mime, extension });
});

it.each([
  ['nothing', ''],
  ['a text', 'hello'],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['SVG behind a prolog', '<?xml version="1.0"?><svg/>'],
  ['HTML', '<!doctype html><script>alert(1)</script>'],
  ['PDF', '%PDF-1.7'],
  ['ZIP', 'PK\x03\x04'],
  ['a program', '\x7fELF'],
  ['TIFF', 'II*\0'],
  ['BMP', 'BM'],
  ['an AVI', 'RIFF\0\0\0\0AVI LIST'],
  ['a playlist', '#EXTM3U\n'],
  ['Ogg video', ogg('\x80theora').toString('latin1')],
  ['HEIC', ftyp('heic', 'mif1', 'heic').toString('latin1')],
  ['an AVIF sequence', ftyp('avis', 'avif', 'avis').toString('latin1')],
  ['one lonely MP3 header', Buffer.from('fffb9000', 'hex').toString('latin1')],
  ['an unknown EBML', ebml('other').toString('latin1')],
])('stores no %s', (_, content) => {
  expect(detectKind(Buffer.from(content, 'latin1'))).toBeNull();
});
