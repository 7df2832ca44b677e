import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { NewLink } from '../../api/media-links';
import { TextLink } from '../../routing/links';
import { CopyBlock } from '../../ui/CopyBlock';
import { Time } from '../../ui/Time';
import { reachOf } from './model';
import styles from './ShareLink.module.css';
import { linkWords as words } from './words';

interface MadeLinkProps {
  readonly link: NewLink;
  readonly onClose: () => void;
}

/** A new link, in the only place that ever shows it. */
export function MadeLink({ link: { url, expires_at }, onClose }: MadeLinkProps) {
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that made it is gone, and the next thing to do is to copy it.
    part.current?.querySelector('button')?.focus();
  }, []);
  const reach = words.reach[reachOf(url)];
  return (
    <div ref={part} className={styles.part}>
      <p>{words.once}</p>
      <CopyBlock text={url} label={words.link} />
      {reach !== undefined && <p>{reach}</p>}
      <p className={styles.note}>
        {words.endsAt} <Time iso={expires_at} />. {words.revokeIn}{' '}
        <TextLink to="/settings" hash="links">
          {words.settings}
        </TextLink>
        .
      </p>
      <div className={styles.buttons}>
        <Button variant="filled" onClick={onClose}>
          {words.done}
        </Button>
      </div>
    </div>
  );
}
