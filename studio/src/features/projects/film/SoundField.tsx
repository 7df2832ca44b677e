import { Button, FileButton, Input } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { uploadMedia } from '../../../api/media-upload';
import { mediaUrl } from '../../../api/media-url';
import { IconAction } from '../../../ui/IconAction';
import { notifyError } from '../../../ui/notify';
import { Player } from '../../../ui/player/Player';
import { MediaPicker } from '../../media-picker/public';
import { filmWords as words } from '../film-words';
import styles from './Film.module.css';

interface SoundFieldProps {
  readonly label: string;
  readonly help: string;
  /** Media path. */
  readonly value: string | undefined;
  readonly onChange: (path: string | undefined) => void;
}

/** A sound of the gallery, or a new one. */
export function SoundField({ label, help, value, onChange }: SoundFieldProps) {
  const queries = useQueryClient();
  const [isPicking, setIsPicking] = useState(false);
  const [isUploading, setIsUploading] = useState(false);
  const upload = async (file: File | null) => {
    if (file === null) return;
    setIsUploading(true);
    try {
      const { path } = await uploadMedia(file, () => undefined, new AbortController().signal);
      onChange(path);
      await queries.invalidateQueries({ queryKey: ['media'] });
    } catch (error) {
      notifyError(error);
    } finally {
      setIsUploading(false);
    }
  };
  return (
    <Input.Wrapper label={label} labelElement="div" description={help}>
      <div className={styles.sound}>
        {value !== undefined && (
          <>
            <span className={styles.soundPlayer}>
              <Player key={value} kind="audio" src={mediaUrl(value)} alt={label} isBare />
            </span>
            <IconAction
              icon={IconX}
              label={words.remove(label)}
              onClick={() => onChange(undefined)}
            />
          </>
        )}
        <Button aria-label={`${words.choose}: ${label}`} onClick={() => setIsPicking(true)}>
          {value === undefined ? words.choose : words.change}
        </Button>
        <FileButton accept="audio/*" onChange={(file) => void upload(file)}>
          {(props) => (
            <Button {...props} loading={isUploading} aria-label={`${words.upload}: ${label}`}>
              {words.upload}
            </Button>
          )}
        </FileButton>
      </div>
      {isPicking && (
        <MediaPicker
          kind="audio"
          onClose={() => setIsPicking(false)}
          onChosen={(path) => {
            setIsPicking(false);
            onChange(path);
          }}
        />
      )}
    </Input.Wrapper>
  );
}
