import { MalformedFile, readExactly, type ReadableBytes } from '../public/readable-bytes';
import type { Edits } from './edits';

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;
const COMMENT = 0xfe;
const APPLICATION = 0xff;
/** Applications whose words show: how often an animation repeats, and colours. */
const SHOWN = /^(?:NETSCAPE2\.0|ANIMEXTS1\.0|ICCRGBG1)/;
const STEP = 64 * 1024;

/** Takes comments and XMP out of a GIF, and what hangs behind its end (GIF89a §24, §26). It holds no positions. */
export async function stripGif(source: ReadableBytes, edits: Edits): Promise<void> {
  const screen = await readExactly(source, 0, 13);
  let at = 13 + coloursAfter(screen.readUInt8(10));
  for (;;) {
    const [kind, label = 0] = await source.read(at, 2);
    if (kind !== EXTENSION && kind !== IMAGE) break;
    const isWords = kind === EXTENSION && (await carriesWords(source, at, label));
    const end = await pastBlocks(source, kind === IMAGE ? await imageData(source, at) : at + 2);
    if (isWords) edits.drop(at, end);
    at = end;
  }
  await stripTail(source, edits, at);
}

async function stripTail(source: ReadableBytes, edits: Edits, at: number): Promise<void> {
  const [kind] = await readExactly(source, at, 1);
  if (kind !== TRAILER) throw new MalformedFile('the GIF holds something that is no block');
  if (at + 1 < source.size) edits.drop(at + 1, source.size);
}

/** Length of the table of colours that a packed byte announces. */
function coloursAfter(packed: number): number {
  return packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0;
}

async function imageData(source: ReadableBytes, at: number): Promise<number> {
  const descriptor = await readExactly(source, at, 10);
  // One byte more: the size of the first codes.
  return at + 10 + coloursAfter(descriptor.readUInt8(9)) + 1;
}

async function carriesWords(source: ReadableBytes, at: number, label: number): Promise<boolean> {
  if (label !== APPLICATION) return label === COMMENT;
  return !SHOWN.test((await source.read(at + 3, 11)).toString('latin1'));
}

/** Data come in blocks of up to 255 bytes, each with its length in front; an empty one ends them. */
async function pastBlocks(source: ReadableBytes, from: number): Promise<number> {
  for (let start = from; ;) {
    const bytes = await source.read(start, STEP);
    if (bytes.length === 0) throw new MalformedFile('the GIF ends too early');
    let at = 0;
    while (at < bytes.length && bytes[at] !== 0) at += 1 + bytes.readUInt8(at);
    if (at < bytes.length) return start + at + 1;
    start += at;
  }
}
