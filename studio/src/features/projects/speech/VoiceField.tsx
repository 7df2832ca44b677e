import { Input } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useId } from 'react';
import type { ProjectTree } from '../../../api/projects';
import { useVoices, type Voice, type VoiceConfig } from '../../../api/voices';
import { IconAction } from '../../../ui/IconAction';
import type { Option } from '../../../ui/option-list';
import { OptionPicker } from '../../../ui/OptionPicker';
import { PlainField } from '../../../ui/PlainField';
import { inWords } from '../problems';
import { speechWords as words } from '../speech-words';
import { ListenButton } from './ListenButton';
import styles from './Speech.module.css';

interface VoiceFieldProps {
  readonly project: ProjectTree;
  readonly isReadOnly: boolean;
  readonly onChange: (voice: VoiceConfig | null) => void;
}

const keyOf = ({ provider, voice_id }: Pick<Voice, 'provider' | 'voice_id'>) =>
  `${provider} ${voice_id}`;
const nameOf = ({ name, voice_id }: Pick<Voice, 'name' | 'voice_id'>) => name || voice_id;

/** The voice of the narrator: chosen from those of all speech providers, heard, and removed. */
export function VoiceField({ project, isReadOnly, onChange }: VoiceFieldProps) {
  const id = useId();
  const voice = project.narrator_voice;
  const voices = useVoices();
  if (isReadOnly) return <PlainField label={words.voice} text={voice ? nameOf(voice) : ''} />;
  const items = voices.data?.items ?? [];
  const choose = (key: string) => {
    const chosen = items.find((one) => keyOf(one) === key);
    if (!chosen) return;
    const { provider, voice_id, name } = chosen;
    onChange({ provider, voice_id, name, settings: {} });
  };
  return (
    <Input.Wrapper
      id={id}
      label={words.voice}
      description={words.voiceHelp}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={voices.error === null ? undefined : inWords(voices.error).message}
    >
      <div className={styles.row}>
        <div className={styles.grow}>
          <OptionPicker
            id={id}
            label={words.voice}
            options={optionsFor(voice, items)}
            value={voice === null ? null : keyOf(voice)}
            placeholder={words.chooseVoice}
            searchLabel={words.find}
            emptyText={words.nothingFound}
            onChange={choose}
          />
        </div>
        {voice !== null && (
          <>
            <ListenButton
              label={words.listenVoice}
              stopLabel={words.stop}
              text={words.sample}
              speaker={{ project: project.id }}
            />
            <IconAction
              icon={IconX}
              size="md"
              label={words.removeVoice}
              onClick={() => onChange(null)}
            />
          </>
        )}
      </div>
      {voices.data?.unavailable.map(({ provider, detail }) => (
        <p key={provider} className={styles.problem}>
          {words.unavailable(provider, detail)}
        </p>
      ))}
    </Input.Wrapper>
  );
}

/** All voices, and the present one where no provider lists it. */
function optionsFor(voice: VoiceConfig | null, items: readonly Voice[]): readonly Option[] {
  const listed = items.map((one) => ({
    value: keyOf(one),
    label: nameOf(one),
    hint: [one.provider, ...Object.values(one.labels), one.description].filter(Boolean).join(' · '),
  }));
  if (voice === null || items.some((one) => keyOf(one) === keyOf(voice))) return listed;
  return [{ value: keyOf(voice), label: nameOf(voice), hint: voice.provider }, ...listed];
}
