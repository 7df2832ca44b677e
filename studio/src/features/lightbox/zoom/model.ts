/** Width and height in CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A distance or place in CSS pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * What a pane shows of a picture, whatever the size of either: two panes with the same view show the same part of
 * pictures of different sizes.
 */
export interface View {
  /** 1: the whole picture fits into the pane. */
  readonly zoom: number;
  /** The part of the picture that is in the middle of the pane, from 0 to 1. */
  readonly x: number;
  readonly y: number;
}

/** A picture in a pane. */
export interface Frame {
  readonly pane: Size;
  /** Pixels of the picture. */
  readonly picture: Size;
  /** Pixels of the screen per CSS pixel. */
  readonly pixelRatio: number;
}

export const FIT: View = { zoom: 1, x: 0.5, y: 0.5 };

/** Pixels of the screen per pixel of the picture. */
const MAX_SCALE = 8;

/** The size at which the whole picture fits into the pane, in CSS pixels. */
export function fittedSize({ pane, picture }: Frame): Size {
  const scale = Math.min(pane.width / picture.width, pane.height / picture.height);
  return { width: picture.width * scale, height: picture.height * scale };
}

/** The zoom at which one pixel of the picture is one of the screen. */
export const actualZoom = (frame: Frame): number =>
  frame.picture.width / (fittedSize(frame).width * frame.pixelRatio);

/** How large a picture is shown: 1 is one pixel of the picture per pixel of the screen. */
export const scaleOf = (view: View, frame: Frame): number => view.zoom / actualZoom(frame);

const between = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

/** The middle that leaves no empty border where the picture is larger than the pane. */
function boundedMiddle(middle: number, shown: number, pane: number): number {
  if (shown <= pane) return 0.5;
  const half = pane / 2 / shown;
  return between(middle, half, 1 - half);
}

function bounded(view: View, frame: Frame): View {
  const { width, height } = fittedSize(frame);
  return {
    zoom: view.zoom,
    x: boundedMiddle(view.x, width * view.zoom, frame.pane.width),
    y: boundedMiddle(view.y, height * view.zoom, frame.pane.height),
  };
}

/** Sets the zoom so that the point (from the pane's middle) stays where it is. From fit or 1:1, the smaller, to 800 %. */
export function zoomTo(view: View, frame: Frame, zoom: number, point: Point): View {
  const { width, height } = fittedSize(frame);
  const actual = actualZoom(frame);
  const next = between(zoom, Math.min(1, actual), Math.max(1, actual * MAX_SCALE));
  return bounded(
    {
      zoom: next,
      x: view.x + point.x / (width * view.zoom) - point.x / (width * next),
      y: view.y + point.y / (height * view.zoom) - point.y / (height * next),
    },
    frame,
  );
}

/** Moves the picture with the pointer. */
export function panBy(view: View, frame: Frame, by: Point): View {
  const { width, height } = fittedSize(frame);
  return bounded(
    {
      zoom: view.zoom,
      x: view.x - by.x / (width * view.zoom),
      y: view.y - by.y / (height * view.zoom),
    },
    frame,
  );
}

/** How far the fitted picture is moved from the pane's middle, in CSS pixels. */
export function offsetOf(view: View, frame: Frame): Point {
  const { width, height } = fittedSize(frame);
  return { x: (0.5 - view.x) * width * view.zoom, y: (0.5 - view.y) * height * view.zoom };
}

/** The factor of one turn of the wheel; a pinch on a touchpad comes as small turns with Ctrl. */
export function wheelFactor(deltaY: number, deltaMode: number, isPinch: boolean): number {
  const pixels = deltaMode === 1 ? deltaY * 16 : deltaY;
  return Math.exp(-between(pixels, -240, 240) * (isPinch ? 0.01 : 0.002));
}
