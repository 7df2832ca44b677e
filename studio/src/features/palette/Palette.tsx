import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import styles from './Palette.module.css';
import { PaletteAction, type PaletteEntry } from './PaletteAction';
import { useCommands } from './use-commands';
import { usePaletteResults } from './use-palette-results';
import { paletteWords } from './words';

const DEBOUNCE_MS = 120;

interface Group {
  readonly label: string;
  readonly entries: readonly PaletteEntry[];
}

/** Search and commands. Opens whenever `requests` grows. */
export function Palette({ requests }: { readonly requests: number }) {
  const [query, setQuery] = useState('');
  const [isOpen, setIsOpen] = useState(true);
  useEffect(() => spotlight.open(), [requests]);
  return (
    <Spotlight.Root
      query={query}
      onQueryChange={setQuery}
      onSpotlightOpen={() => setIsOpen(true)}
      onSpotlightClose={() => setIsOpen(false)}
      shortcut={null}
      centered={false}
      yOffset="12dvh"
      scrollable
      maxHeight="min(60dvh, 480px)"
      size="lg"
      classNames={styles}
      overlayProps={{ blur: 0, backgroundOpacity: 0.5 }}
      aria-label={paletteWords.placeholder}
    >
      <Spotlight.Search
        placeholder={paletteWords.placeholder}
        leftSection={<IconSearch size={18} stroke={1.5} aria-hidden="true" />}
        dir="auto"
      />
      {isOpen && <Results query={query} />}
    </Spotlight.Root>
  );
}

function Results({ query }: { readonly query: string }) {
  const [settled] = useDebouncedValue(query.trim(), DEBOUNCE_MS);
  const results = usePaletteResults(settled);
  const { pages, searchGallery, commands } = useCommands(query.trim());
  const groups: Group[] = [
    { label: paletteWords.pages, entries: pages },
    { label: paletteWords.media, entries: [...results.media, ...searchGallery] },
    { label: paletteWords.prompts, entries: results.prompts },
    { label: paletteWords.workflows, entries: results.workflows },
    { label: paletteWords.characters, entries: results.characters },
    { label: paletteWords.commands, entries: commands },
  ].filter(({ entries }) => entries.length > 0);
  return (
    <Spotlight.ActionsList>
      {groups.map(({ label, entries }) => (
        <Spotlight.ActionsGroup key={label} label={label}>
          {entries.map((entry) => (
            <PaletteAction key={entry.id} entry={entry} />
          ))}
        </Spotlight.ActionsGroup>
      ))}
      {groups.length === 0 && <Spotlight.Empty>{paletteWords.empty}</Spotlight.Empty>}
    </Spotlight.ActionsList>
  );
}
