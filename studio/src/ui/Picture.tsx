import { useMemo, useState } from 'react';
import styles from './Picture.module.css';
import { placeholderUrl } from './placeholder';

interface PictureProps {
  /** Address of the picture; `null` for what has none, such as audio. */
  readonly src: string | null;
  /** What a screen reader says: the description, else the prompt. Empty where the words beside it say it. */
  readonly alt: string;
  /** Pixels of the original, so that its space is reserved before it loads. */
  readonly width?: number | null;
  readonly height?: number | null;
  /** Thumbhash in base64, shown until the picture has loaded. */
  readonly placeholder?: string | null;
  readonly fit?: 'cover' | 'contain';
  readonly loading?: 'lazy' | 'eager';
  readonly className?: string;
}

/** A picture that fades in over its placeholder, in space reserved from its known size. */
export function Picture({ src, alt, className = '', ...props }: PictureProps) {
  const frame = `${styles.frame} ${className}`;
  // An empty `alt` hides it from screen readers, as with an `img`.
  if (src === null)
    return <span className={frame} {...(alt !== '' && { role: 'img', 'aria-label': alt })} />;
  return <LoadingPicture {...props} src={src} alt={alt} className={frame} />;
}

function LoadingPicture({
  src,
  alt,
  width,
  height,
  placeholder,
  fit = 'cover',
  loading = 'lazy',
  className,
}: PictureProps & { readonly src: string }) {
  const [loaded, setLoaded] = useState<string>();
  const isLoaded = loaded === src;
  const blurred = useMemo(() => placeholderUrl(placeholder), [placeholder]);
  const background = blurred !== undefined && !isLoaded ? `url(${blurred})` : undefined;
  return (
    <span className={className} style={{ backgroundImage: background }}>
      <img
        src={src}
        alt={alt}
        width={width ?? undefined}
        height={height ?? undefined}
        loading={loading}
        decoding="async"
        draggable={false}
        className={`${styles.image} ${styles[fit]}`}
        style={{ opacity: isLoaded ? 1 : 0 }}
        onLoad={() => setLoaded(src)}
      />
    </span>
  );
}
