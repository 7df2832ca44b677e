/** Formats of pictures that are taken. */
export type PictureFormat = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif';

const SIGNATURES: readonly (readonly [signature: RegExp, format: PictureFormat])[] = [
  [/^\x89PNG\r\n\x1a\n/, 'png'],
  [/^\xff\xd8\xff/, 'jpeg'],
  [/^GIF8[79]a/, 'gif'],
  [/^RIFF.{4}WEBP/s, 'webp'],
];

/** A picture's format by its first bytes; `null` for everything else, such as SVG, HEIC and image sequences. */
export function pictureFormatOf(head: Buffer): PictureFormat | null {
  const start = head.toString('latin1', 0, 12);
  const signed = SIGNATURES.find(([signature]) => signature.test(start));
  if (signed) return signed[1];
  const brands = isoBrands(head);
  return brands.includes('avif') && !brands.includes('avis') ? 'avif' : null;
}

/** The brands in the `ftyp` box that ISO base media (ISO 14496-12) starts with, the major one first. */
export function isoBrands(head: Buffer): readonly string[] {
  if (head.toString('latin1', 4, 8) !== 'ftyp') return [];
  const end = Math.min(head.readUInt32BE(0), head.length);
  const brands = [head.toString('latin1', 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(head.toString('latin1', at, at + 4));
  return brands;
}
