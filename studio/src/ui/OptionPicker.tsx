import { Combobox, useVirtualizedCombobox } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useId, useMemo, useRef, useState } from 'react';
import { matching, type Option } from './option-list';
import { OptionButton, type OptionButtonProps } from './OptionButton';
import { OptionRows, type OptionRowsHandle } from './OptionRows';
import styles from './OptionPicker.module.css';

interface OptionPickerProps extends Pick<
  OptionButtonProps,
  'label' | 'placeholder' | 'look' | 'isInvalid' | 'id' | 'describedBy'
> {
  readonly options: readonly Option[];
  readonly value: string | null;
  readonly onChange: (value: string) => void;
  readonly searchLabel: string;
  readonly emptyText: string;
  /** Called when the list opens, where options are read only then. */
  readonly onOpen?: () => void;
  /** Called with what is searched for, where others know more words of the options. */
  readonly onSearch?: (query: string) => void;
}

/** From how many options on a search is worth its line. */
const SEARCHABLE = 9;

/** A choice from a list that may have thousands of options: only those in view are rendered. */
export function OptionPicker(props: OptionPickerProps) {
  const { options, value, onChange, onOpen, onSearch, searchLabel, emptyText, ...button } = props;
  const ids = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(-1);
  const rows = useRef<OptionRowsHandle>(null);
  const shown = useMemo(() => (isOpen ? matching(options, query) : []), [isOpen, options, query]);
  const chosen = options.find((option) => option.value === value);
  const search = (text: string) => {
    setQuery(text);
    setActive(text === '' ? -1 : 0);
    onSearch?.(text);
  };
  const submit = (index: number) => {
    const option = shown[index];
    if (option === undefined) return;
    onChange(option.value);
    combobox.closeDropdown();
  };
  const combobox = useVirtualizedCombobox({
    opened: isOpen,
    onOpenedChange: setIsOpen,
    onDropdownOpen: () => {
      onOpen?.();
      setActive(options.findIndex((option) => option.value === value));
      combobox.focusSearchInput();
    },
    onDropdownClose: () => {
      search('');
      combobox.focusTarget();
    },
    totalOptionsCount: shown.length,
    getOptionId: (index) => `${ids}-${index}`,
    selectedOptionIndex: active,
    activeOptionIndex: shown.findIndex((option) => option.value === value),
    setSelectedOptionIndex: (index) => {
      setActive(index);
      if (index >= 0) rows.current?.scrollTo(index);
    },
    onSelectedOptionSubmit: submit,
  });
  const isSearchShown = options.length >= SEARCHABLE || onSearch !== undefined;
  const isAdd = props.look === 'add' || props.look === 'button';
  const hasHints = options.some(({ hint }) => hint !== undefined);
  return (
    <Combobox
      store={combobox}
      resetSelectionOnOptionHover={false}
      width={isAdd ? 300 : 'target'}
      position="bottom-start"
      shadow="md"
      onOptionSubmit={(index) => submit(Number(index))}
    >
      <Combobox.Target targetType="button">
        <OptionButton
          {...button}
          text={chosen?.label ?? value}
          onClick={() => combobox.toggleDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown className={hasHints ? styles.wideDropdown : styles.dropdown}>
        <Combobox.Search
          value={query}
          onChange={(event) => search(event.currentTarget.value)}
          placeholder={searchLabel}
          aria-label={searchLabel}
          className={isSearchShown ? '' : styles.hidden}
        />
        <Combobox.Options aria-label={props.label}>
          {shown.length === 0 ? (
            <Combobox.Empty>{emptyText}</Combobox.Empty>
          ) : (
            <OptionRows
              ref={rows}
              ids={ids}
              options={shown}
              active={active}
              chosen={value}
              onHover={setActive}
              mark={
                <IconCheck size={18} stroke={1.5} className={styles.check} aria-hidden="true" />
              }
            />
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
