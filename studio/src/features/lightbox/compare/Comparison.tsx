import { SegmentedControl } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconArrowsLeftRight, IconPlayerTrackNext, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { useMediaItem } from '../../../api/media-item';
import type { Media } from '../../../api/types';
import { useOverlay } from '../../../routing/overlay';
import { useMediaActions } from '../../media-actions/public';
import { EmptyState } from '../../../ui/EmptyState';
import { ErrorState } from '../../../ui/ErrorState';
import { IconAction } from '../../../ui/IconAction';
import { useKeys } from '../../../ui/keys';
import { Overlay } from '../Overlay';
import viewer from '../Viewer.module.css';
import { compareWords, lightboxWords } from '../words';
import { useZoom } from '../zoom/use-zoom';
import { KeepButton } from './KeepButton';
import styles from './Comparison.module.css';
import { ComparisonPanes, type ComparisonMode } from './ComparisonPanes';

const MODES = [
  { value: 'slider', label: compareWords.slider },
  { value: 'side-by-side', label: compareWords.sideBySide },
  { value: 'flicker', label: compareWords.flicker },
];

export type ComparedPaths = readonly [first: string, second: string, ...others: string[]];

interface ComparisonProps {
  /** The two that are shown, then those that can take the place of the second. */
  readonly paths: ComparedPaths;
  readonly onClose: () => void;
}

/** Two pictures over the whole window, zoomed together. */
export function Comparison({ paths, onClose }: ComparisonProps) {
  const [first, second, ...others] = paths;
  const one = useMediaItem(first);
  const two = useMediaItem(second);
  const { keep: keepFirst } = useMediaActions(one.data);
  const { keep: keepSecond } = useMediaActions(two.data);
  const overlay = useOverlay();
  const dialog = useRef<HTMLDivElement>(null);
  const zoom = useZoom('comparison');
  const [mode, setMode] = useLocalStorage<ComparisonMode>({
    key: 'kinora.comparison',
    defaultValue: 'slider',
    getInitialValueInEffect: false,
  });
  const swap = () => {
    overlay.compare([second, first, ...others], { replace: true });
  };
  const showNext = () => {
    overlay.compare([first, ...others, second], { replace: true });
  };
  useKeys(
    {
      Escape: onClose,
      z: zoom.toActual,
      f: zoom.fit,
      '+': zoom.zoomIn,
      '=': zoom.zoomIn,
      '-': zoom.zoomOut,
      x: swap,
      ...(others.length > 0 && { n: showNext }),
      '1': keepFirst,
      '2': keepSecond,
    },
    { modal: dialog },
  );
  const error = one.error ?? two.error;
  return (
    <Overlay ref={dialog} label={lightboxWords.comparison}>
      <div className={viewer.top}>
        <IconAction icon={IconX} label={lightboxWords.close} shortcut="Esc" onClick={onClose} />
        <SegmentedControl
          size="xs"
          aria-label={compareWords.mode}
          data={MODES}
          value={mode}
          onChange={(value) => {
            setMode(value as ComparisonMode);
          }}
        />
        <IconAction
          icon={IconArrowsLeftRight}
          label={compareWords.swap}
          shortcut="X"
          onClick={swap}
        />
        {others.length > 0 && (
          <IconAction
            icon={IconPlayerTrackNext}
            label={compareWords.next(others.length)}
            shortcut="N"
            onClick={showNext}
          />
        )}
        <div className={styles.keep}>
          <KeepButton
            media={one.data}
            label={compareWords.keepFirst}
            shortcut="1"
            onClick={keepFirst}
          />
          <KeepButton
            media={two.data}
            label={compareWords.keepSecond}
            shortcut="2"
            onClick={keepSecond}
          />
        </div>
      </div>
      <div className={`${viewer.stage} ${styles.stage}`}>
        {error && <ErrorState error={error} />}
        {one.data && two.data && (
          <Pictures one={one.data} two={two.data} mode={mode} zoom={zoom} dialog={dialog} />
        )}
      </div>
    </Overlay>
  );
}

type PicturesProps = Parameters<typeof ComparisonPanes>[0];

function Pictures(props: PicturesProps) {
  const isPicture = ({ mime }: Media) => mime.startsWith('image/');
  if (isPicture(props.one) && isPicture(props.two)) return <ComparisonPanes {...props} />;
  return <EmptyState title={compareWords.onlyPictures} />;
}
