import { Button, FileButton } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { uploadMedia } from '../../api/media-upload';
import { notifyError } from '../../ui/notify';
import { OpenModal } from '../../ui/OpenModal';
import { SearchField } from '../../ui/SearchField';
import { PictureChoices } from './PictureChoices';
import styles from './PicturesPicker.module.css';
import { mediaPickerWords as words } from './words';

interface PicturesPickerProps {
  readonly isOpen: boolean;
  readonly title: string;
  /** Paths that are chosen already: not offered again. */
  readonly chosen: readonly string[];
  readonly isBusy?: boolean;
  /** Further fields, above the button that adds the pictures. */
  readonly children?: ReactNode;
  readonly onClose: () => void;
  readonly onPick: (paths: readonly string[]) => void;
}

/** Chooses pictures of the library, or uploads new ones. */
export function PicturesPicker({ isOpen, ...props }: PicturesPickerProps) {
  return isOpen && <Picker {...props} />;
}

type PickerProps = Omit<PicturesPickerProps, 'isOpen'>;

function Picker({ title, chosen, isBusy = false, children, onClose, onPick }: PickerProps) {
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
    <OpenModal
      onClose={onClose}
      title={title}
      size={720}
      closeButtonProps={{ 'aria-label': words.close }}
      // What is picked is not lost by accident.
      closeOnClickOutside={picked.length === 0}
      closeOnEscape={picked.length === 0}
    >
      <div className={styles.picker}>
        <div className={styles.head}>
          <SearchField label={words.pictures.search} value={query} onChange={setQuery} />
          <FileButton multiple accept="image/*" onChange={(files) => void upload(files)}>
            {(props) => (
              <Button
                {...props}
                loading={isUploading}
                leftSection={<IconUpload size={18} stroke={1.5} aria-hidden="true" />}
              >
                {words.pictures.upload}
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
        {children}
        <Button
          variant="filled"
          loading={isBusy}
          disabled={picked.length === 0}
          className={styles.add}
          onClick={() => onPick(picked)}
        >
          {words.pictures.add(picked.length)}
        </Button>
      </div>
    </OpenModal>
  );
}
