import { Button, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { idsOfSharedNames } from '../../../api/character-names';
import { useCharacters } from '../../../api/characters';
import type { Character } from '../../../api/types';
import { EmptyState } from '../../../ui/EmptyState';
import { ErrorState } from '../../../ui/ErrorState';
import { Loading } from '../../../ui/Loading';
import { Face } from '../Face';
import type { CharactersSearch } from '../model';
import { charactersWords as words } from '../words';
import styles from './CharacterWall.module.css';

/** The faces; each leads to its page. */
export function CharacterWall({ search }: { readonly search: CharactersSearch }) {
  const characters = useCharacters({
    ...(search.q && { q: search.q }),
    ...(search.category && { category: search.category }),
  });
  if (characters.data === undefined && characters.error !== null)
    return <ErrorState error={characters.error} onRetry={() => void characters.refetch()} />;
  if (characters.data === undefined)
    return (
      <Loading>
        <div className={styles.wall}>
          {Array.from({ length: 12 }, (_, index) => (
            <Skeleton key={index} className={styles.skeleton} radius="xs" />
          ))}
        </div>
      </Loading>
    );
  const items = characters.data.pages.flatMap((page) => page.items);
  if (items.length === 0) {
    const state = search.q || search.category ? words.none : words.empty;
    return <EmptyState title={state.title} text={state.text} />;
  }
  const shared = idsOfSharedNames(items);
  return (
    <>
      <ul className={styles.wall} aria-label={words.list}>
        {items.map((character) => (
          <CharacterTile
            key={character.id}
            character={character}
            isNameShared={shared.has(character.id)}
          />
        ))}
      </ul>
      {characters.hasNextPage && (
        <Button
          loading={characters.isFetchingNextPage}
          onClick={() => void characters.fetchNextPage()}
        >
          {words.more}
        </Button>
      )}
    </>
  );
}

interface CharacterTileProps {
  readonly character: Character;
  /** Its id is shown, too. */
  readonly isNameShared: boolean;
}

function CharacterTile({ character, isNameShared }: CharacterTileProps) {
  return (
    <li>
      <Link to="/characters/$id" params={{ id: character.id }} className={styles.tile}>
        <Face character={character} />
        <span className={styles.name} title={character.name}>
          <bdi>{character.name}</bdi>
        </span>
        {isNameShared && <span className={styles.about}>{character.id}</span>}
        <span className={styles.about}>
          {[words.categories[character.category], character.trigger].filter(Boolean).join(' · ')}
        </span>
      </Link>
    </li>
  );
}
