/** Loads the pictures, clips and sounds of the page again that could not be loaded. Browsers don't try twice. */
export function reloadBroken(): void {
  for (const image of document.images) {
    const { complete, naturalWidth, src } = image;
    if (complete && naturalWidth === 0 && src !== '') image.src = src;
  }
  for (const media of document.querySelectorAll<HTMLMediaElement>('video, audio'))
    if (media.error !== null) media.load();
}
