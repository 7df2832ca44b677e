import { KinoraError } from '@kinora/client';
import { useVoices, type VoiceConfig } from '../../api/voices';
import { EditField } from '../../ui/EditField';
import { problemOf } from '../../ui/problem';
import { voiceWith } from './model';
import { VoiceField } from './VoiceField';
import { voicesWords as words } from './words';

interface VoiceFieldsProps {
  readonly label: string;
  readonly help: string;
  /** The label of the id, where one is typed. */
  readonly idLabel: string;
  readonly voice: VoiceConfig | null;
  readonly isReadOnly: boolean;
  readonly onChoose: (voice: VoiceConfig) => unknown;
  /** Changes the voice as it is then. Answers whether it was taken. */
  readonly onChange: (change: VoiceChange) => Promise<boolean>;
  /** Takes the voice away. Answers whether it is gone. */
  readonly onRemove: () => Promise<boolean>;
}

type VoiceChange = (now: VoiceConfig | null) => VoiceConfig | null;

/** The voice: chosen from a list, or typed where some provider doesn't tell its voices. */
export function VoiceFields(props: VoiceFieldsProps) {
  return props.isReadOnly ? <TypedVoice {...props} help="" /> : <ChosenVoice {...props} />;
}

function ChosenVoice(props: VoiceFieldsProps) {
  const { data, error } = useVoices();
  const hasList = error === null && data?.items.length !== 0;
  const isComplete = hasList && data?.isComplete !== false;
  const reason = error ?? data?.unavailable[0];
  return (
    <>
      {hasList && <VoiceField {...props} />}
      {!isComplete && (
        <TypedVoice {...props} help={hasList ? words.voiceIdHelp : whyTyped(reason)} />
      )}
    </>
  );
}

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
function TypedVoice({ voice, isReadOnly, idLabel, help, onChange, onRemove }: VoiceFieldsProps) {
  const change = (fields: Parameters<typeof voiceWith>[1]) =>
    onChange((now) => voiceWith(now, fields));
  return (
    <>
      <EditField
        label={idLabel}
        help={help}
        value={voice?.voice_id ?? ''}
        isReadOnly={isReadOnly}
        onSave={(voice_id) =>
          voice !== null && voiceWith(voice, { voice_id }) === null
            ? onRemove()
            : change({ voice_id })
        }
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
