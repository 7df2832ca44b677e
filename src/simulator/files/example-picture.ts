import { encodePng } from './png';

const SIDE = 256;

/** `example.png` of a new input folder: a soft gradient, made without sharp. */
export function examplePicture(): Buffer {
  const pixels = Buffer.alloc(SIDE * SIDE * 3);
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const [u, v] = [x / SIDE, y / SIDE];
      const glow = Math.exp(-8 * ((u - 0.68) ** 2 + (v - 0.35) ** 2));
      pixels[(y * SIDE + x) * 3] = 70 + 110 * v + 75 * glow;
      pixels[(y * SIDE + x) * 3 + 1] = 95 + 60 * u + 80 * glow;
      pixels[(y * SIDE + x) * 3 + 2] = 170 - 70 * v + 40 * glow;
    }
  }
  return encodePng(pixels, SIDE, SIDE);
}
