import { Popover, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { useEarlierPrompts } from '../../../../api/prompts';
import { FormError } from '../../../../ui/FormError';
import { IconAction } from '../../../../ui/IconAction';
import { searchable } from '../../../../ui/search-text';
import { Time } from '../../../../ui/Time';
import { formWords } from '../../words';
import { setPrompt } from '../form-state';
import styles from './Prompt.module.css';

const SEARCH_DELAY_MS = 200;

/** The caller's own earlier prompts, to take one again. */
export function EarlierPrompts() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <IconAction
          icon={IconHistory}
          size="sm"
          label={formWords.earlierPrompts}
          className={styles.history}
          onClick={() => setIsOpen(!isOpen)}
        />
      </Popover.Target>
      <Popover.Dropdown p={8}>
        {isOpen && <PromptList onChosen={() => setIsOpen(false)} />}
      </Popover.Dropdown>
    </Popover>
  );
}

function PromptList({ onChosen }: { readonly onChosen: () => void }) {
  const [query, setQuery] = useState('');
  const [searched] = useDebouncedValue(searchable(query), SEARCH_DELAY_MS);
  const { data, error } = useEarlierPrompts(searched, { enabled: true });
  return (
    <>
      <TextInput
        data-autofocus
        value={query}
        placeholder={formWords.findPrompt}
        aria-label={formWords.findPrompt}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      {error !== null && <FormError error={error} />}
      <div className={styles.list}>
        {data?.length === 0 && (
          <p className={styles.none}>
            {query === '' ? formWords.noPrompts : formWords.nothingFound}
          </p>
        )}
        {data?.map(({ prompt, last_used_at }) => (
          <UnstyledButton
            key={prompt}
            className={styles.entry}
            onClick={() => {
              setPrompt(prompt);
              onChosen();
            }}
          >
            <span className={styles.words} dir="auto">
              {prompt}
            </span>
            <span className={styles.when}>
              <Time iso={last_used_at} />
            </span>
          </UnstyledButton>
        ))}
      </div>
    </>
  );
}
