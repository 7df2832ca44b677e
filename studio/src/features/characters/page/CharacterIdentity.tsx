import { Stack } from '@mantine/core';
import type { Character } from '../../../api/types';
import { ChoiceField } from '../../../ui/ChoiceField';
import { EditField } from '../../../ui/EditField';
import { Fact, Facts } from '../../../ui/Facts';
import { Time } from '../../../ui/Time';
import { VoiceFields } from '../../voices/public';
import { charactersWords as words } from '../words';
import type { CharacterEditing, Removal } from './use-character-editing';

const removalOf = (voice: Character['voice']): Removal => ({
  text: words.page.voiceRemoved,
  change: { voice: null },
  undo: (now) => (now.voice === null ? { voice } : {}),
});

interface CharacterIdentityProps {
  readonly character: Character;
  readonly editing: CharacterEditing;
}

/** Name, words, trigger and voice: each field is saved by itself. */
export function CharacterIdentity({ character, editing }: CharacterIdentityProps) {
  const { page } = words;
  const { isReadOnly, save, remove } = editing;
  return (
    <Stack gap="lg">
      <EditField
        label={page.name}
        value={character.name}
        isReadOnly={isReadOnly}
        onSave={(name) => save({ name })}
      />
      <ChoiceField
        label={page.category}
        value={character.category}
        names={words.categories}
        isReadOnly={isReadOnly}
        onChoose={(category) => save({ category })}
      />
      <ChoiceField
        label={page.kind}
        value={character.kind}
        names={page.kinds}
        isReadOnly={isReadOnly}
        onChoose={(kind) => save({ kind })}
      />
      <EditField
        label={page.trigger}
        help={page.triggerHelp}
        value={character.trigger}
        isReadOnly={isReadOnly}
        onSave={(trigger) => save({ trigger })}
      />
      <EditField
        label={page.basePrompt}
        help={page.basePromptHelp}
        value={character.base_prompt}
        isReadOnly={isReadOnly}
        isLong
        onSave={(base_prompt) => save({ base_prompt })}
      />
      <EditField
        label={page.description}
        help={page.descriptionHelp}
        value={character.description}
        isReadOnly={isReadOnly}
        isLong
        onSave={(description) => save({ description })}
      />
      <VoiceFields
        label={page.voice}
        help={page.voiceHelp}
        idLabel={page.voiceId}
        voice={character.voice}
        isReadOnly={editing.isReadOnly}
        onChoose={(voice) => save({ voice })}
        onChange={(change) => save((now) => ({ voice: change(now.voice) }))}
        onRemove={() => remove(removalOf(character.voice))}
      />
      <Facts>
        <Fact name={page.id} mono>
          {character.id}
        </Fact>
        {character.owner && <Fact name={page.owner}>{character.owner}</Fact>}
        <Fact name={page.created}>
          <Time iso={character.created_at} />
        </Fact>
        <Fact name={page.updated}>
          <Time iso={character.updated_at} />
        </Fact>
      </Facts>
    </Stack>
  );
}
