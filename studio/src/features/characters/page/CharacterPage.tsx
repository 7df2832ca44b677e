import { Skeleton } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useCharacter } from '../../../api/characters';
import type { Character } from '../../../api/types';
import { ButtonLink } from '../../../routing/links';
import { PathTitle, TopBar } from '../../top-bar/public';
import { ErrorState } from '../../../ui/ErrorState';
import { lazyPart } from '../../../ui/lazy-part';
import { Loading } from '../../../ui/Loading';
import { PageFrame, PageScroll } from '../../../ui/PageFrame';
import { isGone } from '../../../ui/problem';
import { charactersWords as words } from '../words';
import { CharacterIdentity } from './CharacterIdentity';
import { CharacterLoras } from './CharacterLoras';
import { CharacterMedia } from './CharacterMedia';
import { CharacterReferences } from './CharacterReferences';
import { DeleteCharacter } from './DeleteCharacter';
import styles from './CharacterPage.module.css';
import { useCharacterEditing } from './use-character-editing';

/** With the fields of Generate, which the page needs for nothing else. */
const DefaultSettings = lazyPart(
  async () => (await import('../defaults/DefaultSettings')).DefaultSettings,
);

/** One character: who it is, what it looks like, what shows it. */
export function CharacterPage() {
  const { id } = useParams({ from: '/characters/$id' });
  const record = useCharacter(id);
  const character = isGone(record) ? undefined : record.data;
  return (
    <PageFrame
      header={
        <TopBar>
          <PathTitle to="/characters" place={words.title} name={character?.name ?? id} />
        </TopBar>
      }
    >
      <PageScroll id={`character-${id}`}>
        {character !== undefined ? (
          <LoadedCharacter key={id} character={character} />
        ) : record.error !== null ? (
          <ErrorState
            error={record.error}
            onRetry={() => void record.refetch()}
            wayOut={<ButtonLink to="/characters">{words.all}</ButtonLink>}
          />
        ) : (
          <Loading>
            <div className={styles.columns}>
              <Skeleton height={560} radius="xs" />
              <Skeleton height={560} radius="xs" />
              <Skeleton height={560} radius="xs" />
            </div>
          </Loading>
        )}
      </PageScroll>
    </PageFrame>
  );
}

function LoadedCharacter({ character }: { readonly character: Character }) {
  const editing = useCharacterEditing(character);
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <div className={styles.actions}>
          <ButtonLink
            variant="filled"
            to="/generate"
            search={{ character: character.id }}
            className={styles.main}
          >
            {words.page.generate(character.name)}
          </ButtonLink>
          {!editing.isReadOnly && <DeleteCharacter character={character} />}
        </div>
        {editing.isReadOnly && <p className={styles.readOnly}>{words.page.readOnly}</p>}
        <CharacterIdentity character={character} editing={editing} />
      </div>
      <div className={styles.column}>
        <CharacterReferences character={character} editing={editing} />
        <CharacterLoras character={character} editing={editing} />
        <DefaultSettings character={character} editing={editing} />
      </div>
      <div className={`${styles.column} ${styles.media}`}>
        <CharacterMedia id={character.id} />
      </div>
    </div>
  );
}
