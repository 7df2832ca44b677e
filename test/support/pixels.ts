import sharp from 'sharp';

/** The colour of a plain picture's first pixel. */
export async function colorOf(picture: Buffer): Promise<number> {
  const pixels = await sharp(picture).removeAlpha().raw().toBuffer();
  return pixels.readUIntBE(0, 3);
}

/** Red, green, blue, row by row. */
export const pixelsOf = (picture: Buffer): Promise<Buffer> =>
  sharp(picture).removeAlpha().raw().toBuffer();
