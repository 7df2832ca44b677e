import { Button } from '@mantine/core';
import { ButtonLink } from '../../../routing/links';
import { thumbnailUrl } from '../../../api/media-item';
import type { Job, JobOutput, Media } from '../../../api/types';
import { CopyButton } from '../../../ui/CopyButton';
import { EmptyState } from '../../../ui/EmptyState';
import { ErrorState } from '../../../ui/ErrorState';
import { Player } from '../../../ui/player/Player';
import { useIsTouch } from '../../../ui/use-is-touch';
import { downloadFile } from '../../media-actions/public';
import { PictureFrame } from './PictureFrame';
import styles from './Stage.module.css';
import type { StageView } from './use-stage-view';
import { actionWords, stageWords } from './words';

/** Pixels of the picture before a clip's first frame. */
const POSTER = 1024;

interface StageResultProps {
  readonly view: StageView;
  readonly onAgain: () => void;
}

/** What is in view: a running job, its result, or why there is none. */
export function StageResult({ view, onAgain }: StageResultProps) {
  const { state, subject, job } = view;
  if (state === 'empty') return <NothingYet />;
  if (state === 'gone') return <EmptyState title={stageWords.gone} text={stageWords.goneAdvice} />;
  if (state === 'unreadable' && view.problem) return <ErrorState error={view.problem} />;
  if (state === 'failed' && job) return <Failed job={job} onAgain={onAgain} />;
  if (state === 'loading' || !subject) return null;
  if (state === 'unfinished') return <PictureFrame key={keyOf(view)} view={view} />;
  return <Output view={view} />;
}

/** How to begin: by a key, or by the button where keys are not at hand. */
function NothingYet() {
  const isTouch = useIsTouch();
  const { empty, emptyAdvice, emptyAdviceTouch } = stageWords;
  return <EmptyState title={empty} text={isTouch ? emptyAdviceTouch : emptyAdvice} />;
}

const keyOf = ({ subject }: StageView) => (subject?.kind === 'job' ? subject.id : subject?.path);

function Output({ view }: { readonly view: StageView }) {
  const { media, output } = view;
  if (output?.type === 'text') return <Text output={output} />;
  if (!media && !output) return <EmptyState title={stageWords.nothingMade} />;
  if (isPicture(view)) return <PictureFrame key={keyOf(view)} view={view} />;
  return media ? <Playable media={media} prompt={view.prompt} /> : null;
}

/** Animated pictures count as videos, but only an image element plays them. */
const isPicture = ({ media, output }: StageView): boolean =>
  media ? media.mime.startsWith('image/') : output?.type === 'image';

function Playable({ media, prompt }: { readonly media: Media; readonly prompt: string }) {
  if (media.type === 'video' || media.type === 'audio')
    return (
      <Player
        key={media.path}
        kind={media.type}
        src={media.url}
        alt={prompt}
        poster={thumbnailUrl(media, POSTER)}
        fps={media.fps}
        duration={media.duration}
        hasSound={media.has_audio !== false}
        autoPlay
      />
    );
  return (
    <EmptyState title={media.name} text={stageWords.noViewer}>
      <Button
        onClick={() => {
          downloadFile(media);
        }}
      >
        {actionWords.download}
      </Button>
    </EmptyState>
  );
}

function Text({ output: { text = '' } }: { readonly output: JobOutput }) {
  return (
    <div className={styles.text} dir="auto">
      {text}
      <span className={styles.copy}>
        <CopyButton text={text} label={stageWords.copyText} />
      </span>
    </div>
  );
}

function Failed({ job, onAgain }: { readonly job: Job; readonly onAgain: () => void }) {
  const { error, status, prompt_id: id } = job;
  const isCancelled = status === 'cancelled';
  return (
    <div className={styles.failed} role="status">
      <h2 className={styles.failedTitle}>
        {isCancelled ? stageWords.cancelled : stageWords.failed}
      </h2>
      {error && <p className={styles.message}>{error.message}</p>}
      {error && !isCancelled && (
        <p className={styles.advice}>{stageWords.advice[error.code] ?? stageWords.otherAdvice}</p>
      )}
      <span className={styles.facts}>
        <Button onClick={onAgain}>{actionWords.again}</Button>
        <ButtonLink to="/jobs" search={{ job: id }}>
          {stageWords.openJob}
        </ButtonLink>
      </span>
    </div>
  );
}
