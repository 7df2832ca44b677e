import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState } from 'react';
import { thumbnailUrl } from '../../../api/media-item';
import type { Media } from '../../../api/types';
import { placeholderUrl } from '../../../ui/placeholder';
import { fittedSize, type Frame, offsetOf, scaleOf } from './model';
import { useGestures } from './use-gestures';
import type { Zoom } from './use-zoom';
import styles from './ZoomPane.module.css';

/** From this scale on single pixels are shown as squares. */
const PIXELS_FROM = 4;
const UNKNOWN_SIZE = 1024;

interface ZoomPaneProps {
  readonly media: Media;
  readonly alt: string;
  readonly zoom: Zoom;
  /** Whether the zoom keys act on this pane. */
  readonly isMain?: boolean;
  readonly onSwipe?: (step: 1 | -1) => void;
}

/** A picture that can be zoomed and moved: its thumbnail first, then the original in the same place. */
export function ZoomPane({ media, alt, zoom, isMain = true, onSwipe }: ZoomPaneProps) {
  const { ref: sizeRef, width, height } = useElementSize();
  const box = useRef<HTMLDivElement>(null);
  const ref = useMergedRef(sizeRef, box);
  const frame = useMemo(() => frameOf(media, { width, height }), [media, width, height]);
  const { setFrame } = zoom;
  useEffect(() => {
    if (isMain) setFrame(frame);
  }, [isMain, frame, setFrame]);
  const gestures = useGestures(box, { zoom, frame, onSwipe });
  const isLarge = frame !== undefined && zoom.view.zoom > 1;
  return (
    <div ref={ref} className={`${styles.pane} ${isLarge ? styles.large : ''}`} {...gestures}>
      {frame && (
        <ZoomedPicture key={media.path} media={media} alt={alt} zoom={zoom} frame={frame} />
      )}
    </div>
  );
}

interface ZoomedPictureProps {
  readonly media: Media;
  readonly alt: string;
  readonly zoom: Zoom;
  readonly frame: Frame;
}

function ZoomedPicture({ media, alt, zoom: { view }, frame }: ZoomedPictureProps) {
  const [isLoaded, setIsLoaded] = useState(false);
  const { width, height } = fittedSize(frame);
  const { x, y } = offsetOf(view, frame);
  const [thumbnail] = useState(() =>
    thumbnailUrl(media, Math.max(width, height) * frame.pixelRatio),
  );
  const placeholder = useMemo(() => placeholderUrl(media.placeholder), [media.placeholder]);
  return (
    <div
      className={`${styles.picture} ${scaleOf(view, frame) >= PIXELS_FROM ? styles.pixels : ''}`}
      style={{
        width,
        height,
        transform: `translate(-50%, -50%) translate(${x}px, ${y}px) scale(${view.zoom})`,
        backgroundImage: placeholder && !isLoaded ? `url(${placeholder})` : undefined,
      }}
    >
      {thumbnail !== null && !isLoaded && <img src={thumbnail} alt="" draggable={false} />}
      <img
        src={media.url}
        alt={alt}
        draggable={false}
        style={{ opacity: isLoaded ? 1 : 0 }}
        onLoad={({ currentTarget }) => {
          // Shown only once it can be painted, so that nothing flashes.
          currentTarget.decode().then(
            () => {
              setIsLoaded(true);
            },
            () => undefined,
          );
        }}
      />
    </div>
  );
}

function frameOf(media: Media, pane: { width: number; height: number }): Frame | undefined {
  if (pane.width === 0 || pane.height === 0) return undefined;
  const picture = { width: media.width ?? UNKNOWN_SIZE, height: media.height ?? UNKNOWN_SIZE };
  return { pane, picture, pixelRatio: devicePixelRatio };
}
