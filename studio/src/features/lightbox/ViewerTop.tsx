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
  type IconProps,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { IconAction } from '../../ui/IconAction';
import { mediaTitle } from '../../api/media-item';
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
          <IconActions {...props} />
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
      <LabelledActions {...props} />
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

interface ViewerAction {
  readonly icon: ComponentType<IconProps>;
  readonly label: string;
  /** What stands below the icon on phones. */
  readonly short: string;
  readonly shortcut: string;
  readonly isPressed?: boolean;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

/** Not offered for what is in the trash. */
const CHANGES = ['S', 'U', 'Delete'];

const actionsOf = (props: ViewerBarProps): ViewerAction[] =>
  allActions(props).filter(
    ({ shortcut }) => props.media.trashed_at === null || !CHANGES.includes(shortcut),
  );

const allActions = ({ media, actions, canCompare, ...props }: ViewerBarProps): ViewerAction[] => [
  {
    icon: media.favourite ? IconStarFilled : IconStar,
    label: media.favourite ? lightboxWords.notFavourite : lightboxWords.favourite,
    short: lightboxWords.favourite,
    shortcut: 'S',
    isPressed: media.favourite,
    onClick: actions.keep,
  },
  {
    icon: IconColumns2,
    label: lightboxWords.compareWithNext,
    short: lightboxWords.compare,
    shortcut: 'C',
    disabled: !canCompare,
    onClick: props.compare,
  },
  {
    icon: IconPhotoPlus,
    label: lightboxWords.useAsInput,
    short: lightboxWords.asInput,
    shortcut: 'U',
    onClick: actions.useAsInput,
  },
  {
    icon: IconDownload,
    label: lightboxWords.download,
    short: lightboxWords.download,
    shortcut: 'D',
    onClick: actions.download,
  },
  {
    icon: IconTrash,
    label: lightboxWords.delete,
    short: lightboxWords.delete,
    shortcut: 'Delete',
    onClick: () => void props.remove(),
  },
  {
    icon: IconInfoCircle,
    label: lightboxWords.details,
    short: lightboxWords.details,
    shortcut: 'I',
    isPressed: props.hasDetails,
    onClick: props.toggleDetails,
  },
];

function IconActions(props: ViewerBarProps) {
  return actionsOf(props).map(({ icon, label, shortcut, isPressed, disabled, onClick }) => (
    <IconAction
      key={shortcut}
      icon={icon}
      label={label}
      shortcut={shortcut}
      aria-pressed={isPressed}
      className={isPressed ? styles.pressed : undefined}
      disabled={disabled}
      onClick={onClick}
    />
  ));
}

function LabelledActions(props: ViewerBarProps) {
  return actionsOf(props).map(({ icon: Icon, short, shortcut, isPressed, disabled, onClick }) => (
    <UnstyledButton
      key={shortcut}
      className={`${styles.labelled} ${isPressed ? styles.pressed : ''}`}
      aria-pressed={isPressed}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon size={18} stroke={1.5} aria-hidden="true" />
      {short}
    </UnstyledButton>
  ));
}
