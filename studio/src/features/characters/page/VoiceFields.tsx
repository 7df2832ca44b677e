import { KinoraError } from '@kinora/client';
import type { Character } from '../../../api/types';
import { useVoices } from '../../../api/voices';
import { EditField } from '../../../ui/EditField';
import { problemOf } from '../../../ui/problem';
import { VoiceField } from '../../voices/public';
import { voiceWith } from '../model';
import { charactersWords } from '../words';
import type { CharacterEditing, Removal } from './use-character-editing';

const { page: words } = charactersWords;

interface VoiceFieldsProps {
  readonly voice: Character['voice'];
  readonly editing: CharacterEditing;
}

/** The voice: chosen from a list, or typed where some provider doesn't tell its voices. */
export function VoiceFields({ voice, editing }: VoiceFieldsProps) {
  if (editing.isReadOnly) return <TypedVoice voice={voice} editing={editing} />;
  return <ChosenVoice voice={voice} editing={editing} />;
}

function ChosenVoice({ voice, editing }: VoiceFieldsProps) {
  const { data, error } = useVoices();
  const hasList = error === null && data?.items.length !== 0;
  const isComplete = hasList && data?.isComplete !== false;
  const reason = error ?? data?.unavailable[0];
  return (
    <>
      {hasList && (
        <VoiceField
          label={words.voice}
          help={words.voiceHelp}
          voice={voice}
          isReadOnly={false}
          onChange={(chosen) =>
            void (chosen === null
              ? editing.remove(removalOf(voice))
              : editing.save({ voice: chosen }))
          }
        />
      )}
      {!isComplete && (
        <TypedVoice
          voice={voice}
          editing={editing}
          help={hasList ? words.voiceIdHelp : whyTyped(reason)}
        />
      )}
    </>
  );
}

const removalOf = (voice: Character['voice']): Removal => ({
  text: words.voiceRemoved,
  change: { voice: null },
  undo: (now) => (now.voice === null ? { voice } : {}),
});

/** Why there is no list of voices. */
function whyTyped(reason: Error | { readonly detail: string } | undefined): string {
  if (
    reason === undefined ||
    (reason instanceof KinoraError && reason.code === 'speech_not_configured')
  )
    return words.voiceIdHelp;
  return reason instanceof Error ? problemOf(reason).title : reason.detail;
}

/** An id makes the voice, an empty id takes it away. */
function TypedVoice({
  voice,
  editing: { isReadOnly, save, remove },
  help,
}: VoiceFieldsProps & { readonly help?: string }) {
  const change = (fields: Parameters<typeof voiceWith>[1]) =>
    save((now) => ({ voice: voiceWith(now.voice, fields) }));
  const changeId = (voice_id: string) =>
    voice !== null && voiceWith(voice, { voice_id }) === null
      ? remove(removalOf(voice))
      : change({ voice_id });
  return (
    <>
      <EditField
        label={words.voiceId}
        {...(help !== undefined && { help })}
        value={voice?.voice_id ?? ''}
        isReadOnly={isReadOnly}
        onSave={changeId}
      />
      {voice !== null && (
        <>
          <EditField
            label={words.voiceName}
            value={voice.name}
            isReadOnly={isReadOnly}
            onSave={(name) => change({ name })}
          />
          <EditField
            label={words.voiceProvider}
            value={voice.provider}
            isReadOnly={isReadOnly}
            onSave={(provider) => change({ provider })}
          />
        </>
      )}
    </>
  );
}
