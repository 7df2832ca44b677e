import type { MediaFormat } from '../intake/media-kind';
import type { Piece } from '../metadata/file-pieces';
import { MalformedFile, type ReadableBytes, withReadAhead } from '../public/readable-bytes';
import { stripAvif } from './avif-strip';
import { Edits } from './edits';
import { stripFlac } from './flac-strip';
import { stripGif } from './gif-strip';
import { stripMatroska } from './matroska-strip';
import { stripMp3 } from './mp3-strip';
import { stripMp4 } from './mp4-strip';
import { stripOgg } from './ogg-strip';
import { stripWav } from './wav-strip';

type Strip = (source: ReadableBytes, edits: Edits) => Promise<void>;

const STRIPS: Partial<Record<MediaFormat, Strip>> = {
  gif: stripGif,
  avif: stripAvif,
  mp4: stripMp4,
  matroska: stripMatroska,
  flac: stripFlac,
  mp3: stripMp3,
  ogg: stripOgg,
  wav: stripWav,
};

/**
 * The same video, sound, GIF or AVIF without the words that it carries, every frame and sample as before; `null` where it
 * carries none. Where a file is damaged it stays as it is from there on: whether it plays is for others to judge.
 */
export async function stripped(
  source: ReadableBytes,
  format: MediaFormat,
): Promise<readonly Piece[] | null> {
  const edits = new Edits();
  try {
    await STRIPS[format]?.(withReadAhead(source), edits);
  } catch (error) {
    if (!(error instanceof MalformedFile)) throw error;
  }
  return edits.pieces(source.size);
}
