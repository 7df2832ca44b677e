/** The frames of a length of time, rounded to a millionth: as floating-point numbers, 1.12 × 25 is a little more than 28. */
export const frameCount = (seconds: number, fps: number): number =>
  Number((seconds * fps).toFixed(6));
