import {
  actualZoom,
  FIT,
  fittedSize,
  type Frame,
  offsetOf,
  panBy,
  scaleOf,
  wheelFactor,
  zoomTo,
} from './model';

const frame: Frame = {
  pane: { width: 1000, height: 500 },
  picture: { width: 2000, height: 2000 },
  pixelRatio: 1,
};
const MIDDLE = { x: 0, y: 0 };

describe('zoom', () => {
  it.each([
    [
      { width: 2000, height: 2000 },
      { width: 500, height: 500 },
    ],
    [
      { width: 4000, height: 1000 },
      { width: 1000, height: 250 },
    ],
    [
      { width: 100, height: 50 },
      { width: 1000, height: 500 },
    ],
  ])('fits a picture of %o at %o', (picture, size) => {
    expect(fittedSize({ ...frame, picture })).toEqual(size);
  });

  it('counts pixels of the screen for 1:1', () => {
    expect(actualZoom(frame)).toBe(4);
    expect(actualZoom({ ...frame, pixelRatio: 2 })).toBe(2);
  });

  it('keeps the point under the cursor in its place', () => {
    const point = { x: 120, y: -80 };
    const before = zoomTo(FIT, frame, 6, MIDDLE);
    const after = zoomTo(before, frame, 12, point);
    const partUnder = (view: typeof FIT) => [
      view.x + point.x / (500 * view.zoom),
      view.y + point.y / (500 * view.zoom),
    ];
    expect(partUnder(after)[0]).toBeCloseTo(partUnder(before)[0]!);
    expect(partUnder(after)[1]).toBeCloseTo(partUnder(before)[1]!);
  });

  it('ends at 800 % and at the fitted picture', () => {
    expect(scaleOf(zoomTo(FIT, frame, 1000, MIDDLE), frame)).toBe(8);
    expect(zoomTo(FIT, frame, 0.01, MIDDLE)).toEqual(FIT);
  });

  it('lets a picture smaller than the pane shrink to 1:1', () => {
    const small = { ...frame, picture: { width: 50, height: 50 } };
    expect(scaleOf(zoomTo(FIT, small, 0.01, MIDDLE), small)).toBe(1);
  });

  it('pans no further than the edge of the picture', () => {
    const near = zoomTo(FIT, frame, 4, MIDDLE);
    expect(panBy(near, frame, { x: 9999, y: 9999 })).toEqual({ zoom: 4, x: 0.25, y: 0.125 });
    expect(panBy(FIT, frame, { x: 30, y: 30 })).toEqual(FIT);
  });

  it('moves the picture with the pointer', () => {
    const near = zoomTo(FIT, frame, 8, MIDDLE);
    const { x, y } = offsetOf(panBy(near, frame, { x: 40, y: -25 }), frame);
    expect(x).toBeCloseTo(40);
    expect(y).toBeCloseTo(-25);
  });

  it('turns the wheel into a factor, and bounds a fast turn', () => {
    expect(wheelFactor(-100, 0, false)).toBeGreaterThan(1);
    expect(wheelFactor(100, 0, false)).toBeLessThan(1);
    expect(wheelFactor(-100_000, 0, false)).toBe(wheelFactor(-240, 0, false));
    expect(wheelFactor(-3, 1, false)).toBe(wheelFactor(-48, 0, false));
  });
});
