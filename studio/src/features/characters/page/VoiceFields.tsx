import type { Character } from '../../../api/types';
import { voiceWith } from '../model';
import { charactersWords as words } from '../words';
import { EditField } from '../../../ui/EditField';
import type { CharacterEditing } from './use-character-editing';

interface VoiceFieldsProps {
  readonly voice: Character['voice'];
  readonly editing: CharacterEditing;
}

/** The voice: an id makes it, an empty id takes it away. */
export function VoiceFields({ voice, editing: { isReadOnly, save } }: VoiceFieldsProps) {
  const { page } = words;
  return (
    <>
      <EditField
        label={page.voiceId}
        value={voice?.voice_id ?? ''}
        isReadOnly={isReadOnly}
        onSave={(voice_id) => save({ voice: voiceWith(voice, { voice_id }) })}
      />
      {voice !== null && (
        <>
          <EditField
            label={page.voiceName}
            value={voice.name}
            isReadOnly={isReadOnly}
            onSave={(name) => save({ voice: voiceWith(voice, { name }) })}
          />
          <EditField
            label={page.voiceProvider}
            value={voice.provider}
            isReadOnly={isReadOnly}
            onSave={(provider) => save({ voice: voiceWith(voice, { provider }) })}
          />
        </>
      )}
    </>
  );
}
