import { IconCheck, IconFile, IconVolume } from '@tabler/icons-react';
import { memo } from 'react';
import type { MediaTile } from '../../api/types';
import { clipLength } from '../../ui/format';
import type { CellBox } from '../../ui/JustifiedGrid';
import { Picture } from '../../ui/Picture';
import { HoverVideo } from './HoverVideo';
import styles from './GalleryTile.module.css';
import { thumbnailFor } from './model';
import { galleryWords } from './words';

interface GalleryTileProps {
  readonly index: number;
  readonly box: CellBox;
  /** Undefined until it is loaded. */
  readonly tile: MediaTile | undefined;
  readonly isCursor: boolean;
  readonly isSelected: boolean;
  /** The details are about it. */
  readonly isShown: boolean;
  readonly isTrashed: boolean;
}

/** One item of the gallery. What is pressed on it is handled by the grid. */
export const GalleryTile = memo(Tile, areSame);

function Tile(props: GalleryTileProps) {
  const { index, box, tile, isCursor, isSelected, isShown } = props;
  const name = tile?.alt ?? galleryWords.fallbackName;
  const classes = [styles.tile, isSelected && styles.selected, isShown && styles.shown];
  return (
    <div
      role="gridcell"
      data-index={index}
      data-path={tile?.path}
      tabIndex={isCursor ? 0 : -1}
      aria-selected={isSelected}
      className={classes.filter(Boolean).join(' ')}
      style={{ left: box.left, width: box.width, height: box.height }}
    >
      {tile && <Content {...props} tile={tile} name={name} />}
      {tile && (
        <button
          type="button"
          tabIndex={-1}
          data-tick
          className={styles.tick}
          aria-label={galleryWords.select(name)}
          aria-pressed={isSelected}
        >
          <IconCheck size={14} stroke={2.5} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

/** Each drawing of a row makes new boxes, mostly equal ones. */
function areSame({ box: a, ...before }: GalleryTileProps, { box: b, ...after }: GalleryTileProps) {
  const keys = Object.keys(after) as (keyof typeof after)[];
  return (
    keys.every((key) => before[key] === after[key]) &&
    a.left === b.left &&
    a.width === b.width &&
    a.height === b.height
  );
}

interface ContentProps extends GalleryTileProps {
  readonly tile: MediaTile;
  readonly name: string;
}

function Content({ tile, name, box, isTrashed }: ContentProps) {
  const { type, duration, thumbnail_url: url, placeholder, path } = tile;
  if (url === null) return <NoPicture tile={tile} />;
  const address = thumbnailFor(url, Math.max(box.width, box.height), devicePixelRatio);
  const length = duration === null ? null : clipLength(duration);
  const alt = type === 'video' && length !== null ? galleryWords.video(name, length) : name;
  return (
    <>
      <Picture
        src={address}
        alt={alt}
        placeholder={placeholder}
        className={styles.picture}
        loading="eager"
      />
      {type === 'video' && <HoverVideo path={path} isTrashed={isTrashed} />}
      {type === 'video' && length !== null && (
        <span className={styles.length} aria-hidden="true">
          {length}
        </span>
      )}
    </>
  );
}

/** Sound, and files that can't be shown. */
function NoPicture({ tile: { type, name } }: { readonly tile: MediaTile }) {
  const Icon = type === 'audio' ? IconVolume : IconFile;
  return (
    <span className={styles.noPicture}>
      <Icon size={18} stroke={1.5} aria-hidden="true" />
      <span dir="auto" className={styles.name}>
        {name}
      </span>
    </span>
  );
}
