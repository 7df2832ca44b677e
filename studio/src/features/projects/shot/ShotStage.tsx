import { SegmentedControl } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { mediaUrl, thumbnailUrl } from '../../../api/media-url';
import type { Shot } from '../../../api/projects';
import { Picture } from '../../../ui/Picture';
import { Player } from '../../../ui/player/Player';
import { projectsWords as words } from '../words';
import styles from './ShotPanel.module.css';

const KINDS = [
  { value: 'image', label: words.shot.image },
  { value: 'video', label: words.shot.video },
] as const;

/** What is chosen: the clip, or the picture that it may start from. */
export function ShotStage({ shot }: { readonly shot: Shot }) {
  const [asked, setAsked] = useState<'image' | 'video'>('video');
  const there = (kind: 'image' | 'video') => (shot.missing.includes(kind) ? null : shot[kind]);
  const [image, video] = [there('image'), there('video')];
  if (image === null)
    return video === null ? null : (
      <div className={styles.stage}>
        <Clip shot={shot} path={video} />
      </div>
    );
  return (
    <div className={styles.stage}>
      {video === null || asked === 'image' ? (
        <Still shot={shot} path={image} />
      ) : (
        <Clip shot={shot} path={video} />
      )}
      {video !== null && (
        <SegmentedControl
          size="xs"
          fullWidth
          data={[...KINDS]}
          value={asked}
          onChange={setAsked}
          aria-label={words.shot.view}
        />
      )}
    </div>
  );
}

interface ShownProps {
  readonly shot: Shot;
  readonly path: string;
}

function Clip({ shot, path }: ShownProps) {
  return (
    <div className={styles.clip}>
      <Player
        key={path}
        kind="video"
        src={mediaUrl(path)}
        alt={shot.image_prompt}
        poster={thumbnailUrl(path, 512)}
        duration={shot.duration_seconds}
      />
    </div>
  );
}

function Still({ shot, path }: ShownProps) {
  return (
    <div className={styles.still}>
      <Link
        to="."
        search={(before) => ({ ...before, view: path })}
        resetScroll={false}
        className={styles.open}
        aria-label={words.shot.openMedia}
      >
        <Picture
          key={path}
          src={thumbnailUrl(path, 512)}
          alt={shot.image_prompt}
          fit="contain"
          className={styles.picture}
        />
      </Link>
    </div>
  );
}
