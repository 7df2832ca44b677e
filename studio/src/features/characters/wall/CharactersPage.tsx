import { useNavigate, useSearch } from '@tanstack/react-router';
import type { CharacterCategory } from '../../../api/characters';
import { TopBar } from '../../top-bar/public';
import { FilterPill } from '../../../ui/FilterPill';
import { PageFrame, PageScroll } from '../../../ui/PageFrame';
import { SearchField } from '../../../ui/SearchField';
import { CATEGORIES, type CharactersSearch } from '../model';
import { charactersWords as words } from '../words';
import { CharacterWall } from './CharacterWall';
import { CreateCharacter } from './CreateCharacter';

const CATEGORY_OPTIONS = CATEGORIES.map((value) => ({ value, label: words.categories[value] }));

/** All characters as a wall of faces. */
export function CharactersPage() {
  const search = useSearch({ from: '/characters' });
  const navigate = useNavigate({ from: '/characters' });
  const change = (patch: CharactersSearch) =>
    void navigate({
      search: (before) => {
        const { q, category } = { ...before, ...patch };
        return { ...(q && { q }), ...(category && { category }) };
      },
      replace: true,
    });
  return (
    <PageFrame
      header={
        <TopBar>
          <h1>{words.title}</h1>
        </TopBar>
      }
      filters={
        <>
          <SearchField
            label={words.search}
            value={search.q ?? ''}
            onChange={(q) => change({ q })}
          />
          <FilterPill
            label={words.category}
            options={CATEGORY_OPTIONS}
            value={search.category}
            onChange={(category) => change({ category: category as CharacterCategory | undefined })}
          />
          <CreateCharacter />
        </>
      }
    >
      <PageScroll id="characters">
        <CharacterWall search={search} />
      </PageScroll>
    </PageFrame>
  );
}
