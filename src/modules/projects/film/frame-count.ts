/** How many frames a time has: to a millionth, because products such as 1.12 × 25 are a little above the whole number. */
export const frameCount = (seconds: number, fps: number): number =>
  Number((seconds * fps).toFixed(6));
