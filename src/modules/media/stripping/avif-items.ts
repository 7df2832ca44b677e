import { MalformedFile } from '../public/readable-bytes';

/** Where an item's bytes lie; `to` exclusive. */
export interface Extent {
  readonly item: number;
  /** From the front of the file, or of the `idat` box. */
  readonly isInline: boolean;
  readonly from: number;
  readonly to: number;
}

/** More than any real picture lies in; without sizes they would cost no bytes at all. */
const MOST_EXTENTS = 5000;

/** Reads numbers of any size, one behind the other. */
class Numbers {
  private at = 0;

  constructor(private readonly bytes: Buffer) {}

  /** @throws MalformedFile behind the end */
  next(size: number): number {
    const part = this.bytes.subarray(this.at, this.at + size);
    if (part.length < size) throw new MalformedFile('a table of the AVIF ends too early');
    this.at += size;
    return part.reduce((sum, byte) => sum * 256 + byte, 0);
  }
}

/** What the `iloc` box tells (ISO 14496-12 §8.11.3), whole as it is behind its head. */
export function extentsOf(iloc: Buffer): readonly Extent[] {
  const numbers = new Numbers(iloc);
  const version = numbers.next(1);
  numbers.next(3);
  const sizes = [numbers.next(1), numbers.next(1)].flatMap((byte) => [byte >> 4, byte & 15]);
  const idSize = version < 2 ? 2 : 4;
  const extents: Extent[] = [];
  for (let items = numbers.next(idSize); items > 0; items -= 1) {
    const item = numbers.next(idSize);
    extents.push(...extentsOfItem(numbers, item, version > 0, sizes));
    if (extents.length > MOST_EXTENTS) throw new MalformedFile('the AVIF lies in very many pieces');
  }
  return extents;
}

function extentsOfItem(
  numbers: Numbers,
  item: number,
  isNewer: boolean,
  [offset = 0, length = 0, base = 0, index = 0]: readonly number[],
): readonly Extent[] {
  const method = isNewer ? numbers.next(2) & 15 : 0;
  numbers.next(2);
  const start = numbers.next(base);
  const extents: Extent[] = [];
  for (let count = numbers.next(2); count > 0; count -= 1) {
    if (isNewer) numbers.next(index);
    const from = start + numbers.next(offset);
    const to = from + numbers.next(length);
    if (method < 2) extents.push({ item, isInline: method === 1, from, to });
  }
  return extents;
}

/** Which item an `infe` box (§8.11.6) makes known, if it holds words: EXIF, or XMP. Whole as it is behind its head. */
export function wordyItem(infe: Buffer): number | null {
  const version = infe[0];
  if ((version !== 2 && version !== 3) || infe.length < typeOffset(infe) + 4) return null;
  const { type, rest } = itemType(infe);
  if (type !== 'Exif' && (type !== 'mime' || !rest.includes('application/rdf+xml'))) return null;
  return version === 2 ? infe.readUInt16BE(4) : infe.readUInt32BE(4);
}

/** Where in an `infe` box the item's type stands. */
export const typeOffset = (infe: Buffer): number => (infe[0] === 2 ? 8 : 10);

function itemType(infe: Buffer): { type: string; rest: Buffer } {
  const at = typeOffset(infe);
  return { type: infe.toString('latin1', at, at + 4), rest: infe.subarray(at + 4) };
}
