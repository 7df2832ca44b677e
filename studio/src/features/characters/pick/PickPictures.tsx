import { Button, FileButton, Modal } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { uploadMedia } from '../../../api/media-upload';
import { notifyError } from '../../../ui/notify';
import { SearchField } from '../../../ui/SearchField';
import { charactersWords as words } from '../words';
import { PictureChoices } from './PictureChoices';
import styles from './PickPictures.module.css';

interface PickPicturesProps {
  readonly isOpen: boolean;
  /** Paths that are chosen already: not offered again. */
  readonly chosen: readonly string[];
  readonly onClose: () => void;
  readonly onPick: (paths: readonly string[]) => void;
}

/** Chooses pictures of the library, or uploads new ones. */
export function PickPictures({ isOpen, onClose, ...props }: PickPicturesProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={words.pick.title}
      size={720}
      closeButtonProps={{ 'aria-label': words.pick.close }}
    >
      <Picker {...props} />
    </Modal>
  );
}

function Picker({ chosen, onPick }: Pick<PickPicturesProps, 'chosen' | 'onPick'>) {
  const queries = useQueryClient();
  const [query, setQuery] = useState('');
  const [picked, setPicked] = useState<readonly string[]>([]);
  const [isUploading, setIsUploading] = useState(false);
  const upload = async (files: readonly File[]) => {
    setIsUploading(true);
    const signal = new AbortController().signal;
    for (const file of files) {
      try {
        const { path } = await uploadMedia(file, () => undefined, signal);
        setPicked((before) => (before.includes(path) ? before : [...before, path]));
      } catch (error) {
        notifyError(error);
      }
    }
    setIsUploading(false);
    await queries.invalidateQueries({ queryKey: ['media'] });
  };
  return (
    <div className={styles.picker}>
      <div className={styles.head}>
        <SearchField label={words.pick.search} value={query} onChange={setQuery} />
        <FileButton multiple accept="image/*" onChange={(files) => void upload(files)}>
          {(props) => (
            <Button
              {...props}
              loading={isUploading}
              leftSection={<IconUpload size={18} stroke={1.5} aria-hidden="true" />}
            >
              {words.pick.upload}
            </Button>
          )}
        </FileButton>
      </div>
      <PictureChoices
        query={query}
        excluded={chosen}
        picked={picked}
        onToggle={(path) =>
          setPicked((before) =>
            before.includes(path) ? before.filter((other) => other !== path) : [...before, path],
          )
        }
      />
      <Button
        variant="filled"
        disabled={picked.length === 0}
        className={styles.add}
        onClick={() => onPick(picked)}
      >
        {words.pick.add(picked.length)}
      </Button>
    </div>
  );
}
