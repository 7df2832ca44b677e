import type { MediaProperties } from '../../../platform/imaging/media-properties';
import { type IsoBox, isoBoxAt } from '../../../platform/imaging/iso-box';
import {
  type ReadableBytes,
  MalformedFile,
  readExactly,
} from '../../../platform/imaging/readable-bytes';

type Span = Pick<IsoBox, 'start' | 'end'>;

/** More than any real file has. */
const MAX_BOXES = 10_000;

/**
 * Size, length and tracks of an MP4, MOV or M4A from its boxes (ISO 14496-12), for machines without ffprobe.
 * @throws MalformedFile when it has no `moov` box or is cut off
 */
export async function readMp4Properties(source: ReadableBytes): Promise<MediaProperties> {
  const top = await boxesIn(source, { start: 0, end: source.size });
  const moov = top.find(({ type }) => type === 'moov');
  if (!moov) throw new MalformedFile('the MP4 has no index (moov) in it');
  const inside = await boxesIn(source, moov);
  const tracks = await Promise.all(
    inside.filter(({ type }) => type === 'trak').map((trak) => trackOf(source, trak)),
  );
  const picture = tracks.find(({ handler }) => handler === 'vide');
  return {
    width: picture?.width ?? null,
    height: picture?.height ?? null,
    duration: await durationOf(source, inside),
    fps: null,
    hasVideo: picture !== undefined,
    hasAudio: tracks.some(({ handler }) => handler === 'soun'),
  };
}

async function boxesIn(source: ReadableBytes, { start, end }: Span): Promise<IsoBox[]> {
  const boxes: IsoBox[] = [];
  for (let at = start; at + 8 <= end;) {
    const box = await isoBoxAt(source, at, end);
    if (!box || box.isCut || boxes.length >= MAX_BOXES)
      throw new MalformedFile('the MP4 ends too early or is damaged');
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}

interface Track {
  readonly handler: string;
  readonly width: number;
  readonly height: number;
}

async function trackOf(source: ReadableBytes, trak: Span): Promise<Track> {
  const boxes = await boxesIn(source, trak);
  const mdia = boxes.find(({ type }) => type === 'mdia');
  const hdlr = mdia && (await boxesIn(source, mdia)).find(({ type }) => type === 'hdlr');
  const tkhd = boxes.find(({ type }) => type === 'tkhd');
  if (!hdlr || !tkhd) throw new MalformedFile('a track of the MP4 is damaged');
  const handler = (await readExactly(source, hdlr.start + 8, 4)).toString('latin1');
  // Width and height close the track header, as 16.16 fixed-point numbers.
  const size = await readExactly(source, tkhd.end - 8, 8);
  return { handler, width: size.readUInt16BE(0), height: size.readUInt16BE(4) };
}

async function durationOf(
  source: ReadableBytes,
  inside: readonly IsoBox[],
): Promise<number | null> {
  const mvhd = inside.find(({ type }) => type === 'mvhd');
  if (!mvhd) return null;
  const isLong = (await readExactly(source, mvhd.start, 1))[0] === 1;
  const times = await readExactly(source, mvhd.start + (isLong ? 20 : 12), isLong ? 12 : 8);
  const scale = times.readUInt32BE(0);
  const units = isLong ? Number(times.readBigUInt64BE(4)) : times.readUInt32BE(4);
  return scale > 0 && units > 0 && units < 2 ** 32 - 1 ? units / scale : null;
}
