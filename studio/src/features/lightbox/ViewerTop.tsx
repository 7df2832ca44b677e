import { Button, UnstyledButton } from '@mantine/core';
import {
  IconColumns2,
  IconDownload,
  IconInfoCircle,
  IconPhotoPlus,
  IconStar,
  IconStarFilled,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { IconAction } from '../../ui/IconAction';
import { mediaTitle } from './details/model';
import type { ViewerBarProps } from './viewer-bar';
import styles from './Viewer.module.css';
import { ViewerMenu } from './ViewerMenu';
import { lightboxWords } from './words';
import { scaleOf } from './zoom/model';
import type { Zoom } from './zoom/use-zoom';

/** Close, what it is, zoom and actions above the picture. */
export function ViewerTop(props: ViewerBarProps) {
  const { media, actions, zoom, onClose } = props;
  const title = mediaTitle(media);
  return (
    <>
      <div className={styles.top}>
        <IconAction icon={IconX} label={lightboxWords.close} shortcut="Esc" onClick={onClose} />
        <h1 className={styles.title} dir="auto" title={title}>
          {title}
        </h1>
        <ZoomLevel zoom={zoom} />
        <span className={`${styles.separator} ${styles.wide}`} />
        <span className={styles.wide}>
          <Actions {...props} />
        </span>
        <ViewerMenu {...props} />
      </div>
      {media.trashed_at !== null && (
        <div className={styles.trashed}>
          {lightboxWords.inTrash}
          <Button onClick={() => void actions.restore()}>{lightboxWords.restore}</Button>
        </div>
      )}
    </>
  );
}

/** The actions of phones, in reach of the thumb. */
export function ViewerBottomBar(props: ViewerBarProps) {
  return (
    <div className={styles.bottom}>
      <Actions {...props} />
    </div>
  );
}

function ZoomLevel({ zoom }: { readonly zoom: Zoom }) {
  const { frame, view } = zoom;
  if (!frame) return null;
  return (
    <UnstyledButton
      className={`tabular ${styles.zoom}`}
      title={lightboxWords.zoomHint}
      onClick={view.zoom === 1 ? zoom.toActual : zoom.fit}
    >
      {lightboxWords.zoom(scaleOf(view, frame))}
    </UnstyledButton>
  );
}

function Actions({ media, actions, canCompare, ...props }: ViewerBarProps) {
  return (
    <>
      <IconAction
        icon={media.favourite ? IconStarFilled : IconStar}
        label={media.favourite ? lightboxWords.notFavourite : lightboxWords.favourite}
        aria-pressed={media.favourite}
        className={media.favourite ? styles.kept : undefined}
        shortcut="S"
        onClick={actions.keep}
      />
      <IconAction
        icon={IconColumns2}
        label={lightboxWords.compareWithNext}
        shortcut="C"
        disabled={!canCompare}
        onClick={props.compare}
      />
      <IconAction
        icon={IconPhotoPlus}
        label={lightboxWords.useAsInput}
        shortcut="U"
        onClick={actions.useAsInput}
      />
      <IconAction
        icon={IconDownload}
        label={lightboxWords.download}
        shortcut="D"
        onClick={actions.download}
      />
      <IconAction
        icon={IconTrash}
        label={lightboxWords.delete}
        shortcut="Delete"
        onClick={() => void props.remove()}
      />
      <IconAction
        icon={IconInfoCircle}
        label={lightboxWords.details}
        aria-pressed={props.hasDetails}
        shortcut="I"
        onClick={props.toggleDetails}
      />
    </>
  );
}
