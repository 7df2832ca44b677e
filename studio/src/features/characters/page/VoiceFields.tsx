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
  const change = (fields: Parameters<typeof voiceWith>[1]) =>
    save((now) => ({ voice: voiceWith(now.voice, fields) }));
  return (
    <>
      <EditField
        label={page.voiceId}
        value={voice?.voice_id ?? ''}
        isReadOnly={isReadOnly}
        onSave={(voice_id) => change({ voice_id })}
      />
      {voice !== null && (
        <>
          <EditField
            label={page.voiceName}
            value={voice.name}
            isReadOnly={isReadOnly}
            onSave={(name) => change({ name })}
          />
          <EditField
            label={page.voiceProvider}
            value={voice.provider}
            isReadOnly={isReadOnly}
            onSave={(provider) => change({ provider })}
          />
        </>
      )}
    </>
  );
}
