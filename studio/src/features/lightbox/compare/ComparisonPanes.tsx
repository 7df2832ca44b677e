import { IconArrowsHorizontal } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { ReactCompareSlider } from 'react-compare-slider';
import type { Media } from '../../../api/types';
import { useKeys } from '../../../ui/keys';
import { mediaTitle } from '../../../api/media-item';
import type { Zoom } from '../zoom/use-zoom';
import { ZoomPane } from '../zoom/ZoomPane';
import styles from './Comparison.module.css';
import { useFlicker } from './use-flicker';

export type ComparisonMode = 'slider' | 'side-by-side' | 'flicker';

interface ComparisonPanesProps {
  readonly one: Media;
  readonly two: Media;
  readonly mode: ComparisonMode;
  readonly zoom: Zoom;
  readonly dialog: RefObject<HTMLElement | null>;
}

/** The two pictures in one of three arrangements. */
export function ComparisonPanes({ one, two, mode, zoom, dialog }: ComparisonPanesProps) {
  if (mode === 'flicker') return <Flicker one={one} two={two} zoom={zoom} dialog={dialog} />;
  const [left, right] = [
    <ZoomPane key={one.path} media={one} alt={mediaTitle(one)} zoom={zoom} />,
    <ZoomPane key={two.path} media={two} alt={mediaTitle(two)} zoom={zoom} isMain={false} />,
  ];
  if (mode === 'side-by-side')
    return (
      <div className={styles.pair}>
        <div className={styles.side}>
          {left}
          <Name media={one} />
        </div>
        <div className={styles.side}>
          {right}
          <Name media={two} />
        </div>
      </div>
    );
  return (
    <ReactCompareSlider
      className={styles.slider}
      onlyHandleDraggable
      keyboardIncrement="2%"
      handle={<Handle />}
      itemOne={<div className={styles.half}>{left}</div>}
      itemTwo={<div className={styles.half}>{right}</div>}
    />
  );
}

function Handle() {
  return (
    <div className={styles.handle}>
      <span className={styles.grip}>
        <IconArrowsHorizontal size={18} stroke={1.5} aria-hidden="true" />
      </span>
    </div>
  );
}

type FlickerProps = Omit<ComparisonPanesProps, 'mode'>;

/** Alternates between the pictures in the same place. Space and the arrow keys switch at once, and end the alternation. */
function Flicker({ one, two, zoom, dialog }: FlickerProps) {
  const { isFirst, toggle } = useFlicker();
  useKeys({ Space: toggle, ArrowLeft: toggle, ArrowRight: toggle }, { modal: dialog });
  const current = isFirst ? one : two;
  return (
    <div className={styles.flicker}>
      {[one, two].map((media) => (
        <div
          key={media.path}
          className={`${styles.layer} ${media === current ? '' : styles.hidden}`}
        >
          <ZoomPane media={media} alt={mediaTitle(media)} zoom={zoom} isMain={media === one} />
        </div>
      ))}
      <Name media={current} />
    </div>
  );
}

function Name({ media }: { readonly media: Media }) {
  return (
    <span className={styles.name} dir="auto">
      {mediaTitle(media)}
    </span>
  );
}
