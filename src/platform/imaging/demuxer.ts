/** ffmpeg's name of a container's demuxer. None of these opens other files. */
export type Demuxer = 'mov' | 'matroska' | 'wav' | 'mp3' | 'flac' | 'ogg';

/** How many of a file's first bytes {@link demuxerOf} needs. */
export const DEMUXER_HEAD_BYTES = 12;

/**
 * The demuxer for a file, by its first bytes; `undefined` for everything else. ffmpeg must not detect the format itself:
 * it would recognise playlists, and open the files that they name.
 */
export function demuxerOf(head: Buffer): Demuxer | undefined {
  const at = (from: number, to: number): string => head.toString('latin1', from, to);
  if (at(0, 3) === 'ID3') return 'mp3';
  if (at(4, 8) === 'ftyp') return 'mov';
  if (at(0, 4) === 'RIFF') return at(8, 12) === 'WAVE' ? 'wav' : undefined;
  return MAGIC.get(at(0, 4)) ?? (isMpegAudio(head) ? 'mp3' : undefined);
}

const MAGIC: ReadonlyMap<string, Demuxer> = new Map([
  ['\x1a\x45\xdf\xa3', 'matroska'],
  ['fLaC', 'flac'],
  ['OggS', 'ogg'],
]);

/** Eleven set bits, and a layer (ISO 11172-3, 2.4.2.3). */
function isMpegAudio(head: Buffer): boolean {
  const [first = 0, second = 0] = head;
  return first === 0xff && (second & 0xe0) === 0xe0 && (second & 0x06) !== 0;
}
