import { Autocomplete, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTagSuggestions } from '../../../api/media-item';
import { focusBeside } from '../../../ui/focus-beside';
import { detailsWords } from '../words';
import styles from './MediaDetails.module.css';
import { withTags } from './model';

const TYPING_MS = 150;

interface TagEditorProps {
  readonly tags: readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
  readonly isReadOnly?: boolean;
}

/** The tags, each with a button that removes it, and a field for another one. */
export function TagEditor({ tags, onChange, isReadOnly = false }: TagEditorProps) {
  const [isAdding, setIsAdding] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setIsAdding(false);
    requestAnimationFrame(() => button.current?.focus());
  };
  return (
    <div className={styles.tags} role="group" aria-label={detailsWords.tags}>
      {tags.map((tag) => (
        <span key={tag} className={styles.tag} dir="auto">
          {tag}
          {!isReadOnly && (
            <UnstyledButton
              className={styles.remove}
              aria-label={detailsWords.removeTag(tag)}
              onClick={({ currentTarget }) => {
                focusBeside(currentTarget.parentElement);
                onChange(tags.filter((other) => other !== tag));
              }}
            >
              <IconX size={12} aria-hidden="true" />
            </UnstyledButton>
          )}
        </span>
      ))}
      {isReadOnly ? null : isAdding ? (
        <NewTag
          taken={tags}
          onAdd={(text) => {
            onChange(withTags(tags, text));
          }}
          onClose={close}
        />
      ) : (
        <UnstyledButton
          ref={button}
          className={`${styles.tag} ${styles.addTag}`}
          aria-label={detailsWords.newTag}
          onClick={() => {
            setIsAdding(true);
          }}
        >
          <IconPlus size={12} aria-hidden="true" />
          {detailsWords.addTag}
        </UnstyledButton>
      )}
    </div>
  );
}

interface NewTagProps {
  readonly taken: readonly string[];
  readonly onAdd: (text: string) => void;
  readonly onClose: () => void;
}

function NewTag({ taken, onAdd, onClose }: NewTagProps) {
  const [text, setText] = useState('');
  const [searched] = useDebouncedValue(text, TYPING_MS);
  const suggestions = useTagSuggestions(searched);
  const add = (value: string) => {
    if (value.trim() !== '') onAdd(value);
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // The key belongs to the input method.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
    } else if (event.key === 'Enter' && !event.defaultPrevented) add(text);
  };
  return (
    <Autocomplete
      className={styles.newTag}
      size="xs"
      data-autofocus
      ref={(field) => field?.focus()}
      aria-label={detailsWords.newTag}
      value={text}
      onChange={setText}
      data={suggestions.data?.filter((tag) => !taken.includes(tag)) ?? []}
      onOptionSubmit={add}
      onKeyDown={onKeyDown}
      onBlur={() => {
        add(text);
        onClose();
      }}
    />
  );
}
