import { mediaTitle, useChangeMedia } from '../../../api/media-item';
import { useJob } from '../../../api/jobs';
import type { Media } from '../../../api/types';
import { CopyButton } from '../../../ui/CopyButton';
import { Stars } from '../../../ui/Stars';
import { detailsWords } from '../words';
import { MadeFrom } from './MadeFrom';
import styles from './MediaDetails.module.css';
import { MediaFacts } from './MediaFacts';
import { TagEditor } from './TagEditor';

/** Everything about one media asset: rating, prompt, how it was made, tags, and what it was made from and into. */
export function MediaDetails({ media }: { readonly media: Media }) {
  const change = useChangeMedia();
  const set = (changes: Parameters<typeof change.mutate>[0]['changes']) => {
    change.mutate({ path: media.path, changes });
  };
  const isTrashed = media.trashed_at !== null;
  return (
    <div className={styles.details}>
      <div className={styles.head}>
        <h2 className={styles.title} dir="auto">
          {media.prompt === null ? mediaTitle(media) : detailsWords.type[media.type]}
        </h2>
        <Stars
          value={media.rating}
          label={detailsWords.rating}
          starLabel={detailsWords.stars}
          isReadOnly={isTrashed}
          onChange={(rating) => {
            set({ rating });
          }}
        />
      </div>
      {media.prompt && <Prompt text={media.prompt} />}
      {media.prompt && media.description && (
        <p className={styles.text} dir="auto">
          {media.description}
        </p>
      )}
      {media.prompt_id === null ? (
        <MediaFacts media={media} />
      ) : (
        <FactsOfJob media={media} promptId={media.prompt_id} />
      )}
      <TagEditor
        tags={media.tags}
        isReadOnly={isTrashed}
        onChange={(tags) => {
          set({ tags: [...tags] });
        }}
      />
      <MadeFrom media={media} />
    </div>
  );
}

function FactsOfJob({ media, promptId }: { readonly media: Media; readonly promptId: string }) {
  const job = useJob(promptId);
  return <MediaFacts media={media} job={job.data} isJobLoading={job.isLoading} />;
}

function Prompt({ text }: { readonly text: string }) {
  return (
    <div className={styles.prompt}>
      <p className={styles.text} dir="auto">
        {text}
      </p>
      <span className={styles.copy}>
        <CopyButton text={text} label={detailsWords.copyPrompt} />
      </span>
    </div>
  );
}
