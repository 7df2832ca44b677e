import { type RefObject, useEffect, useRef, useState } from 'react';
import { notifyError } from '../../../../ui/notify';
import { maskWords } from '../../words';
import { mediaUrl } from '../../../../api/media-url';
import { drawStep, type MaskCanvas, maskPixels, type MaskStep, type Point, redraw } from './model';
import { encodePng } from './png';

/** Nodes fit a mask to its picture, so that more pixels gain nothing. */
const MAX_EDGE = 2048;

export interface Mask {
  /** Null until the picture has loaded. */
  readonly size: readonly [width: number, height: number] | null;
  readonly hasSteps: boolean;
  readonly begin: (kind: 'brush' | 'eraser', size: number, point: Point) => void;
  readonly extend: (point: Point) => void;
  readonly end: () => void;
  readonly add: (kind: 'invert' | 'clear') => void;
  readonly undo: () => void;
  /** The mask as a file, its edge softened by so many pixels. */
  readonly file: (feather: number) => Promise<File>;
}

/** A mask that is painted on a canvas as large as the picture. */
export function useMask(
  canvas: RefObject<HTMLCanvasElement | null>,
  picture: string,
  former: string | null,
): Mask {
  const [size, setSize] = useState<Mask['size']>(null);
  const [steps, setSteps] = useState<readonly MaskStep[]>([]);
  const stroke = useRef<{ kind: 'brush' | 'eraser'; size: number; points: Point[] } | null>(null);
  const [base, setBase] = useState<HTMLCanvasElement | null>(null);

  useEffect(
    () =>
      whenLoaded(mediaUrl(picture), (image) => {
        const scale = Math.min(1, MAX_EDGE / Math.max(image.naturalWidth, image.naturalHeight));
        setSize([
          Math.max(1, Math.round(image.naturalWidth * scale)),
          Math.max(1, Math.round(image.naturalHeight * scale)),
        ]);
      }),
    [picture],
  );

  useEffect(() => {
    if (former === null || size === null) return undefined;
    return whenLoaded(mediaUrl(former), (image) => setBase(painted(image, size)));
  }, [former, size]);
  useEffect(() => paint(canvas.current, base, steps), [canvas, base, steps, size]);

  const addStep = (step: MaskStep) => setSteps((before) => [...before, step]);
  const paintStroke = () =>
    paint(canvas.current, base, stroke.current ? [...steps, stroke.current] : steps);
  return {
    size,
    hasSteps: steps.length > 0,
    begin: (kind, width, point) => {
      stroke.current = { kind, size: width, points: [point] };
      paintStroke();
    },
    extend: (point) => {
      stroke.current?.points.push(point);
      paintStroke();
    },
    end: () => {
      const done = stroke.current;
      stroke.current = null;
      if (done) addStep(done);
    },
    add: (kind) => {
      // What is empty already needs no undo.
      if (kind === 'invert' || base || steps.length > 0) addStep({ kind });
    },
    undo: () => setSteps((before) => before.slice(0, -1)),
    file: (feather) => maskFile(canvas.current, feather),
  };
}

type Target = MaskCanvas & { readonly context: CanvasRenderingContext2D };

function maskCanvas(element: HTMLCanvasElement | null): Target | null {
  const context = element?.getContext('2d', { willReadFrequently: true });
  if (!element || !context) return null;
  const colour = getComputedStyle(element).getPropertyValue('--accent');
  context.fillStyle = colour;
  context.strokeStyle = colour;
  return { context, width: element.width, height: element.height };
}

/** Draws the former mask and the steps; a "clear" takes both away, so that what is before it need not be drawn. */
function paint(
  element: HTMLCanvasElement | null,
  base: HTMLCanvasElement | null,
  steps: readonly MaskStep[],
): void {
  const target = maskCanvas(element);
  if (!target) return;
  const cleared = steps.findLastIndex(({ kind }) => kind === 'clear');
  redraw(target, []);
  if (cleared < 0 && base) target.context.drawImage(base, 0, 0, target.width, target.height);
  for (const step of steps.slice(cleared + 1)) drawStep(target, step);
}

/** Loads a picture; a failure is shown. Returns the function that cancels. */
function whenLoaded(src: string, onLoaded: (image: HTMLImageElement) => void): () => void {
  const image = new Image();
  image.onload = () => onLoaded(image);
  image.onerror = () => notifyError(new Error(maskWords.pictureFailed));
  image.src = src;
  return () => {
    image.onload = null;
    image.onerror = null;
  };
}

/** A mask file as painted pixels: its transparency, or its brightness if it has none. */
function painted(image: HTMLImageElement, [width, height]: readonly [number, number]) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  context.drawImage(image, 0, 0, width, height);
  const pixels = context.getImageData(0, 0, width, height);
  const { data } = pixels;
  let isOpaque = true;
  for (let at = 3; at < data.length; at += 4) isOpaque &&= data[at] === 255;
  for (let at = 0; at < data.length; at += 4)
    data[at + 3] = isOpaque ? (data[at] ?? 0) : 255 - (data[at + 3] ?? 0);
  context.putImageData(pixels, 0, 0);
  return canvas;
}

async function maskFile(element: HTMLCanvasElement | null, feather: number): Promise<File> {
  if (!element) throw new Error('There is no mask.');
  const { width, height } = element;
  const soft = document.createElement('canvas');
  soft.width = width;
  soft.height = height;
  const context = soft.getContext('2d');
  if (!context) throw new Error('This browser can’t draw a mask.');
  if (feather > 0) context.filter = `blur(${feather}px)`;
  context.drawImage(element, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const png = await encodePng(maskPixels(data), width, height);
  return new File([png], 'mask.png', { type: 'image/png' });
}
