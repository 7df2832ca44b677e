import { MalformedFile, type ReadableBytes } from '../../../platform/imaging/readable-bytes';
import { bytesAt, MAX_TEXT_LENGTH, type NamedTexts } from './named-texts';

const COMMENTS = 4;
const MAX_COMMENTS = 10_000;

/** The comments of a FLAC file (RFC 9639 §8.6). */
export async function flacTexts(source: ReadableBytes, texts: NamedTexts): Promise<void> {
  for (let at = 4, last = false; !last;) {
    const header = await bytesAt(source, at, 4);
    const length = header.readUIntBE(1, 3);
    last = (header[0] ?? 0) >= 0x80;
    if (((header[0] ?? 0) & 0x7f) === COMMENTS)
      addComments(await bytesAt(source, at + 4, length), texts);
    at += 4 + length;
  }
}

/** `NAME=text` pairs, each with its length in front (Vorbis I §5). */
function addComments(data: Buffer, texts: NamedTexts): void {
  if (data.length < 8) return;
  let at = 4 + data.readUInt32LE(0);
  const count = at + 4 <= data.length ? data.readUInt32LE(at) : 0;
  at += 4;
  for (let index = 0; index < Math.min(count, MAX_COMMENTS) && at + 4 <= data.length; index += 1) {
    const length = data.readUInt32LE(at);
    const comment = data.toString('utf8', at + 4, at + 4 + length);
    const sign = comment.indexOf('=');
    if (sign > 0) texts.add(comment.slice(0, sign), comment.slice(sign + 1));
    at += 4 + length;
  }
}

/** The comments of an Ogg file: its second packet, which may lie over many pages (RFC 3533, RFC 7845 §5.2). */
export async function oggTexts(source: ReadableBytes, texts: NamedTexts): Promise<void> {
  const packet = await secondPacket(source);
  for (const sign of ['OpusTags', '\x03vorbis'])
    if (packet.toString('latin1', 0, sign.length) === sign)
      addComments(packet.subarray(sign.length), texts);
}

async function secondPacket(source: ReadableBytes): Promise<Buffer> {
  const parts: Buffer[] = [];
  let packets = 0;
  let length = 0;
  for (let at = 0; at < source.size && length <= MAX_TEXT_LENGTH;) {
    const header = await bytesAt(source, at, 27);
    if (header.toString('latin1', 0, 4) !== 'OggS')
      throw new MalformedFile('the Ogg file contains something that is not a page');
    const segments = await bytesAt(source, at + 27, header[26] ?? 0);
    at += 27 + segments.length;
    for (const size of segments) {
      if (packets === 1) parts.push(Buffer.from(await bytesAt(source, at, size)));
      if (packets === 1) length += size;
      at += size;
      if (size < 255) packets += 1;
      if (packets > 1) return Buffer.concat(parts);
    }
  }
  return Buffer.concat(parts);
}

/** The user's own texts of an MP3's ID3 tag (`TXXX`, ID3v2.3 and 2.4 §4.2.6). */
export async function id3Texts(source: ReadableBytes, texts: NamedTexts): Promise<void> {
  const header = await bytesAt(source, 0, 10);
  const version = header[3] ?? 0;
  if (version !== 3 && version !== 4) return;
  const end = Math.min(source.size, 10 + synchsafe(header.subarray(6, 10)));
  for (let at = 10; at + 10 <= end;) {
    const frame = await bytesAt(source, at, 10);
    const id = frame.toString('latin1', 0, 4);
    if (!/^[A-Z0-9]{4}$/.test(id)) return;
    const length = version === 4 ? synchsafe(frame.subarray(4, 8)) : frame.readUInt32BE(4);
    if (id === 'TXXX') addUserText(await bytesAt(source, at + 10, length), texts);
    at += 10 + length;
  }
}

/** Four bytes of seven bits each. */
function synchsafe(bytes: Buffer): number {
  return bytes.reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
}

/** Encoding, description, a zero, text. */
function addUserText(data: Buffer, texts: NamedTexts): void {
  const encoding = data[0] ?? 0;
  const text = decoded(data.subarray(1), encoding);
  const end = text.indexOf('\0');
  const [name, rest] = end < 0 ? ['', text] : [text.slice(0, end), text.slice(end + 1)];
  texts.add(name, rest.replace(/^\uFEFF/, '').replace(/(?<!\0)\0+$/, ''));
}

function decoded(bytes: Buffer, encoding: number): string {
  if (encoding === 0) return bytes.toString('latin1');
  if (encoding === 3) return bytes.toString('utf8');
  const little = encoding === 1 && bytes[0] === 0xff;
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2));
  const text = little ? even : Buffer.from(even).swap16();
  return text.toString('utf16le').replace(/^\uFEFF/, '');
}
