import { TextInput, UnstyledButton } from '@mantine/core';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { count as formatCount } from '../../../ui/format';
import { galleryWords } from '../words';
import styles from './filters.module.css';

export interface FilterOption {
  readonly value: string;
  readonly label: string;
  readonly count?: number;
  /** `on`: only media with this value are listed; `not`: media with it are left out. */
  readonly state: 'on' | 'not' | 'off';
}

interface FilterOptionsProps {
  readonly label: string;
  readonly options: readonly FilterOption[];
  readonly onChoose: (value: string) => void;
  /** A text field that filters the options; without it there is none. */
  readonly find?: { readonly text: string; readonly onChange: (text: string) => void };
}

/** Values of a filter, each with the number of media that have it. */
export function FilterOptions({ label, options, onChoose, find }: FilterOptionsProps) {
  return (
    <div role="group" aria-label={label} className={styles.list}>
      {find && (
        <TextInput
          data-autofocus
          aria-label={galleryWords.findIn(label)}
          placeholder={galleryWords.findIn(label)}
          value={find.text}
          onChange={({ currentTarget }) => find.onChange(currentTarget.value)}
        />
      )}
      <div className={styles.options}>
        {options.map((option) => (
          <Option key={option.value} option={option} onChoose={onChoose} />
        ))}
        {options.length === 0 && <p className={styles.hint}>{galleryWords.noneOf}</p>}
      </div>
    </div>
  );
}

interface OptionProps {
  readonly option: FilterOption;
  readonly onChoose: (value: string) => void;
}

function Option({ option: { value, label, count, state }, onChoose }: OptionProps) {
  const Mark = state === 'not' ? IconMinus : IconCheck;
  return (
    <UnstyledButton
      className={styles.option}
      aria-pressed={state === 'not' ? 'mixed' : state === 'on'}
      onClick={() => onChoose(value)}
    >
      <span className={styles.mark}>
        {state !== 'off' && <Mark size={14} stroke={2} aria-hidden="true" />}
      </span>
      <span dir="auto" className={styles.optionLabel}>
        {state === 'not' ? galleryWords.notTag(label) : label}
      </span>
      {count !== undefined && <span className={styles.optionCount}>{formatCount(count)}</span>}
    </UnstyledButton>
  );
}
