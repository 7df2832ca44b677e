import { useEffect, useRef, useState } from 'react';
import { mediaUrl } from '../../api/media-url';
import styles from './HoverVideo.module.css';

/** So long the pointer rests before a clip plays. */
const HOVER_MS = 400;
const PICTURES = /\.(?:gif|webp)$/i;

interface HoverVideoProps {
  readonly path: string;
  readonly isTrashed: boolean;
}

/** Plays a clip without sound while the pointer rests on its tile. Fills the tile, and lets presses through. */
export function HoverVideo({ path, isTrashed }: HoverVideoProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  const [isPlaying, setIsPlaying] = useState(false);
  useEffect(() => {
    const tile = anchor.current?.closest('[role="gridcell"]');
    if (!tile || !matchMedia('(hover: hover)').matches) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const enter = () => {
      timer = setTimeout(() => setIsPlaying(true), HOVER_MS);
    };
    const leave = () => {
      clearTimeout(timer);
      setIsPlaying(false);
    };
    tile.addEventListener('pointerenter', enter);
    tile.addEventListener('pointerleave', leave);
    return () => {
      clearTimeout(timer);
      tile.removeEventListener('pointerenter', enter);
      tile.removeEventListener('pointerleave', leave);
    };
  }, []);
  const src = `${mediaUrl(path)}${isTrashed ? '?trashed=true' : ''}`;
  return (
    <span ref={anchor} className={styles.layer} aria-hidden="true">
      {isPlaying && PICTURES.test(path) && <img src={src} alt="" className={styles.video} />}
      {isPlaying && !PICTURES.test(path) && (
        <video src={src} className={styles.video} muted loop autoPlay playsInline tabIndex={-1} />
      )}
    </span>
  );
}
