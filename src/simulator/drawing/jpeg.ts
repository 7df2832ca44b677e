import type { Sharp } from 'sharp';

/** What Pillow and most encoders write first, and what some readers look for; sharp leaves it out. */
const JFIF = Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex');

/** A JPEG with its JFIF header. */
export async function encodeJpeg(image: Sharp, quality: number): Promise<Buffer> {
  const jpeg = await image.jpeg({ quality }).toBuffer();
  return Buffer.concat([JFIF, jpeg.subarray(2)]);
}
