const POLYNOMIAL = 0x04c11db7;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) rest = (rest << 1) ^ (rest < 0 ? POLYNOMIAL : 0);
  return rest >>> 0;
});

/** The checksum of an Ogg page whose own field is zero (RFC 3533 §6): neither reflected nor inverted, unlike zlib's. */
export function oggChecksum(page: Buffer): number {
  let sum = 0;
  for (const byte of page) sum = ((sum << 8) ^ (TABLE[(sum >>> 24) ^ byte] ?? 0)) >>> 0;
  return sum;
}
