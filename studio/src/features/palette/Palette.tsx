import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { problemOf } from '../../ui/problem';
import styles from './Palette.module.css';
import { PaletteAction, type PaletteEntry } from './PaletteAction';
import { searchFieldRef } from './open-palette';
import { useCommands } from './use-commands';
import { usePaletteResults } from './use-palette-results';
import { useUpload } from './use-upload';
import { paletteWords } from './words';

const DEBOUNCE_MS = 120;

/** Search and commands. */
export function Palette() {
  const [query, setQuery] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const firstRef = useRef<PaletteEntry>(undefined);
  const { onKeyDown, forgetChoice } = useEnter(firstRef);
  const upload = useUpload();
  return (
    <Spotlight.Root
      query={query}
      onQueryChange={(words) => {
        forgetChoice();
        setQuery(words);
      }}
      onSpotlightOpen={() => setIsOpen(true)}
      onSpotlightClose={() => setIsOpen(false)}
      shortcut={null}
      transitionProps={{ duration: 0 }}
      centered={false}
      yOffset="12dvh"
      scrollable
      maxHeight="min(60dvh, 480px)"
      size="lg"
      classNames={styles}
      overlayProps={{ blur: 0, backgroundOpacity: 0.5 }}
      attributes={{ content: { 'aria-label': paletteWords.title } }}
    >
      <Spotlight.Search
        ref={searchFieldRef}
        placeholder={paletteWords.placeholder}
        leftSection={<IconSearch size={18} stroke={1.5} aria-hidden="true" />}
        dir="auto"
        onKeyDown={onKeyDown}
      />
      {isOpen && <Results query={query} upload={upload} firstRef={firstRef} />}
    </Spotlight.Root>
  );
}

/**
 * Enter runs the first line, unless the arrow keys have chosen one. The library's own choice may be a line of an earlier
 * query.
 */
function useEnter(firstRef: RefObject<PaletteEntry | undefined>) {
  const isChosenRef = useRef(false);
  const onKeyDown = ({ key, nativeEvent, currentTarget }: KeyboardEvent) => {
    if (key === 'ArrowDown' || key === 'ArrowUp') isChosenRef.current = true;
    if (key !== 'Enter' || nativeEvent.isComposing || isChosenRef.current) return;
    const chosen = currentTarget.closest('[role="dialog"]')?.querySelector('[data-selected]');
    chosen?.removeAttribute('data-selected');
    spotlight.close();
    firstRef.current?.run();
  };
  const forgetChoice = () => {
    isChosenRef.current = false;
  };
  return { onKeyDown, forgetChoice };
}

interface ResultsProps {
  readonly query: string;
  readonly upload: () => void;
  /** Set to the line that Enter runs. */
  readonly firstRef: RefObject<PaletteEntry | undefined>;
}

function Results({ query, upload, firstRef }: ResultsProps) {
  const [settled] = useDebouncedValue(query.trim(), DEBOUNCE_MS);
  const results = usePaletteResults(settled);
  const { pages, searchGallery, commands } = useCommands(query.trim(), upload);
  const isBrowsing = query.trim() === '';
  const groups = [
    { label: paletteWords.pages, entries: pages },
    { label: paletteWords.commands, entries: isBrowsing ? [] : commands },
    { label: paletteWords.media, entries: results.media },
    { label: paletteWords.prompts, entries: isBrowsing ? [] : results.prompts },
    { label: paletteWords.workflows, entries: results.workflows },
    { label: paletteWords.characters, entries: results.characters },
    { label: paletteWords.search, entries: searchGallery },
    { label: paletteWords.commands, entries: isBrowsing ? commands : [] },
    // They come later than the rest, and would move what stands below them.
    { label: paletteWords.prompts, entries: isBrowsing ? results.prompts : [] },
  ].filter(({ entries }) => entries.length > 0);
  const [top] = groups;
  // Results that belong to fewer words than were typed are passed over.
  const isCurrent = settled === query.trim() && !results.isLoading;
  const current = isCurrent ? top?.entries[0] : [...pages, ...commands, ...searchGallery][0];
  useEffect(() => {
    firstRef.current = current;
  });
  return (
    <>
      <Spotlight.ActionsList>
        {groups.map(({ label, entries }) => (
          <Spotlight.ActionsGroup key={label} label={label}>
            {entries.map((entry) => (
              <PaletteAction key={entry.id} entry={entry} />
            ))}
          </Spotlight.ActionsGroup>
        ))}
      </Spotlight.ActionsList>
      {results.error !== null && (
        <p className={styles.problem} role="alert">
          {paletteWords.unsearched(problemOf(results.error).title)}
        </p>
      )}
    </>
  );
}
