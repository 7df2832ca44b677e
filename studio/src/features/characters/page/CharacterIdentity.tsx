import { NativeSelect, Stack } from '@mantine/core';
import type { Character } from '../../../api/types';
import { Fact, Facts } from '../../../ui/Facts';
import { Time } from '../../../ui/Time';
import { CATEGORIES, objectFromText } from '../model';
import { charactersWords as words } from '../words';
import { EditField } from './EditField';
import { VoiceFields } from './VoiceFields';
import type { CharacterEditing } from './use-character-editing';

interface CharacterIdentityProps {
  readonly character: Character;
  readonly editing: CharacterEditing;
}

const KINDS = ['human', 'agent'] as const;

/** Name, words, trigger, voice and defaults: each field is saved by itself. */
export function CharacterIdentity({ character, editing }: CharacterIdentityProps) {
  const { page } = words;
  const { isReadOnly, save } = editing;
  const defaults = Object.keys(character.defaults).length === 0 ? '' : json(character.defaults);
  return (
    <Stack gap="lg">
      <EditField
        label={page.name}
        value={character.name}
        isReadOnly={isReadOnly}
        onSave={(name) => save({ name })}
      />
      <NativeSelect
        label={page.category}
        value={character.category}
        disabled={isReadOnly}
        data={CATEGORIES.map((value) => ({ value, label: words.categories[value] }))}
        onChange={(event) =>
          void save({ category: event.currentTarget.value as Character['category'] })
        }
      />
      <NativeSelect
        label={page.kind}
        value={character.kind}
        disabled={isReadOnly}
        data={KINDS.map((value) => ({ value, label: page.kinds[value] }))}
        onChange={(event) => void save({ kind: event.currentTarget.value as Character['kind'] })}
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
      <VoiceFields voice={character.voice} editing={editing} />
      <EditField
        label={page.defaults}
        help={page.defaultsHelp}
        value={defaults}
        isReadOnly={isReadOnly}
        isLong
        isMono
        check={(text) => (objectFromText(text) ? undefined : page.defaultsWrong)}
        onSave={(text) => save({ defaults: objectFromText(text) ?? {} })}
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

const json = (value: unknown): string => JSON.stringify(value, null, 2);
