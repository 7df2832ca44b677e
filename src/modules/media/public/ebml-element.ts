import type { ReadableBytes } from '../../../platform/imaging/readable-bytes';

/** A piece of a Matroska or WebM file (RFC 8794 §5). Offsets in bytes from the file's start. */
export interface EbmlElement {
  readonly id: number;
  /** Where the element begins, with its id. */
  readonly at: number;
  /** Where its content begins. */
  readonly start: number;
  /** At most the end of the enclosing element, even if the file claims more. */
  readonly end: number;
  /** True in live recordings, where the length of segments and clusters is unknown. */
  readonly isOpen: boolean;
  /** Does it claim to be longer than the enclosing element? */
  readonly isCut: boolean;
}

/** Reads the header of the element at `at`, which must end by `limit`; `null` if there is none. */
export async function ebmlElementAt(
  source: ReadableBytes,
  at: number,
  limit: number,
): Promise<EbmlElement | null> {
  const header = await source.read(at, Math.min(12, limit - at));
  const idLength = lengthOf(header[0] ?? 0);
  const sizeLength = lengthOf(header[idLength] ?? 0);
  if (idLength > 4 || sizeLength > 8 || idLength + sizeLength > header.length) return null;
  const start = at + idLength + sizeLength;
  const size = sizeOf(header.subarray(idLength, idLength + sizeLength));
  return {
    id: header.readUIntBE(0, idLength),
    at,
    start,
    end: size === null ? limit : Math.min(start + size, limit),
    isOpen: size === null,
    isCut: size !== null && start + size > limit,
  };
}

/** How many bytes a variable-length number has: one more than its first byte has leading zeros. */
function lengthOf(first: number): number {
  return Math.clz32(first) - 23;
}

/** `null` for an unknown size. */
function sizeOf(bytes: Buffer): number | null {
  const marker = 0x80 >> (bytes.length - 1);
  const digits = [(bytes[0] ?? 0) & (marker - 1), ...bytes.subarray(1)];
  const isOpen = digits[0] === marker - 1 && digits.slice(1).every((digit) => digit === 0xff);
  return isOpen ? null : digits.reduce((sum, digit) => sum * 256 + digit, 0);
}
