import { type IsoBox, isoBoxAt } from '../../../platform/imaging/iso-box';
import type { ReadableBytes } from '../../../platform/imaging/readable-bytes';
import { bytesAt, MAX_PIECES, type NamedTexts } from './named-texts';

type Span = Pick<IsoBox, 'start' | 'end'>;

/** The texts of an MP4, MOV or M4A: QuickTime's named tags (`mdta`), and those of iTunes, such as its comment, unnamed. */
export async function mp4Texts(source: ReadableBytes, texts: NamedTexts): Promise<void> {
  for (const moov of await boxesIn(source, { start: 0, end: source.size }, 'moov')) {
    const inside = await boxesIn(source, moov);
    for (const box of inside) {
      if (box.type === 'meta') await metaTexts(source, box, texts);
      if (box.type !== 'udta') continue;
      for (const meta of await boxesIn(source, box, 'meta')) await metaTexts(source, meta, texts);
    }
  }
}

async function metaTexts(source: ReadableBytes, meta: Span, texts: NamedTexts): Promise<void> {
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
    // QuickTime: the number of a name in `keys`. iTunes: a four-letter code, which as a number is beyond every name.
    const index = Buffer.from(item.type, 'latin1').readUInt32BE(0);
    texts.add(names[index - 1] ?? '', text.toString('utf8'));
  }
}

/** ISO's `meta` begins with version and flags, QuickTime's doesn't. */
async function pastVersion(source: ReadableBytes, meta: Span): Promise<Span> {
  const start = await bytesAt(source, meta.start, Math.min(8, meta.end - meta.start));
  const bare = start.toString('latin1', 4, 8) === 'hdlr';
  return bare ? meta : { ...meta, start: meta.start + 4 };
}

async function keyNames(source: ReadableBytes, keys: Span): Promise<readonly string[]> {
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

async function boxesIn(source: ReadableBytes, parent: Span, wanted?: string): Promise<IsoBox[]> {
  const boxes: IsoBox[] = [];
  for (
    let at = parent.start, pieces = 0;
    at + 8 <= parent.end && pieces < MAX_PIECES;
    pieces += 1
  ) {
    const box = await isoBoxAt(source, at, parent.end);
    if (!box || box.isCut) break;
    if (wanted === undefined || box.type === wanted) boxes.push(box);
    at = box.end;
  }
  return boxes;
}
