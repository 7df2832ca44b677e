import { type KeyboardEvent, type PointerEvent, type Ref, useState } from 'react';
import { mediaUrl } from '../../../../api/media-url';
import { maskWords } from '../../words';
import styles from './Mask.module.css';
import { movedByKey, type Point } from './model';
import type { Mask } from './use-mask';

interface MaskSurfaceProps {
  readonly canvas: Ref<HTMLCanvasElement>;
  readonly mask: Mask;
  readonly picture: string;
  readonly tool: 'brush' | 'eraser';
  readonly size: number;
  readonly feather: number;
}

/** The picture with the mask over it: painted by the pointer, or by arrow keys and Space. */
export function MaskSurface({ canvas, mask, picture, tool, size, feather }: MaskSurfaceProps) {
  const [width, height] = mask.size ?? [1, 1];
  const [cursor, setCursor] = useState<Point | null>(null);
  const place = (event: PointerEvent<HTMLCanvasElement>): Point => {
    const box = event.currentTarget.getBoundingClientRect();
    return [
      ((event.clientX - box.left) / box.width) * width,
      ((event.clientY - box.top) / box.height) * height,
    ];
  };
  const [x, y]: Point = cursor ?? [width / 2, height / 2];
  const onKeyDown = (event: KeyboardEvent) => {
    const isDot = event.key === ' ';
    const to = isDot ? ([x, y] as const) : movedByKey([x, y], event.key, size / 2, [width, height]);
    if (!to) return;
    event.preventDefault();
    setCursor(to);
    if (!isDot && !event.shiftKey) return;
    mask.begin(tool, size, [x, y]);
    mask.extend(to);
    mask.end();
  };
  const share = (pixels: number, of: number) => `${(pixels / of) * 100}%`;
  return (
    <div
      className={styles.surface}
      style={{
        aspectRatio: `${width} / ${height}`,
        maxWidth: `calc(var(--height) * ${width / height})`,
      }}
    >
      <img src={mediaUrl(picture)} alt="" draggable={false} />
      <canvas
        ref={canvas}
        width={width}
        height={height}
        // With this role, screen readers pass arrow keys on and read out where the brush is.
        role="slider"
        aria-label={maskWords.canvas}
        aria-valuenow={Math.round(x)}
        aria-valuemax={width}
        aria-valuetext={maskWords.place(Math.round(x), Math.round(y))}
        tabIndex={0}
        onFocus={() => setCursor([x, y])}
        onBlur={() => setCursor(null)}
        onKeyDown={onKeyDown}
        style={{ filter: feather > 0 ? `blur(${feather / 4}px)` : undefined }}
        onPointerDown={(event) => {
          if (event.button > 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          mask.begin(tool, size, place(event));
        }}
        onPointerMove={(event) => {
          setCursor(place(event));
          if (event.buttons === 1) mask.extend(place(event));
        }}
        onPointerUp={mask.end}
        onPointerCancel={mask.end}
        onPointerLeave={() => setCursor(null)}
      />
      {cursor && (
        <span
          className={styles.cursor}
          style={{
            left: share(cursor[0], width),
            top: share(cursor[1], height),
            width: share(size, width),
            aspectRatio: '1',
          }}
        />
      )}
    </div>
  );
}
