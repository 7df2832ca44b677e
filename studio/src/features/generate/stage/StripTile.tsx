import { UnstyledButton } from '@mantine/core';
import { IconFile, IconVolume } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useLiveJob } from '../../../api/live-jobs';
import { thumbnailUrl } from '../../../api/media-item';
import { clipLength } from '../../../ui/format';
import { Picture } from '../../../ui/Picture';
import { useSecondsUntil } from '../../../ui/use-seconds-until';
import { liveFacts, percent, waitingText } from './model';
import type { StripItem } from './strip-items';
import styles from './StripTile.module.css';
import { useJobPreview } from '../../../api/job-preview';
import { stageWords } from './words';

const THUMBNAIL = 256;

interface StripTileProps {
  readonly item: StripItem;
  readonly isCurrent: boolean;
  /** Whether Tab leads to it; the arrow keys lead to the others. */
  readonly isTabStop: boolean;
  readonly onChoose: () => void;
}

/** One square of the strip: a result, a waiting or running job, or one that failed. */
export function StripTile({ item, isCurrent, isTabStop, onChoose }: StripTileProps) {
  return (
    <UnstyledButton
      className={`${styles.tile} ${isCurrent ? styles.current : ''}`}
      aria-current={isCurrent}
      title={item.label}
      tabIndex={isTabStop ? 0 : -1}
      onClick={onChoose}
    >
      {content(item)}
    </UnstyledButton>
  );
}

function content(item: StripItem): ReactNode {
  if (item.kind === 'media') return <MediaContent item={item} />;
  if (item.kind === 'live') return <LiveContent id={item.id} />;
  return (
    <span className={styles.wait}>
      <span className={styles.prompt} dir="auto">
        {item.label}
      </span>
      {item.hasFailed ? (
        <span className={styles.failed}>{stageWords.failedTile}</span>
      ) : (
        <span>{stageWords.finishing}</span>
      )}
    </span>
  );
}

function MediaContent({ item: { tile, label } }: { item: Extract<StripItem, { kind: 'media' }> }) {
  const Icon = tile.type === 'audio' ? IconVolume : IconFile;
  return (
    <>
      {tile.thumbnail_url === null ? (
        <span className={styles.wait}>
          <Icon size={18} stroke={1.5} role="img" aria-label={label} />
        </span>
      ) : (
        <Picture
          className={styles.picture}
          src={thumbnailUrl(tile, THUMBNAIL)}
          alt={label}
          placeholder={tile.placeholder}
        />
      )}
      {tile.duration !== null && <span className={styles.length}>{clipLength(tile.duration)}</span>}
    </>
  );
}

function LiveContent({ id }: { readonly id: string }) {
  const live = useLiveJob(id);
  const facts = liveFacts(live);
  const preview = useJobPreview(id, facts.previewRev);
  const seconds = useSecondsUntil(facts.endsAt);
  return (
    <>
      {preview !== undefined && <img className={styles.preview} src={preview} alt="" />}
      <span className={`${styles.wait} ${preview === undefined ? '' : styles.onPreview}`}>
        <span className={styles.prompt} dir="auto">
          {live?.job.prompt}
        </span>
        {facts.isRunning ? (
          <>
            {percent(facts.fraction)}
            <span className={styles.bar}>
              <b className={styles.done} style={{ transform: `scaleX(${facts.fraction})` }} />
            </span>
          </>
        ) : (
          waitingText(facts, seconds)
        )}
      </span>
    </>
  );
}
