import type { ReadableBytes } from '../public/readable-bytes';
import type { Edits } from './edits';

const ID3V1_BYTES = 128;
const NO_GENRE = Buffer.from([0xff]);
const APE_BYTES = 32;
/** Where an APE head tells how many items there are; four bytes. */
const APE_COUNT = 16;
const MOST_ID3V2 = 2 ** 28 - 1;

/**
 * Empties the tags of an MP3: ID3v2 in front becomes padding (ID3v2.4 §3.3), APE and ID3v1 at the end are left without
 * items and texts. Every tag keeps its size: a decoder skips the same bytes as before.
 */
export async function stripMp3(source: ReadableBytes, edits: Edits): Promise<void> {
  const front = await stripId3v2(source, edits);
  const last = source.size - ID3V1_BYTES;
  const hasId3v1 = last >= front && (await textAt(source, last, 3)) === 'TAG';
  await stripApe(source, edits, front, hasId3v1 ? last : source.size);
  if (!hasId3v1) return;
  edits.blank(last + 3, source.size - 1);
  edits.blank(source.size - 1, source.size, NO_GENRE);
}

/** @returns where the sound begins: several tags may follow each other */
async function stripId3v2(source: ReadableBytes, edits: Edits): Promise<number> {
  for (let at = 0; ;) {
    const header = await source.read(at, 10);
    if (header.length < 10 || header.toString('latin1', 0, 3) !== 'ID3') return at;
    const hasFooter = (header.readUInt8(5) & 0x10) !== 0;
    const length = synchsafe(header.subarray(6)) + (hasFooter ? 10 : 0);
    const end = Math.min(at + 10 + length, source.size);
    edits.blank(at + 5, end, Buffer.from([0, ...sevenBits(Math.min(length, MOST_ID3V2))]));
    at = end;
  }
}

/** An APEv2 tag that ends at `end`. */
async function stripApe(
  source: ReadableBytes,
  edits: Edits,
  front: number,
  end: number,
): Promise<void> {
  const footer = end - APE_BYTES;
  if (footer < front || !(await isApe(source, footer))) return;
  // The length counts the items and the footer; a header of the same layout may stand before.
  const items = end - (await source.read(footer + 12, 4)).readUInt32LE(0);
  if (items < front || items > footer) return;
  const header = items - APE_BYTES;
  if (header >= front && (await isApe(source, header)))
    edits.blank(header + APE_COUNT, header + APE_COUNT + 4);
  edits.blank(items, footer);
  edits.blank(footer + APE_COUNT, footer + APE_COUNT + 4);
}

const isApe = async (source: ReadableBytes, at: number): Promise<boolean> =>
  (await textAt(source, at, 8)) === 'APETAGEX';

const textAt = async (source: ReadableBytes, at: number, length: number): Promise<string> =>
  (await source.read(at, length)).toString('latin1');

/** Four bytes of seven bits each. */
function synchsafe(bytes: Buffer): number {
  return bytes.reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
}

const sevenBits = (number: number): number[] =>
  [21, 14, 7, 0].map((shift) => (number >>> shift) & 0x7f);
