import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { mediaTitle, thumbnailUrl } from '../../api/media-item';
import type { Media } from '../../api/types';
import { EmptyState } from '../../ui/EmptyState';
import { IconAction } from '../../ui/IconAction';
import { Player } from '../../ui/player/Player';
import { downloadFile } from '../media-actions/public';
import type { Neighbours } from './use-neighbours';
import styles from './Viewer.module.css';
import { lightboxWords } from './words';
import type { Zoom } from './zoom/use-zoom';
import { ZoomPane } from './zoom/ZoomPane';

interface ViewerStageProps {
  readonly media: Media;
  readonly zoom: Zoom;
  readonly dialog: RefObject<HTMLElement | null>;
  readonly around: Neighbours;
}

/** The picture, clip or sound, with the ways to its neighbours. */
export function ViewerStage({ media, zoom, dialog, around }: ViewerStageProps) {
  return (
    <div className={styles.stage}>
      <Content
        media={media}
        zoom={zoom}
        dialog={dialog}
        onSwipe={(step) => {
          around.step(step === 1 ? 'next' : 'previous');
        }}
      />
      {around.previous !== undefined && (
        <span className={`${styles.aside} ${styles.before}`}>
          <IconAction
            icon={IconChevronLeft}
            label={lightboxWords.previous}
            onClick={() => {
              around.step('previous');
            }}
          />
        </span>
      )}
      {around.next !== undefined && (
        <span className={`${styles.aside} ${styles.after}`}>
          <IconAction
            icon={IconChevronRight}
            label={lightboxWords.next}
            onClick={() => {
              around.step('next');
            }}
          />
        </span>
      )}
    </div>
  );
}

interface ContentProps {
  readonly media: Media;
  readonly zoom: Zoom;
  readonly dialog: RefObject<HTMLElement | null>;
  readonly onSwipe: (step: 1 | -1) => void;
}

function Content({ media, zoom, dialog, onSwipe }: ContentProps) {
  const alt = mediaTitle(media);
  // Animated pictures count as videos, but only an image element plays them.
  if (media.mime.startsWith('image/'))
    return <ZoomPane media={media} alt={alt} zoom={zoom} onSwipe={onSwipe} />;
  if (media.type === 'video' || media.type === 'audio')
    return (
      <div className={styles.padded}>
        <Player
          key={media.path}
          kind={media.type}
          src={media.url}
          alt={alt}
          poster={thumbnailUrl(media, 1024)}
          fps={media.fps}
          duration={media.duration}
          hasSound={media.has_audio !== false}
          autoPlay
          keysOf={dialog}
        />
      </div>
    );
  return (
    <EmptyState title={media.name} text={lightboxWords.noViewer}>
      <Button
        onClick={() => {
          downloadFile(media);
        }}
      >
        {lightboxWords.download}
      </Button>
    </EmptyState>
  );
}
