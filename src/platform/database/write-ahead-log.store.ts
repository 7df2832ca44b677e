import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const MAGIC_LITTLE_ENDIAN = 0x377f0682;
const MAGIC_BIG_ENDIAN = 0x377f0683;
/** A power failure may tear the last transaction. More of them behind a broken frame had been written to disk. */
const MAX_TORN_TRANSACTIONS = 1;

/**
 * Whether SQLite would silently leave out committed transactions of a write-ahead log: replaying stops at the first
 * frame with a wrong checksum. Format: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
 */
export function isLogDamaged(path: string): boolean {
  if (!existsSync(path)) return false;
  const { size } = statSync(path);
  if (size < HEADER_BYTES) return false;
  const file = openSync(path, 'r');
  try {
    const header = readAt(file, 0, HEADER_BYTES);
    if (header.every((byte) => byte === 0)) return false;
    return hasLostTransactions(file, size, header);
  } finally {
    closeSync(file);
  }
}

function hasLostTransactions(file: number, size: number, header: Buffer): boolean {
  const magic = header.readUInt32BE(0);
  const checksum = checksumOf(magic === MAGIC_BIG_ENDIAN);
  const isKnown = magic === MAGIC_LITTLE_ENDIAN || magic === MAGIC_BIG_ENDIAN;
  let sum = checksum([0, 0], header.subarray(0, 24));
  if (!isKnown || !matches(sum, header, 24)) return true;
  const frameBytes = FRAME_HEADER_BYTES + header.readUInt32BE(8);
  const salt = header.subarray(16, 24);
  let isBroken = false;
  let lost = 0;
  for (let at = HEADER_BYTES; at + frameBytes <= size; at += frameBytes) {
    const frame = readAt(file, at, frameBytes);
    // Frames of another salt are left over from before the last checkpoint.
    const isCurrent = frame.subarray(8, 16).equals(salt);
    if (!isBroken && isCurrent) {
      sum = checksum(checksum(sum, frame.subarray(0, 8)), frame.subarray(FRAME_HEADER_BYTES));
      isBroken = !matches(sum, frame, 16);
    } else isBroken = true;
    const endsTransaction = frame.readUInt32BE(4) > 0;
    if (isBroken && isCurrent && endsTransaction) lost += 1;
  }
  return lost > MAX_TORN_TRANSACTIONS;
}

type Sum = readonly [number, number];

/** SQLite's checksum: two running sums over pairs of 32-bit words in the byte order that the magic number says. */
const checksumOf =
  (isBigEndian: boolean) =>
  ([first, second]: Sum, bytes: Buffer): Sum => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    let [a, b] = [first, second];
    for (let at = 0; at < bytes.length; at += 8) {
      a = (a + view.getUint32(at, !isBigEndian) + b) >>> 0;
      b = (b + view.getUint32(at + 4, !isBigEndian) + a) >>> 0;
    }
    return [a, b];
  };

const matches = ([a, b]: Sum, bytes: Buffer, at: number): boolean =>
  bytes.readUInt32BE(at) === a && bytes.readUInt32BE(at + 4) === b;

function readAt(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  readSync(file, bytes, 0, length, at);
  return bytes;
}
