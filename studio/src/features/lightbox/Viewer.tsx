import { useLocalStorage } from '@mantine/hooks';
import { useRef } from 'react';
import { mediaTitle, useMediaItem } from '../../api/media-item';
import type { Media } from '../../api/types';
import { useOverlay } from '../../routing/overlay';
import { ErrorState } from '../../ui/ErrorState';
import { IconAction } from '../../ui/IconAction';
import { useKeys } from '../../ui/keys';
import { IconX } from '@tabler/icons-react';
import { startsClips } from './details/model';
import { useMediaActions, useMoveToTrash } from '../media-actions/public';
import { Overlay } from './Overlay';
import { type Neighbours, useNeighbours } from './use-neighbours';
import { ViewerStage } from './ViewerStage';
import { ViewerBottomBar, ViewerTop } from './ViewerTop';
import { DetailsPanel } from './DetailsPanel';
import styles from './Viewer.module.css';
import { lightboxWords } from './words';
import { useZoom } from './zoom/use-zoom';

interface ViewerProps {
  readonly path: string;
  readonly onClose: () => void;
}

/** The lightbox: one media asset over the whole window. */
export function Viewer({ path, onClose }: ViewerProps) {
  const { data, error, refetch } = useMediaItem(path);
  const dialog = useRef<HTMLDivElement>(null);
  const around = useNeighbours(path);
  const remove = useRemove(path, around, onClose);
  // Also while the item loads: who looks for another one, or wants it gone, doesn't wait for it.
  useKeys(
    {
      Escape: onClose,
      ArrowLeft: () => {
        around.step('previous');
      },
      ArrowRight: () => {
        around.step('next');
      },
      ...(data?.trashed_at == null && { Delete: () => void remove() }),
    },
    { modal: dialog },
  );
  return (
    <Overlay ref={dialog} label={data ? mediaTitle(data) : lightboxWords.viewer}>
      {data ? (
        <LoadedViewer {...{ media: data, around, remove, dialog, onClose }} />
      ) : (
        <>
          <div className={styles.top}>
            <IconAction icon={IconX} label={lightboxWords.close} onClick={onClose} />
          </div>
          {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        </>
      )}
    </Overlay>
  );
}

/** Moves the item to the trash and shows its neighbour. */
function useRemove(path: string, { successor }: Neighbours, onClose: () => void) {
  const overlay = useOverlay();
  const moveToTrash = useMoveToTrash();
  return async () => {
    // Asked before: a removed one has no neighbours.
    const neighbour = await successor();
    if (!(await moveToTrash(path))) return;
    // Somebody may have closed the lightbox, or have gone on, meanwhile.
    if (overlay.shown() !== path) return;
    if (neighbour === undefined) onClose();
    else overlay.open(neighbour, { replace: true });
  };
}

interface LoadedViewerProps {
  readonly media: Media;
  readonly around: Neighbours;
  readonly remove: () => Promise<void>;
  readonly dialog: React.RefObject<HTMLDivElement | null>;
  readonly onClose: () => void;
}

function LoadedViewer({ media, around, remove, dialog, onClose }: LoadedViewerProps) {
  const overlay = useOverlay();
  const zoom = useZoom(media.path);
  const actions = useMediaActions(media);
  const { previous, next } = around;
  const [hasDetails, setHasDetails] = useLocalStorage({
    key: 'kinora.lightbox-details',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const toggleDetails = () => {
    setHasDetails((before) => !before);
  };
  const compare = () => {
    const other = next ?? previous;
    if (other !== undefined) overlay.compare([media.path, other]);
  };
  const rate = (rating: number) => () => {
    actions.rate(rating);
  };
  useKeys(
    {
      z: zoom.toActual,
      f: zoom.fit,
      '+': zoom.zoomIn,
      '=': zoom.zoomIn,
      '-': zoom.zoomOut,
      i: toggleDetails,
      d: actions.download,
      c: compare,
      ...(media.trashed_at === null && {
        s: actions.keep,
        u: actions.useAsInput,
        ...(startsClips(media) && { m: actions.makeClip }),
        ...Object.fromEntries([0, 1, 2, 3, 4, 5].map((stars) => [String(stars), rate(stars)])),
      }),
    },
    { modal: dialog },
  );
  const bar = { media, actions, zoom, hasDetails, toggleDetails, onClose, remove, compare };
  return (
    <>
      <ViewerTop {...bar} canCompare={(next ?? previous) !== undefined} />
      <div className={styles.body}>
        <ViewerStage media={media} zoom={zoom} dialog={dialog} around={around} />
        {hasDetails && <DetailsPanel media={media} />}
      </div>
      <ViewerBottomBar {...bar} canCompare={(next ?? previous) !== undefined} />
    </>
  );
}
