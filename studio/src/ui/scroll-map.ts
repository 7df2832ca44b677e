/** Browsers stop at about 17 to 33 million pixels; a higher grid is shown in this height. */
export const MAX_SCROLL_PX = 15_000_000;

/** Heights of the whole grid and of the window onto it, in pixels. */
export interface ScrollSizes {
  readonly total: number;
  readonly viewport: number;
}

/** The height of the scrolled element. */
export const scrollHeight = ({ total }: ScrollSizes): number => Math.min(total, MAX_SCROLL_PX);

const range = (height: number, viewport: number) => Math.max(1, height - viewport);

/** The place in the grid for a place of the scroll bar. */
export function gridTop(sizes: ScrollSizes, scrollTop: number): number {
  if (sizes.total <= MAX_SCROLL_PX) return scrollTop;
  return (
    scrollTop * (range(sizes.total, sizes.viewport) / range(scrollHeight(sizes), sizes.viewport))
  );
}

/** The place of the scroll bar for a place in the grid. */
export function scrollTopOf(sizes: ScrollSizes, top: number): number {
  if (sizes.total <= MAX_SCROLL_PX) return top;
  return top * (range(scrollHeight(sizes), sizes.viewport) / range(sizes.total, sizes.viewport));
}

/**
 * The place in the grid after scrolling. Small movements are taken pixel by pixel, so that a wheel feels the same in a
 * grid of any height; jumps, and both ends, go by the place of the scroll bar.
 */
export function scrolledTo(
  sizes: ScrollSizes,
  before: { readonly top: number; readonly scrollTop: number },
  scrollTop: number,
): number {
  const { total, viewport } = sizes;
  if (total <= MAX_SCROLL_PX) return scrollTop;
  const delta = scrollTop - before.scrollTop;
  const isAtEnd = scrollTop <= 0 || scrollTop >= scrollHeight(sizes) - viewport;
  if (isAtEnd || Math.abs(delta) > 2 * viewport) return gridTop(sizes, scrollTop);
  return Math.max(0, Math.min(total - viewport, before.top + delta));
}
