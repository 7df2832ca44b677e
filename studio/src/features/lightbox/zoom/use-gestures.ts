import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { type Frame, panBy, type Point, wheelFactor, zoomTo } from './model';
import type { Zoom } from './use-zoom';

/** A finger that moves so far sideways on a fitted picture goes to the neighbour, in CSS pixels. */
const SWIPE = 56;

interface Gestures {
  readonly zoom: Zoom;
  readonly frame: Frame | undefined;
  /** A swipe over a fitted picture: 1 to the next, -1 to the one before. */
  readonly onSwipe?: (step: 1 | -1) => void;
}

/** Wheel and pinch zoom, dragging pans, a swipe over the fitted picture leads to its neighbours. */
export function useGestures(ref: RefObject<HTMLElement | null>, gestures: Gestures) {
  const latest = useRef(gestures);
  useEffect(() => {
    latest.current = gestures;
  });
  useWheel(ref, latest);

  const pointers = useRef(new Map<number, Point>());
  const start = useRef<Point>({ x: 0, y: 0 });
  const wasPinch = useRef(false);
  const end = (event: PointerEvent<HTMLElement>) => {
    const isLast = pointers.current.size === 1;
    if (!pointers.current.delete(event.pointerId) || !isLast) return;
    const { zoom, onSwipe } = latest.current;
    const moved = event.clientX - start.current.x;
    const isSwipe = event.pointerType === 'touch' && !wasPinch.current && Math.abs(moved) > SWIPE;
    if (isSwipe && zoom.view.zoom <= 1) onSwipe?.(moved < 0 ? 1 : -1);
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      start.current = { x: event.clientX, y: event.clientY };
      wasPinch.current = pointers.current.size > 1;
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const { zoom, frame } = latest.current;
      const before = pointers.current.get(event.pointerId);
      if (!before || !frame) return;
      const now = { x: event.clientX, y: event.clientY };
      const moved = { x: now.x - before.x, y: now.y - before.y };
      const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
      pointers.current.set(event.pointerId, now);
      if (!other) zoom.change((view, used) => panBy(view, used, moved), frame);
      else {
        // The middle between both fingers moves half as far as the one.
        const shift = { x: moved.x / 2, y: moved.y / 2 };
        const factor = distance(now, other) / Math.max(1, distance(before, other));
        const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
        const point = fromMiddle(event.currentTarget, middle);
        zoom.change(
          (view, used) => zoomTo(panBy(view, used, shift), used, view.zoom * factor, point),
          frame,
        );
      }
    },
    onPointerUp: end,
    onPointerCancel: (event: PointerEvent<HTMLElement>) =>
      void pointers.current.delete(event.pointerId),
    onDoubleClick: (event: { currentTarget: HTMLElement; clientX: number; clientY: number }) => {
      const { zoom, frame } = latest.current;
      const place = { x: event.clientX, y: event.clientY };
      if (frame) zoom.toggle(fromMiddle(event.currentTarget, place), frame);
    },
  };
}

/** React's wheel listeners are passive: they could not keep the browser from zooming the page. */
function useWheel(ref: RefObject<HTMLElement | null>, latest: RefObject<Gestures>) {
  useEffect(() => {
    const element = ref.current;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const { zoom, frame } = latest.current;
      if (!frame || !element) return;
      const factor = wheelFactor(event.deltaY, event.deltaMode, event.ctrlKey);
      const point = fromMiddle(element, { x: event.clientX, y: event.clientY });
      zoom.change((view, used) => zoomTo(view, used, view.zoom * factor, point), frame);
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [ref, latest]);
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

function fromMiddle(element: Element, place: Point): Point {
  const box = element.getBoundingClientRect();
  return { x: place.x - box.left - box.width / 2, y: place.y - box.top - box.height / 2 };
}
