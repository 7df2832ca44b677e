/** Frames per second where the file doesn't say. */
const USUAL_FPS = 24;

export function togglePlay(element: HTMLMediaElement): void {
  if (!element.paused) element.pause();
  // The browser may refuse to play; the button then still offers it.
  else element.play().catch(() => undefined);
}

/** Goes to a time in seconds, at most to the end. */
export function seek(element: HTMLMediaElement, time: number): void {
  element.currentTime = Math.min(Math.max(time, 0), element.duration || 0);
}

/** Goes by whole frames and stops there. */
export function stepFrames(element: HTMLMediaElement, fps: number | null, frames: number): void {
  element.pause();
  seek(element, element.currentTime + frames / (fps ?? USUAL_FPS));
}

export function toggleMute(element: HTMLMediaElement): void {
  element.muted = !element.muted;
}
