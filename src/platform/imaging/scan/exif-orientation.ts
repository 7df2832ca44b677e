/*
 * EXIF is removed except for the orientation (1 to 8, tag 0x0112 of the first directory of a TIFF structure): without
 * it, a picture would be shown on its side.
 */

const ORIENTATION = 0x0112;

/** The orientation in a TIFF structure; 1 (upright) where it has none. */
export function orientationOf(tiff: Buffer): number {
  const little = tiff.toString('latin1', 0, 2) === 'II';
  if (tiff.length < 8 || (!little && tiff.toString('latin1', 0, 2) !== 'MM')) return 1;
  const u16 = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return 1;
  const entries = Math.min(u16(directory), Math.floor((tiff.length - directory - 2) / 12));
  for (let index = 0; index < entries; index += 1) {
    const entry = directory + 2 + index * 12;
    if (u16(entry) === ORIENTATION) return valid(u16(entry + 8));
  }
  return 1;
}

const valid = (orientation: number): number =>
  orientation >= 1 && orientation <= 8 ? orientation : 1;

/** A TIFF structure with only the orientation. */
export function orientationOnly(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('MM\0*', 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(ORIENTATION, 10);
  tiff.writeUInt16BE(3, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}
