import { Input } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { type Speaker, useVoices, type Voice, type VoiceConfig } from '../../api/voices';
import { IconAction } from '../../ui/IconAction';
import type { Option } from '../../ui/option-list';
import { OptionPicker } from '../../ui/OptionPicker';
import { problemOf } from '../../ui/problem';
import { ListenButton } from './ListenButton';
import styles from './VoiceField.module.css';
import { voicesWords as words } from './words';

interface VoiceFieldProps {
  readonly label: string;
  readonly help: string;
  readonly voice: VoiceConfig | null;
  readonly onChoose: (voice: VoiceConfig) => unknown;
  readonly onRemove: () => unknown;
}

const keyOf = ({ provider, voice_id }: Pick<Voice, 'provider' | 'voice_id'>) =>
  `${provider} ${voice_id}`;
const speakerOf = ({ provider, voice_id, settings }: VoiceConfig): Speaker => ({
  provider,
  voice_id,
  settings,
});
const nameOf = ({ name, voice_id }: Pick<Voice, 'name' | 'voice_id'>) => name || voice_id;

/** A voice: chosen from those of all speech providers, heard, and removed. */
export function VoiceField({ label, help, voice, onChoose, onRemove }: VoiceFieldProps) {
  const id = useId();
  const voices = useVoices();
  const items = voices.data?.items ?? [];
  const choose = (key: string) => {
    const chosen = items.find((one) => keyOf(one) === key);
    if (!chosen) return;
    const { provider, voice_id, name } = chosen;
    onChoose({ provider, voice_id, name, settings: {} });
  };
  return (
    <Input.Wrapper
      id={id}
      label={label}
      description={help}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={voices.error === null ? undefined : problemOf(voices.error).title}
    >
      <div className={styles.row}>
        <div className={styles.grow}>
          <OptionPicker
            id={id}
            label={label}
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
              text={words.sample}
              speaker={speakerOf(voice)}
            />
            <IconAction icon={IconX} size="md" label={words.removeVoice} onClick={onRemove} />
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
