import { MalformedFile, readExactly, type ReadableBytes } from '../public/readable-bytes';
import type { Edits } from './edits';
import { oggChecksum } from './ogg-checksum';

const HEADER_BYTES = 27;
const CHECKSUM = 22;
const BEGINS = 0x02;
/** The length of the vendor's name and the number of comments: eight zeros are no words at all. */
const NO_COMMENTS = 8;

/** How the second packet of a stream, its comments, begins, by the begin of the first one. */
interface Codec {
  readonly sign: string;
  /** Bytes in front of the comments. */
  readonly kept: number;
  /** Vorbis wants a set bit behind the comments (Vorbis I §5.2.1). */
  readonly framed?: boolean;
}

const CODECS: readonly Codec[] = [
  { sign: 'OpusHead', kept: 8 },
  { sign: '\x01vorbis', kept: 7, framed: true },
  { sign: '\x7fFLAC', kept: 4 },
  { sign: 'Speex   ', kept: 0 },
  { sign: '\x80theora', kept: 7 },
];

/** How far a stream of the file has come. */
interface Stream {
  readonly codec: Codec | undefined;
  packet: number;
  /** Bytes of the comments that lie behind. */
  passed: number;
}

interface Page {
  readonly at: number;
  /** Lengths of the parts of packets in it; less than 255 ends a packet. */
  readonly segments: Buffer;
  readonly data: number;
  readonly end: number;
}

/**
 * Empties the comments of an Ogg file: the packet keeps its length, and the checksums of its pages are made anew
 * (RFC 3533, RFC 7845 §5.2). Streams beside each other and behind each other are all looked at.
 */
export async function stripOgg(source: ReadableBytes, edits: Edits): Promise<void> {
  const streams = new Map<number, Stream>();
  for (let at = 0; at + HEADER_BYTES <= source.size;) {
    const header = await readExactly(source, at, HEADER_BYTES);
    if (header.toString('latin1', 0, 4) !== 'OggS')
      throw new MalformedFile('the Ogg file holds something that is no page');
    const page = await pageAt(source, at, header.readUInt8(26));
    const serial = header.readUInt32LE(14);
    const begins = (header.readUInt8(5) & BEGINS) !== 0;
    const stream = begins ? await begun(source, page) : streams.get(serial);
    if (begins && stream) streams.set(serial, stream);
    if (stream && stream.packet < 2) await stripPage(source, edits, page, stream);
    at = page.end;
  }
}

async function pageAt(source: ReadableBytes, at: number, count: number): Promise<Page> {
  const segments = Buffer.from(await readExactly(source, at + HEADER_BYTES, count));
  const data = at + HEADER_BYTES + count;
  const length = segments.reduce((sum, size) => sum + size, 0);
  return { at, segments, data, end: Math.min(data + length, source.size) };
}

async function begun(source: ReadableBytes, { data }: Page): Promise<Stream> {
  const start = (await source.read(data, 8)).toString('latin1');
  return { codec: CODECS.find(({ sign }) => start.startsWith(sign)), packet: 0, passed: 0 };
}

async function stripPage(
  source: ReadableBytes,
  edits: Edits,
  page: Page,
  stream: Stream,
): Promise<void> {
  const { codec, passed } = stream;
  const comments = commentsIn(page, stream);
  if (!codec || comments.to <= comments.from) return;
  const bytes = Buffer.from(await source.read(page.at, page.end - page.at));
  const from = comments.from + Math.max(0, codec.kept - passed) - page.at;
  const to = comments.to - page.at;
  if (from >= to) return;
  const bit = comments.from + codec.kept + NO_COMMENTS - passed - page.at;
  bytes.fill(0, from, to);
  if (codec.framed && bit >= from && bit < to) bytes[bit] = 1;
  bytes.writeUInt32LE(0, CHECKSUM);
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(oggChecksum(bytes));
  edits.blank(page.at + CHECKSUM, page.at + CHECKSUM + 4, sum);
  const head = Buffer.from(bytes.subarray(from, Math.min(to, from + NO_COMMENTS + 1)));
  edits.blank(page.at + from, page.at + to, head);
}

/** Where in the page its stream's second packet lies; moves the stream on. */
function commentsIn(page: Page, stream: Stream): { from: number; to: number } {
  let at = page.data;
  let from = 0;
  let to = 0;
  for (const size of page.segments) {
    if (stream.packet === 1) {
      from ||= at;
      to = at + size;
    }
    at += size;
    if (size < 255) stream.packet += 1;
  }
  to = Math.min(to, page.end);
  stream.passed += Math.max(0, to - from);
  return { from, to };
}
