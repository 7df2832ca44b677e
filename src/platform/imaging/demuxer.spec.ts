import { demuxerOf } from './demuxer';

it.each([
  ['ID3\x04\0\0\0\0\0\0', 'mp3'],
  ['\xff\xfb\x90\0', 'mp3'],
  ['\0\0\0\x18ftypisom', 'mov'],
  ['\x1a\x45\xdf\xa3', 'matroska'],
  ['RIFF\0\0\0\0WAVE', 'wav'],
  ['fLaC', 'flac'],
  ['OggS', 'ogg'],
])('detects %j', (head, demuxer) => {
  expect(demuxerOf(Buffer.from(head, 'latin1'))).toBe(demuxer);
});

it.each([
  '',
  '#EXTM3U',
  'ffconcat version 1.0',
  '<?xml',
  'v=0',
  'RIFF\0\0\0\0AVI ',
  '\xff\xf1',
  ' ID3',
])('has none for %j', (head) => {
  expect(demuxerOf(Buffer.from(head, 'latin1'))).toBeUndefined();
});
