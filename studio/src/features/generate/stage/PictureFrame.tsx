import { UnstyledButton } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import type { CSSProperties } from 'react';
import { thumbnailUrl } from '../../../api/media-item';
import type { JobOutput, Media } from '../../../api/types';
import { useOverlay } from '../../../routing/overlay';
import { Picture } from '../../../ui/Picture';
import { useSecondsUntil } from '../../../ui/use-seconds-until';
import { expectedRatio, type LiveFacts, liveFacts, percent, ratioOf, turnText } from './model';
import styles from './Stage.module.css';
import { useJobPreview } from '../../../api/job-preview';
import type { StageView } from './use-stage-view';
import { stageWords } from './words';

/** The preview while it runs and the picture once it is there, in the same place of the same size. */
export function PictureFrame({ view }: { readonly view: StageView }) {
  const { live, state, subject } = view;
  const facts = liveFacts(live);
  const preview = useJobPreview(subject?.kind === 'job' ? subject.id : undefined, facts.previewRev);
  const { ref, width, height } = useElementSize();
  const ratio = ratioOf(view.media ?? view.output) ?? expectedRatio(live?.job);
  const pixels = Math.max(width, height) * devicePixelRatio;
  const hasPreview = preview !== undefined;
  return (
    <div className={styles.area}>
      <div
        ref={ref}
        className={`${styles.fit} ${state === 'unfinished' ? styles.waiting : ''}`}
        style={{ '--ratio': ratio } as CSSProperties}
      >
        {hasPreview && (
          <img className={styles.layer} src={preview} alt={stageWords.preview(view.prompt)} />
        )}
        {state === 'unfinished' ? (
          <Unfinished facts={facts} hasPreview={hasPreview} />
        ) : (
          pixels > 0 && <FinishedPicture view={view} pixels={pixels} isOverPreview={hasPreview} />
        )}
      </div>
    </div>
  );
}

interface UnfinishedProps {
  readonly facts: LiveFacts;
  readonly hasPreview: boolean;
}

function Unfinished({ facts, hasPreview }: UnfinishedProps) {
  const seconds = useSecondsUntil(facts.endsAt);
  return (
    <>
      {!hasPreview && <span className={styles.turn}>{turnOf(facts, seconds)}</span>}
      <Progress fraction={facts.fraction} />
    </>
  );
}

function turnOf(facts: LiveFacts, seconds: number | null): string {
  const { isNodeAway, canMove, isRunning, inFront, fraction } = facts;
  if (isNodeAway) return canMove ? stageWords.moves : stageWords.away;
  if (!isRunning) return turnText(inFront, seconds);
  return fraction > 0 ? percent(fraction) : stageWords.starting;
}

interface FinishedPictureProps {
  readonly view: StageView;
  readonly pixels: number;
  readonly isOverPreview: boolean;
}

function FinishedPicture({ view, pixels, isOverPreview }: FinishedPictureProps) {
  const overlay = useOverlay();
  const { media, output, prompt } = view;
  const path = media?.path ?? output?.path ?? '';
  return (
    <UnstyledButton
      className={styles.open}
      aria-label={stageWords.open(prompt)}
      onClick={() => {
        overlay.open(path);
      }}
    >
      <Picture
        className={`${styles.picture} ${isOverPreview ? styles.over : ''}`}
        src={sourceOf(media, output, pixels)}
        alt={prompt}
        fit="contain"
        loading="eager"
        placeholder={isOverPreview ? null : media?.placeholder}
      />
    </UnstyledButton>
  );
}

/** A thumbnail of the size shown; what moves is shown itself. */
function sourceOf(media: Media | undefined, output: JobOutput | undefined, pixels: number) {
  if (media?.type === 'video') return media.url;
  const url = media?.thumbnail_url ?? output?.thumbnail_url;
  return url === undefined ? null : thumbnailUrl({ thumbnail_url: url }, pixels);
}

function Progress({ fraction }: { readonly fraction: number }) {
  return (
    <div
      className={styles.progress}
      role="progressbar"
      aria-label={stageWords.progress}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(fraction * 100)}
    >
      <div className={styles.done} style={{ transform: `scaleX(${fraction})` }} />
    </div>
  );
}
