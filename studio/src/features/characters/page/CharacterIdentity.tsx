import { NativeSelect, Stack } from '@mantine/core';
import type { Character } from '../../../api/types';
import { EditField } from '../../../ui/EditField';
import { Fact, Facts } from '../../../ui/Facts';
import { PlainField } from '../../../ui/PlainField';
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
      <Choice
        label={page.category}
        value={character.category}
        names={words.categories}
        isReadOnly={isReadOnly}
        onChoose={(category) => void save({ category })}
      />
      <Choice
        label={page.kind}
        value={character.kind}
        names={page.kinds}
        isReadOnly={isReadOnly}
        onChoose={(kind) => void save({ kind })}
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

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  /** What each value is called. */
  readonly names: Readonly<Record<Value, string>>;
  readonly isReadOnly: boolean;
  readonly onChoose: (value: Value) => void;
}

function Choice<Value extends string>({ label, value, names, ...props }: ChoiceProps<Value>) {
  if (props.isReadOnly) return <PlainField label={label} text={names[value]} />;
  return (
    <NativeSelect
      label={label}
      value={value}
      data={Object.entries<string>(names).map(([id, name]) => ({ value: id, label: name }))}
      onChange={(event) => props.onChoose(event.currentTarget.value as Value)}
    />
  );
}
