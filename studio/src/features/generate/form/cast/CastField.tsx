import { useMemo } from 'react';
import { idsOfSharedNames } from '../../../../api/character-names';
import { useAllCharacters } from '../../../../api/characters';
import type { Character } from '../../../../api/types';
import { OptionPicker } from '../../../../ui/OptionPicker';
import { thumbnailUrl } from '../../../../api/media-url';
import { FieldError } from '../fields/FieldError';
import { FieldLabel } from '../../../../ui/FieldLabel';
import { clearError, formStore, patchForm, useFormPart } from '../form-state';
import type { CastMember } from '../../model';
import { formWords } from '../../words';
import { CastChip } from './CastChip';
import styles from './Cast.module.css';

const setCast = (cast: readonly CastMember[]) => {
  patchForm({ cast });
  clearError('characters');
};

/** Who and what is in the picture. */
export function CastField() {
  const cast = useFormPart((state) => state.cast);
  const { data: characters } = useAllCharacters();
  const shared = useMemo(() => idsOfSharedNames(characters ?? []), [characters]);
  const options = useMemo(
    () =>
      (characters ?? [])
        .filter(({ id }) => !cast.some((member) => member.id === id))
        .map((character) => ({
          value: character.id,
          label: character.name,
          hint: [shared.has(character.id) && character.id, character.trigger]
            .filter(Boolean)
            .join(' · '),
          picture: pictureOf(character),
          words: `${character.category} ${character.description}`,
        })),
    [characters, cast, shared],
  );
  if (cast.length === 0 && (characters?.length ?? 0) === 0) return null;
  const change = (index: number, patch: Partial<CastMember>) =>
    setCast(cast.map((member, at) => (at === index ? cleaned({ ...member, ...patch }) : member)));
  return (
    <div role="group" aria-label={formWords.cast} data-param="characters">
      <FieldLabel label={formWords.cast} />
      <div className={styles.chips}>
        {cast.map((member, index) => (
          <CastChip
            key={member.id}
            member={member}
            character={characters?.find(({ id }) => id === member.id)}
            isNameShared={shared.has(member.id)}
            onChange={(patch) => change(index, patch)}
            onRemove={() => setCast(cast.filter((_, at) => at !== index))}
          />
        ))}
        {options.length > 0 && (
          <OptionPicker
            look="add"
            label={formWords.castAddLabel}
            placeholder={formWords.castAdd}
            options={options}
            value={null}
            searchLabel={formWords.findCharacter}
            emptyText={formWords.nothingFound}
            onChange={(id) => setCast([...formStore.get().cast, { id }])}
          />
        )}
      </div>
      <FieldError name="characters" />
      <FieldError name="character" />
    </div>
  );
}

export const pictureOf = (character: Character | undefined): string | null => {
  const path = character?.source_images[0];
  return path === undefined ? null : thumbnailUrl(path);
};

const cleaned = (member: CastMember): CastMember =>
  Object.fromEntries(
    Object.entries(member).filter(([, value]: [string, unknown]) => value != null),
  ) as unknown as CastMember;
