import type { ReadableBytes } from '../../media/public/readable-bytes';
import { bytesAt, MOST_PIECES, type Words } from './words';

interface Box {
  readonly type: string;
  /** Of what is inside. */
  readonly start: number;
  readonly end: number;
}

/** The tags of an MP4, MOV or M4A: QuickTime's named ones (`mdta`), and the comment that iTunes knows. */
export async function mp4Words(source: ReadableBytes, words: Words): Promise<void> {
  for (const moov of await boxesIn(source, { type: '', start: 0, end: source.size }, 'moov')) {
    const inside = await boxesIn(source, moov);
    for (const box of inside) {
      if (box.type === 'meta') await metaWords(source, box, words);
      if (box.type !== 'udta') continue;
      for (const meta of await boxesIn(source, box, 'meta')) await metaWords(source, meta, words);
    }
  }
}

async function metaWords(source: ReadableBytes, meta: Box, words: Words): Promise<void> {
  const inside = await boxesIn(source, await pastVersion(source, meta));
  const keys = inside.find(({ type }) => type === 'keys');
  const list = inside.find(({ type }) => type === 'ilst');
  if (!list) return;
  const names = keys ? await keyNames(source, keys) : [];
  for (const item of await boxesIn(source, list)) {
    const [data] = await boxesIn(source, item, 'data');
    if (!data) continue;
    // Eight bytes of type and language stand in front.
    const text = await bytesAt(source, data.start + 8, Math.max(0, data.end - data.start - 8));
    const index = Buffer.from(item.type, 'latin1').readUInt32BE(0);
    words.add(names[index - 1] ?? '', text.toString('utf8'));
  }
}

/** ISO's `meta` begins with version and flags, QuickTime's doesn't. */
async function pastVersion(source: ReadableBytes, meta: Box): Promise<Box> {
  const start = await bytesAt(source, meta.start, Math.min(8, meta.end - meta.start));
  const bare = start.toString('latin1', 4, 8) === 'hdlr';
  return bare ? meta : { ...meta, start: meta.start + 4 };
}

async function keyNames(source: ReadableBytes, keys: Box): Promise<readonly string[]> {
  const data = await bytesAt(source, keys.start, keys.end - keys.start);
  const names: string[] = [];
  for (let at = 8; at + 8 <= data.length;) {
    const size = data.readUInt32BE(at);
    if (size < 8) break;
    names.push(data.toString('utf8', at + 8, at + size));
    at += size;
  }
  return names;
}

async function boxesIn(source: ReadableBytes, parent: Box, wanted?: string): Promise<Box[]> {
  const boxes: Box[] = [];
  for (
    let at = parent.start, pieces = 0;
    at + 8 <= parent.end && pieces < MOST_PIECES;
    pieces += 1
  ) {
    const box = await boxAt(source, at, parent.end);
    if (!box) break;
    if (wanted === undefined || box.type === wanted) boxes.push(box);
    at = box.end;
  }
  return boxes;
}

async function boxAt(source: ReadableBytes, at: number, limit: number): Promise<Box | null> {
  const header = await bytesAt(source, at, 8);
  const short = header.readUInt32BE(0);
  const isLong = short === 1;
  const size = isLong ? Number((await bytesAt(source, at + 8, 8)).readBigUInt64BE(0)) : short;
  const end = short === 0 ? limit : at + size;
  const start = at + (isLong ? 16 : 8);
  return end < start || end > limit ? null : { type: header.toString('latin1', 4, 8), start, end };
}
