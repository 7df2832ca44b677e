import { inflateSync } from 'node:zlib';
import { MalformedFile, type ReadableBytes } from '../../../platform/imaging/readable-bytes';
import { bytesAt, MAX_TEXT_LENGTH, type NamedTexts } from './named-texts';

/** ComfyUI writes `comf` chunks into animated PNGs; they have the form of `tEXt`. */
const TEXTS = new Set(['tEXt', 'zTXt', 'iTXt', 'comf']);

/** The texts of a PNG's chunks (W3C PNG §11.3.3). */
export async function pngTexts(source: ReadableBytes, texts: NamedTexts): Promise<void> {
  for (let at = 8; at + 12 <= source.size;) {
    const header = await bytesAt(source, at, 8);
    const length = header.readUInt32BE(0);
    const type = header.toString('latin1', 4, 8);
    if (TEXTS.has(type)) addText(type, await bytesAt(source, at + 8, length), texts);
    if (type === 'IEND') return;
    at += 12 + length;
  }
}

function addText(type: string, data: Buffer, texts: NamedTexts): void {
  const end = data.indexOf(0);
  if (end < 0) return;
  const name = data.toString('latin1', 0, end);
  const rest = data.subarray(end + 1);
  if (type === 'zTXt') texts.add(name, inflated(rest.subarray(1)).toString('latin1'));
  else texts.add(name, type === 'iTXt' ? international(rest) : plain(rest));
}

/** The standard requires Latin-1, but some programs write UTF-8. */
function plain(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return text.includes('\uFFFD') ? bytes.toString('latin1') : text;
}

/** Compression flag and method, language tag, translated keyword, text. */
function international(rest: Buffer): string {
  const language = rest.indexOf(0, 2);
  const keyword = rest.indexOf(0, language + 1);
  if (language < 0 || keyword < 0) return '';
  const text = rest.subarray(keyword + 1);
  return (rest[0] === 1 ? inflated(text) : text).toString('utf8');
}

/** @throws MalformedFile for text that can't be decompressed. Reading stops, because each such text may cost as much as
 * the longest allowed one. */
function inflated(bytes: Buffer): Buffer {
  try {
    return inflateSync(bytes, { maxOutputLength: MAX_TEXT_LENGTH });
  } catch (error) {
    throw new MalformedFile('a text of the PNG cannot be unfolded', { cause: error });
  }
}
