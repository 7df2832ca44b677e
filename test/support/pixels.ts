import sharp from 'sharp';

/** The colour of a plain picture's first pixel. */
export async function colorOf(picture: Buffer): Promise<number> {
  const pixels = await sharp(picture).removeAlpha().raw().toBuffer();
  return pixels.readUIntBE(0, 3);
}

/** Red, green, blue, row by row. */
export const pixelsOf = (picture: Buffer): Promise<Buffer> =>
  sharp(picture).removeAlpha().raw().toBuffer();

/** Mean difference of two pictures of the same size, 0 to 255. */
export function difference(a: Buffer, b: Buffer): number {
  expect(a).toHaveLength(b.length);
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += Math.abs((a[at] ?? 0) - (b[at] ?? 0));
  return sum / a.length;
}
