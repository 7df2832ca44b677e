import { Button } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshAgents, updateProfile } from '../../api/agents';
import { thumbnailUrl } from '../../api/media-url';
import { sessionKey } from '../../api/session';
import { notifyDone, notifyError } from '../../ui/notify';
import { MediaPicker } from '../media-picker/public';
import styles from './Settings.module.css';
import { settingsWords as words } from './words';

interface AvatarFieldProps {
  readonly id: string;
  /** Path of a picture. */
  readonly avatar: string | null;
}

/** The picture of the account: one of the gallery. */
export function AvatarField({ id, avatar }: AvatarFieldProps) {
  const queryClient = useQueryClient();
  const [isPicking, setIsPicking] = useState(false);
  const save = async (path: string | null) => {
    setIsPicking(false);
    try {
      await updateProfile(id, { avatar: path });
      await Promise.all([
        refreshAgents(queryClient),
        queryClient.invalidateQueries({ queryKey: sessionKey }),
      ]);
      notifyDone(words.saved);
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <div className={styles.avatarField} role="group" aria-label={words.avatar}>
      <span className={styles.avatar}>
        {avatar === null ? (
          <IconUser size={24} stroke={1.5} aria-hidden="true" />
        ) : (
          <img src={thumbnailUrl(avatar)} alt={words.avatar} />
        )}
      </span>
      <Button onClick={() => setIsPicking(true)}>{words.chooseAvatar}</Button>
      {avatar !== null && (
        <Button variant="subtle" color="gray" onClick={() => void save(null)}>
          {words.removeAvatar}
        </Button>
      )}
      {isPicking && (
        <MediaPicker
          kind="image"
          onClose={() => setIsPicking(false)}
          onChosen={(path) => void save(path)}
        />
      )}
    </div>
  );
}
