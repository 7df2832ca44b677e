import type { NamedTexts } from './named-texts';

const ASCII = 2;
const UNDEFINED = 7;
/** Tag in the first directory that points to the directory with the user's comment. */
const EXIF_DIRECTORY = 0x8769;
const MAX_ENTRIES = 1_000;
const MAX_DIRECTORIES = 4;
const ENCODING_BYTES = 8;

/** The texts of EXIF data (TIFF 6.0 §2): ComfyUI writes `prompt:{…}` and `workflow:{…}` into camera tags. */
export function exifTexts(data: Buffer, texts: NamedTexts): void {
  const tiff = data.toString('latin1', 0, 6) === 'Exif\0\0' ? data.subarray(6) : data;
  const order = tiff.toString('latin1', 0, 2);
  if (order === 'II' || order === 'MM') new Tiff(tiff, order === 'II').read(texts);
}

class Tiff {
  constructor(
    private readonly bytes: Buffer,
    private readonly little: boolean,
  ) {}

  read(texts: NamedTexts): void {
    const directories = [this.long(4)];
    for (let index = 0; index < directories.length && index < MAX_DIRECTORIES; index += 1) {
      const at = directories[index] ?? 0;
      const count = Math.min(this.short(at), MAX_ENTRIES);
      for (let entry = 0; entry < count; entry += 1) {
        const field = at + 2 + entry * 12;
        if (this.short(field) === EXIF_DIRECTORY) directories.push(this.long(field + 8));
        const text = this.textAt(field);
        if (text !== null) texts.add(...named(text));
      }
    }
  }

  private textAt(field: number): string | null {
    const type = this.short(field + 2);
    if (type !== ASCII && type !== UNDEFINED) return null;
    const length = this.long(field + 4);
    const start = length > 4 ? this.long(field + 8) : field + 8;
    const bytes = this.bytes.subarray(start, start + length);
    return type === ASCII ? untilZero(bytes, 'utf8').toString('utf8') : this.comment(bytes);
  }

  /** A user's comment begins with the name of its encoding. */
  private comment(bytes: Buffer): string {
    const encoding = bytes.toString('latin1', 0, ENCODING_BYTES);
    const text = bytes.subarray(ENCODING_BYTES);
    if (!encoding.startsWith('UNICODE')) return untilZero(text, 'utf8').toString('utf8');
    const even = untilZero(text.subarray(0, text.length - (text.length % 2)), 'utf16le');
    return (this.little ? even : Buffer.from(even).swap16()).toString('utf16le');
  }

  private short(at: number): number {
    if (at + 2 > this.bytes.length) return 0;
    return this.little ? this.bytes.readUInt16LE(at) : this.bytes.readUInt16BE(at);
  }

  private long(at: number): number {
    if (at + 4 > this.bytes.length) return 0;
    return this.little ? this.bytes.readUInt32LE(at) : this.bytes.readUInt32BE(at);
  }
}

/** Cut before it is decoded: thousands of entries may share the same megabytes. */
function untilZero(bytes: Buffer, encoding: 'utf8' | 'utf16le'): Buffer {
  const end = bytes.indexOf('\0', 0, encoding);
  return end < 0 ? bytes : bytes.subarray(0, end);
}

/** `workflow:{…}` names itself; any other text has no name. */
function named(text: string): [name: string, text: string] {
  const [, name, rest] = /^\s*(prompt|workflow)\s*:\s*([[{].*)$/is.exec(text) ?? [];
  return name === undefined || rest === undefined ? ['', text] : [name, rest];
}
