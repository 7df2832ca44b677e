import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { searchTextOf, withShown } from './search-text';

/**
 * The text of a field that searches as you type.
 * @param words that the page shows the results of
 * @param pauseMs after the last key, before the search starts
 */
export function useSearchText(words: string, onSearch: (words: string) => void, pauseMs: number) {
  const [text, setText] = useState(() => searchTextOf(words));
  if (words !== text.shown) setText(withShown(text, words));
  const search = useDebouncedCallback((asked: string) => {
    setText((now) => ({ ...now, asked }));
    onSearch(asked);
  }, pauseMs);
  const type = (typed: string) => {
    setText((now) => ({ ...now, typed }));
    search(typed.trim());
  };
  return { typed: text.typed, type, searchNow: search.flush };
}
