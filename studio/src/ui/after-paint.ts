/** Runs what takes long to draw once the next frame is on screen, so that a press shows its effect at once. */
export const afterPaint = (run: () => void): void => {
  requestAnimationFrame(() => setTimeout(run));
};
