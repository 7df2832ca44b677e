import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { idsOfSharedNames } from '../../../api/character-names';
import { useCharacters } from '../../../api/characters';
import type { Character } from '../../../api/types';
import { CreateButton } from '../../../routing/CreateAction';
import { EmptyState } from '../../../ui/EmptyState';
import { PagedList } from '../../../ui/PagedList';
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
  return (
    <PagedList
      query={characters}
      skeleton={
        <div className={styles.wall}>
          {Array.from({ length: 12 }, (_, index) => (
            <Skeleton key={index} className={styles.skeleton} radius="xs" />
          ))}
        </div>
      }
      empty={
        search.q || search.category ? (
          <EmptyState title={words.none.title} text={words.none.text} />
        ) : (
          <EmptyState title={words.empty.title} text={words.empty.text}>
            <CreateButton label={words.create} variant="filled" />
          </EmptyState>
        )
      }
    >
      {(items) => <Tiles characters={items} />}
    </PagedList>
  );
}

function Tiles({ characters }: { readonly characters: readonly Character[] }) {
  const shared = idsOfSharedNames(characters);
  return (
    <ul className={styles.wall} aria-label={words.list}>
      {characters.map((character) => (
        <CharacterTile
          key={character.id}
          character={character}
          isNameShared={shared.has(character.id)}
        />
      ))}
    </ul>
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
