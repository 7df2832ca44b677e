import { Button, TagsInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { mediaItemQuery, useTagSuggestions } from '../../api/media-item';
import type { MetadataChange } from '../../api/media-changes';
import { sharedTags } from './model';
import { type ActionTarget, nameOf } from './use-gallery-actions';
import styles from './dialogs.module.css';
import { OpenModal } from '../../ui/OpenModal';
import { ErrorState } from '../../ui/ErrorState';
import { useSubmitting } from '../../ui/use-submitting';
import { galleryWords } from './words';

/** Tags of more are only added, as theirs aren't loaded. */
const MAX_READ = 50;
const TYPING_MS = 150;
const MAX_TAG_LENGTH = 100;

interface TagDialogProps {
  readonly about: ActionTarget;
  /** What can't be saved stays in the dialog. */
  readonly onSave: (change: MetadataChange) => Promise<void>;
  readonly onClose: () => void;
}

/** Changes the tags of one or several media: those that all have, and new ones. */
export function TagDialog({ about, onSave, onClose }: TagDialogProps) {
  const paths = 'paths' in about.target && about.count <= MAX_READ ? about.target.paths : [];
  const { items, failed } = useQueries({
    queries: paths.map((path) => mediaItemQuery(path)),
    combine: (results) => ({
      items: results.flatMap(({ data }) => data ?? []),
      failed: results.find(({ isLoadingError }) => isLoadingError),
    }),
  });
  const canRead = paths.length > 0;
  const isReady = items.length === paths.length;
  return (
    <OpenModal
      onClose={onClose}
      title={galleryWords.tagTitle(nameOf(about))}
      closeButtonProps={{ 'aria-label': galleryWords.close }}
    >
      {failed?.error && <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />}
      {isReady && (
        <TagForm
          before={canRead ? sharedTags(items) : []}
          label={
            about.count === 1
              ? galleryWords.tagField
              : canRead
                ? galleryWords.tagFieldShared
                : galleryWords.tagFieldMany
          }
          onSave={onSave}
        />
      )}
    </OpenModal>
  );
}

interface TagFormProps {
  readonly before: readonly string[];
  readonly label: string;
  readonly onSave: TagDialogProps['onSave'];
}

function TagForm({ before, label, onSave }: TagFormProps) {
  const field = useRef<HTMLInputElement>(null);
  // The dialog may be open already, while the tags were loaded.
  useEffect(() => field.current?.focus(), []);
  const [tags, setTags] = useState(() => [...before]);
  const [text, setText] = useState('');
  const [searched] = useDebouncedValue(text, TYPING_MS);
  const { data: suggestions = [] } = useTagSuggestions(searched);
  const { isBusy, submit, run } = useSubmitting(() => {
    const typed = text.trim() === '' ? tags : [...tags, text.trim()];
    return onSave({
      add_tags: typed.filter((tag) => !before.includes(tag)),
      remove_tags: before.filter((tag) => !typed.includes(tag)),
    });
  });
  return (
    <form className={styles.form} onSubmit={submit}>
      <TagsInput
        ref={field}
        data-autofocus
        label={label}
        placeholder={galleryWords.tagPlaceholder}
        // Only while somebody types: the list covers the button.
        data={text.trim() === '' ? [] : suggestions.filter((tag) => !tags.includes(tag))}
        value={tags}
        onChange={setTags}
        searchValue={text}
        onSearchChange={setText}
        maxLength={MAX_TAG_LENGTH}
        acceptValueOnBlur={false}
        clearable={false}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && text.trim() === '') {
            event.preventDefault();
            void run();
          }
        }}
      />
      <div className={styles.foot}>
        <Button type="submit" variant="filled" loading={isBusy}>
          {galleryWords.save}
        </Button>
      </div>
    </form>
  );
}
