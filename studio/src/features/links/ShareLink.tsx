import { Button, SegmentedControl } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { createLink, type NewLink, refreshLinks } from '../../api/media-links';
import type { Media } from '../../api/types';
import { FormError } from '../../ui/FormError';
import { OpenModal } from '../../ui/OpenModal';
import { useSubmitting } from '../../ui/use-submitting';
import { MadeLink } from './MadeLink';
import styles from './ShareLink.module.css';
import { linkWords as words } from './words';

const DAY = '86400';
const LIFETIMES = Object.entries(words.lifetimes).map(([value, label]) => ({ value, label }));

interface ShareLinkProps {
  readonly media: Pick<Media, 'path' | 'type'>;
  readonly onClose: () => void;
}

/** Makes a link to one file for as long as chosen, and shows it once. */
export function ShareLink({ media, onClose }: ShareLinkProps) {
  const [link, setLink] = useState<NewLink>();
  return (
    <OpenModal
      onClose={onClose}
      title={words.title}
      closeButtonProps={{ 'aria-label': words.close }}
      // A click beside it would lose the link.
      closeOnClickOutside={link === undefined}
    >
      {link === undefined ? (
        <NewLinkForm media={media} onMade={setLink} onClose={onClose} />
      ) : (
        <MadeLink link={link} onClose={onClose} />
      )}
    </OpenModal>
  );
}

interface NewLinkFormProps extends ShareLinkProps {
  readonly onMade: (link: NewLink) => void;
}

function NewLinkForm({ media, onMade, onClose }: NewLinkFormProps) {
  const queryClient = useQueryClient();
  const label = useId();
  const [seconds, setSeconds] = useState(DAY);
  const { isBusy, error, run } = useSubmitting(async () => {
    onMade(await createLink(media.path, Number(seconds)));
    void refreshLinks(queryClient);
  });
  return (
    <div className={styles.part}>
      <p>{words.who(media.type)}</p>
      <div>
        <p id={label} className={styles.label}>
          {words.ends}
        </p>
        <SegmentedControl
          fullWidth
          aria-labelledby={label}
          data={LIFETIMES}
          value={seconds}
          onChange={setSeconds}
        />
      </div>
      {error !== undefined && <FormError error={error} />}
      <div className={styles.buttons}>
        <Button onClick={onClose}>{words.cancel}</Button>
        <Button variant="filled" data-autofocus loading={isBusy} onClick={() => void run()}>
          {words.make}
        </Button>
      </div>
    </div>
  );
}
