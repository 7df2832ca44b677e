import { type ReadableBytes, MalformedFile, readExactly } from '../readable-bytes';
import type { PictureFacts } from './picture-facts';

const HEADER_BYTES = 13;
const EXTENSION = 0x21;
const IMAGE = 0x2c;
const GRAPHIC_CONTROL = 0xf9;
/** How much is read at once while skipping data. */
const SKIP_BYTES = 64 * 1024;

/** Walks a GIF's blocks (GIF89a §§17-27). @throws MalformedFile when it has no whole frame */
export async function scanGif(source: ReadableBytes, facts: PictureFacts): Promise<null> {
  const header = await readExactly(source, 0, HEADER_BYTES);
  facts.setSize(header.readUInt16LE(6), header.readUInt16LE(8));
  let at = HEADER_BYTES + colourTableBytes(header[10] ?? 0);
  let seconds = 0;
  for (;;) {
    const [introducer, label] = await source.read(at, 2);
    if (introducer === EXTENSION) {
      if (label === GRAPHIC_CONTROL) seconds = await delayAt(source, at);
      at = await endOfSubBlocks(source, at + 2);
    } else if (introducer === IMAGE) {
      at = await endOfImage(source, at, { facts, seconds });
      seconds = 0;
    } else {
      // The trailer, or what decoders take for it: the end of the file, or bytes behind the last frame.
      if (facts.frames === 0) throw new MalformedFile('the GIF has no picture in it');
      return null;
    }
  }
}

/** The delay of the next frame in seconds, from the graphic control extension at `at`. */
async function delayAt(source: ReadableBytes, at: number): Promise<number> {
  return (await readExactly(source, at, 6)).readUInt16LE(4) / 100;
}

async function endOfImage(
  source: ReadableBytes,
  at: number,
  { facts, seconds }: { readonly facts: PictureFacts; readonly seconds: number },
): Promise<number> {
  const descriptor = await readExactly(source, at, 10);
  const [left, top] = [descriptor.readUInt16LE(1), descriptor.readUInt16LE(3)];
  const [width, height] = [descriptor.readUInt16LE(5), descriptor.readUInt16LE(7)];
  // Decoders enlarge the canvas for the first frame.
  if (facts.frames === 0)
    facts.setSize(Math.max(facts.width, left + width), Math.max(facts.height, top + height));
  facts.addFrame(seconds, width, height);
  const lzwCodeSize = 1;
  return endOfSubBlocks(source, at + 10 + colourTableBytes(descriptor[9] ?? 0) + lzwCodeSize);
}

const colourTableBytes = (flags: number): number =>
  (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);

/** Skips blocks of 1 to 255 bytes up to the empty one. */
async function endOfSubBlocks(source: ReadableBytes, from: number): Promise<number> {
  let at = from;
  for (;;) {
    const bytes = await source.read(at, SKIP_BYTES);
    if (bytes.length === 0) throw new MalformedFile('the GIF ends too early');
    let offset = 0;
    while (offset < bytes.length) {
      const length = bytes[offset] ?? 0;
      offset += 1 + length;
      if (length === 0) return at + offset;
    }
    at += offset;
  }
}
