import { type ReadableBytes, MalformedFile, withReadAhead } from '../readable-bytes';
import { scanAvif } from './avif-scan';
import type { FilePieces, Piece } from './file-pieces';
import { scanGif } from './gif-scan';
import { scanJpeg } from './jpeg-scan';
import { PictureFacts, PictureLimitExceeded } from './picture-facts';
import { type PictureFormat, pictureFormatOf } from './picture-format';
import { scanPng } from './png-scan';
import { scanWebp } from './webp-scan';

/** What the structure of a picture's file says. Nothing is decoded. */
export interface PictureScan {
  /** As shown, with its orientation applied; `null` if a limit was reached before the size was read. */
  readonly width: number | null;
  readonly height: number | null;
  /** 1 for a still picture. */
  readonly frames: number;
  /** Length of an animation in seconds; `null` for a still picture. */
  readonly seconds: number | null;
  /** The same picture, pixel for pixel, without metadata; `null` where that is not possible. */
  readonly pieces: readonly Piece[] | null;
  /** Whether `pieces` leaves anything out. */
  readonly carriesMetadata: boolean;
  /** Why the picture must not be decoded, as a clause; `null` if it may be. */
  readonly exceeded: string | null;
}

/**
 * Walks a file's structure, collects its facts, and returns its pieces without metadata, where the format is rewritten.
 */
type Scan = (source: ReadableBytes, facts: PictureFacts) => Promise<FilePieces | null>;

const SCANS: Readonly<Record<PictureFormat, Scan>> = {
  png: scanPng,
  jpeg: scanJpeg,
  webp: scanWebp,
  gif: scanGif,
  avif: scanAvif,
};

const HEAD_BYTES = 4096;

/** Reads the structure of a picture's file, up to the first limit that it exceeds. @throws MalformedFile */
export async function scanPicture(file: ReadableBytes): Promise<PictureScan> {
  const source = withReadAhead(file);
  const format = pictureFormatOf(await source.read(0, HEAD_BYTES));
  if (format === null) throw new MalformedFile('the file is not a picture of a kind that is read');
  const facts = new PictureFacts();
  try {
    const list = await SCANS[format](source, facts);
    if (!facts.hasSize) throw new MalformedFile('the picture has no size');
    return {
      ...sizeAndFrames(facts),
      seconds: facts.frames > 1 ? facts.seconds : null,
      pieces: list?.pieces ?? null,
      carriesMetadata: list !== null && list.length !== file.size,
      exceeded: null,
    };
  } catch (error) {
    if (!(error instanceof PictureLimitExceeded)) throw error;
    const unknown = { seconds: null, pieces: null, carriesMetadata: false };
    return { ...sizeAndFrames(facts), ...unknown, exceeded: error.message };
  }
}

function sizeAndFrames(facts: PictureFacts): Pick<PictureScan, 'width' | 'height' | 'frames'> {
  const [width, height] = facts.hasSize ? [facts.width, facts.height] : [null, null];
  const isOnItsSide = facts.orientation > 4;
  return {
    width: isOnItsSide ? height : width,
    height: isOnItsSide ? width : height,
    frames: Math.max(1, facts.frames),
  };
}
