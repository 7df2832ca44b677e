import { type IsoBox, isoBoxAt } from '../public/iso-box';
import { MalformedFile, readExactly, type ReadableBytes } from '../public/readable-bytes';
import { type Extent, extentsOf, typeOffset, wordyItem } from './avif-items';
import type { Edits } from './edits';

/** Far larger than the tables of any real picture. */
const LARGEST_TABLE = 1024 * 1024;
/** A type that no reader knows, so that each passes over the item. */
const NOBODYS = Buffer.from('free');

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly head?: Buffer;
}

/**
 * Empties EXIF and XMP of an AVIF: they are items of the file like its picture (ISO 23008-12 §A.2, §A.3), whose bytes
 * become zeros and whose types nobody's. How the picture is turned is a property of its own and stays.
 */
export async function stripAvif(source: ReadableBytes, edits: Edits): Promise<void> {
  const top = await boxesIn(source, 0, source.size);
  const meta = top.find(({ type }) => type === 'meta');
  if (!meta) return;
  const inside = await boxesIn(source, meta.start + 4, meta.end);
  const [iinf, iloc] = ['iinf', 'iloc'].map((name) => inside.find(({ type }) => type === name));
  if (!iinf || !iloc) return;
  const { items, changes } = await wordyItems(source, iinf);
  const idat = inside.find(({ type }) => type === 'idat');
  const extents = extentsOf(await tableOf(source, iloc)).map((extent) => placed(extent, idat));
  const pictures = extents.filter(({ item }) => !items.has(item));
  for (const { item, from, to } of extents)
    if (items.has(item) && to > from && to <= source.size && !touches(pictures, from, to))
      changes.push({ from, to });
  changes.sort((one, other) => one.from - other.from);
  for (const { from, to, head } of changes) edits.blank(from, to, head);
}

async function wordyItems(
  source: ReadableBytes,
  iinf: IsoBox,
): Promise<{ items: Set<number>; changes: Edit[] }> {
  const items = new Set<number>();
  const changes: Edit[] = [];
  const [version] = await readExactly(source, iinf.start, 1);
  const entries = await boxesIn(source, iinf.start + (version === 0 ? 6 : 8), iinf.end);
  for (const entry of entries.filter(({ type }) => type === 'infe')) {
    const infe = await tableOf(source, entry);
    const item = wordyItem(infe);
    if (item === null) continue;
    const from = entry.start + typeOffset(infe);
    items.add(item);
    changes.push({ from, to: from + NOBODYS.length, head: NOBODYS });
  }
  return { items, changes };
}

/** Where in the file an item's part lies. */
function placed({ isInline, from, to, ...rest }: Extent, idat: IsoBox | undefined): Extent {
  const shift = isInline ? (idat?.start ?? 0) : 0;
  return { ...rest, isInline: false, from: from + shift, to: to + shift };
}

const touches = (extents: readonly Extent[], from: number, to: number): boolean =>
  extents.some((extent) => extent.from < to && extent.to > from);

async function boxesIn(source: ReadableBytes, from: number, to: number): Promise<IsoBox[]> {
  const boxes: IsoBox[] = [];
  for (let at = from; at + 8 <= to; at = boxes.at(-1)?.end ?? to) {
    if (boxes.length >= 10_000) throw new MalformedFile('the AVIF holds very many boxes');
    const box = await isoBoxAt(source, at, to);
    if (!box) throw new MalformedFile('a box of the AVIF is shorter than its head');
    boxes.push(box);
  }
  return boxes;
}

async function tableOf(source: ReadableBytes, { start, end }: IsoBox): Promise<Buffer> {
  if (end - start > LARGEST_TABLE) throw new MalformedFile('a table of the AVIF is very large');
  return readExactly(source, start, end - start);
}
