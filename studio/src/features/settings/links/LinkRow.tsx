import { KinoraError } from '@kinora/client';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { mediaTitle, thumbnailUrl, useMediaItem } from '../../../api/media-item';
import type { MediaLink } from '../../../api/media-links';
import type { Media } from '../../../api/types';
import { Picture } from '../../../ui/Picture';
import { Time } from '../../../ui/Time';
import { useMinute } from '../../../ui/use-now';
import styles from '../List.module.css';
import linkStyles from './Links.module.css';
import { linkListWords as words } from './words';

const THUMBNAIL = 256;
const MINUTE_MS = 60_000;

interface LinkRowProps {
  readonly link: MediaLink;
  /** Whether it says whose it is. */
  readonly hasOwner: boolean;
  readonly onRevoke: (link: MediaLink) => void;
}

/** One link: which file it opens, and until when. */
export function LinkRow({ link, hasOwner, onRevoke }: LinkRowProps) {
  const { data: media, error } = useMediaItem(link.path);
  const title = media ? mediaTitle(media) : words.unknownFile;
  return (
    <li className={linkStyles.row}>
      <Picture
        src={media ? thumbnailUrl(media, THUMBNAIL) : null}
        alt=""
        placeholder={media?.placeholder}
        className={linkStyles.picture}
      />
      <div className={styles.main}>
        <span className={linkStyles.name} title={title}>
          {media ? (
            <Link
              to="/settings"
              search={(before) => ({ ...before, view: link.path })}
              resetScroll={false}
              className={styles.name}
              aria-label={words.open(title)}
              dir="auto"
            >
              {title}
            </Link>
          ) : (
            title
          )}
        </span>
        <div className={styles.facts}>
          {words.made} <Time iso={link.created_at} /> · <Ends iso={link.expires_at} />
          {hasOwner && ` · ${link.owner ?? words.noOwner}`}
          <Problem opens={link.opens} media={media} error={error} />
        </div>
      </div>
      <Button
        size="compact-sm"
        className={linkStyles.revoke}
        aria-label={words.revokeOf(title)}
        onClick={() => onRevoke(link)}
      >
        {words.revoke}
      </Button>
    </li>
  );
}

interface ProblemProps {
  readonly opens: boolean;
  readonly media: Media | undefined;
  readonly error: Error | null;
}

/** Why the link doesn't open its file now. */
function Problem({ opens, media, error }: ProblemProps) {
  if (error instanceof KinoraError && error.status === 404) return <div>{words.isGone}</div>;
  if (media === undefined) return null;
  if (media.trashed_at !== null) return <div>{words.inTrash}</div>;
  return !opens && <div>{words.keyEnded}</div>;
}

function Ends({ iso }: { readonly iso: string }) {
  const left = Date.parse(iso) - useMinute();
  if (left <= 0) return words.hasEnded;
  if (left < MINUTE_MS) return words.endsSoon;
  return (
    <>
      {words.ends} <Time iso={iso} />
    </>
  );
}
