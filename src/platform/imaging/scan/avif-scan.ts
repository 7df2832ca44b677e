import { type IsoBox, isoBoxAt } from '../iso-box';
import { type ReadableBytes, MalformedFile, readExactly } from '../readable-bytes';
import { BoxReader } from './box-reader';
import type { PictureFacts } from './picture-facts';

/** More than any real file has. */
const MAX_BOXES = 10_000;
const MAX_BOX_BYTES = 1024 * 1024;
const MAX_EXTENTS = 10_000;
/** Bytes of version and flags at the start of a full box. */
const FULL_BOX_BYTES = 4;
/** Types of items that are metadata: EXIF, XMP and others. */
const METADATA_ITEMS = new Set(['Exif', 'mime', 'uri ']);

type Span = Pick<IsoBox, 'start' | 'end'>;

/**
 * Reads the size of an AVIF's main picture, and how long its metadata is (ISO 23008-12). @throws MalformedFile for a
 * file without a picture, and for an image sequence
 */
export async function scanAvif(source: ReadableBytes, facts: PictureFacts): Promise<null> {
  const top = await boxesIn(source, { start: 0, end: source.size });
  if (top.has('moov')) throw new MalformedFile('image sequences are not read');
  const meta = await boxesIn(source, required(top, 'meta'), FULL_BOX_BYTES);
  const properties = await boxesIn(source, required(meta, 'iprp'));
  const main = mainItem(await reader(source, required(meta, 'pitm')));
  const indexes = propertiesOf(main, await reader(source, required(properties, 'ipma')));
  const list = [...(await boxList(source, required(properties, 'ipco')))];
  for (const { type, start, end } of list) if (type === 'colr') facts.addMetadata(end - start);
  await readSize(
    source,
    indexes.map((index) => list[index - 1]),
    facts,
  );
  const metadata = metadataItems(await reader(source, required(meta, 'iinf')));
  const locations = meta.get('iloc');
  if (locations) {
    const lengths = lengthsOfItems(await reader(source, locations), metadata);
    // Without a length, an item is the whole file.
    for (const length of lengths) facts.addMetadata(length || source.size);
  }
  return null;
}

async function readSize(
  source: ReadableBytes,
  properties: readonly (IsoBox | undefined)[],
  facts: PictureFacts,
): Promise<void> {
  const size = properties.find((box) => box?.type === 'ispe');
  if (!size) throw new MalformedFile('the AVIF has no picture in it');
  const bytes = await readExactly(source, size.start + FULL_BOX_BYTES, 8);
  facts.setSize(bytes.readUInt32BE(0), bytes.readUInt32BE(4));
  const rotation = properties.find((box) => box?.type === 'irot');
  const quarters = rotation ? ((await readExactly(source, rotation.start, 1))[0] ?? 0) : 0;
  if (quarters % 2 === 1) facts.setSize(facts.height, facts.width);
}

/** The first box of each type inside of a span. */
async function boxesIn(
  source: ReadableBytes,
  { start, end }: Span,
  skip = 0,
): Promise<ReadonlyMap<string, IsoBox>> {
  const boxes = await boxList(source, { start: start + skip, end });
  return new Map([...boxes].reverse().map((box) => [box.type, box]));
}

async function boxList(source: ReadableBytes, { start, end }: Span): Promise<readonly IsoBox[]> {
  const boxes: IsoBox[] = [];
  for (let at = start; at + 8 <= end;) {
    const box = await isoBoxAt(source, at, end);
    if (!box || boxes.length === MAX_BOXES) throw new MalformedFile('the AVIF is damaged');
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}

function required(boxes: ReadonlyMap<string, IsoBox>, type: string): IsoBox {
  const box = boxes.get(type);
  if (!box) throw new MalformedFile(`the AVIF has no ${type} box`);
  return box;
}

async function reader(source: ReadableBytes, { start, end }: Span): Promise<BoxReader> {
  if (end - start > MAX_BOX_BYTES) throw new MalformedFile('a box of the AVIF is too long');
  return new BoxReader(await readExactly(source, start, end - start));
}

function mainItem(box: BoxReader): number {
  const { version } = box;
  return box.uint(version === 0 ? 2 : 4);
}

/** Positions of an item's properties, from 1. */
function propertiesOf(item: number, box: BoxReader): readonly number[] {
  const { version, flags } = box;
  const isWide = (flags & 1) === 1;
  for (let entries = box.uint(4); entries > 0; entries -= 1) {
    const id = box.uint(version === 0 ? 2 : 4);
    const indexes = Array.from({ length: box.uint(1) }, () =>
      isWide ? box.uint(2) & 0x7fff : box.uint(1) & 0x7f,
    );
    if (id === item) return indexes;
  }
  return [];
}

/** Ids of the items that are metadata. */
function metadataItems(box: BoxReader): ReadonlySet<number> {
  const ids = new Set<number>();
  const { version } = box;
  for (let entries = box.uint(version === 0 ? 2 : 4); entries > 0; entries -= 1) {
    const entry = box.inside();
    const id = entry.uint(entry.version === 3 ? 4 : 2);
    entry.uint(2);
    if (METADATA_ITEMS.has(entry.text(4))) ids.add(id);
  }
  return ids;
}

/** Lengths of the parts of these items. Several may name the same bytes, and each is read by itself. */
function lengthsOfItems(box: BoxReader, ids: ReadonlySet<number>): readonly number[] {
  const lengths: number[] = [];
  const { version } = box;
  const sizes = box.uint(2);
  const [offset, length] = [(sizes >> 12) & 15, (sizes >> 8) & 15];
  const [base, index] = [(sizes >> 4) & 15, version === 0 ? 0 : sizes & 15];
  let parts = 0;
  for (let items = box.uint(version < 2 ? 2 : 4); items > 0; items -= 1) {
    const id = box.uint(version < 2 ? 2 : 4);
    box.uint((version > 0 ? 4 : 2) + base);
    const extents = box.uint(2);
    parts += extents;
    // Parts without any field take no bytes, so that a short box could list billions.
    if (parts > MAX_EXTENTS) throw new MalformedFile('the AVIF is cut into too many parts');
    for (let extent = 0; extent < extents; extent += 1) {
      box.uint(index + offset);
      const bytes = box.uint(length);
      if (ids.has(id)) lengths.push(bytes);
    }
  }
  return lengths;
}
