import { Skeleton } from '@mantine/core';
import { useId, useMemo, useState } from 'react';
import type { Character } from '../../../api/types';
import { useWorkflowRecords } from '../../../api/workflows';
import { DetailsSection } from '../../../ui/DetailsPanel';
import { ErrorState } from '../../../ui/ErrorState';
import { Loading } from '../../../ui/Loading';
import { OptionPicker } from '../../../ui/OptionPicker';
import { PlainField } from '../../../ui/PlainField';
import { type Setting, settingsOf } from '../../generate/public';
import type { CharacterEditing } from '../page/use-character-editing';
import { charactersWords } from '../words';
import { DefaultField } from './DefaultField';
import styles from './DefaultSettings.module.css';
import { type DefaultRow, flattened, settingOptions, textOf } from './model';
import { RemoveDefault } from './RemoveDefault';
import { useDefaults } from './use-defaults';

const { defaults: words } = charactersWords;

interface DefaultSettingsProps {
  readonly character: Character;
  readonly editing: CharacterEditing;
}

/** What requests with the character use for settings that they leave out. */
export function DefaultSettings({ character, editing }: DefaultSettingsProps) {
  const stored = character.defaults;
  const isEmpty = Object.keys(flattened(stored)).length === 0;
  const [isWanted, setIsWanted] = useState(false);
  const { records, error, refetch } = useWorkflowRecords({ enabled: isWanted || !isEmpty });
  const settings = useMemo(() => settingsOf(records ?? []), [records]);
  if (editing.isReadOnly && isEmpty) return null;
  return (
    <DetailsSection heading="h2" title={words.title}>
      <p className={styles.help}>{words.help}</p>
      {error !== null && records === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Defaults
          stored={stored}
          settings={settings}
          editing={editing}
          isLoading={records === undefined}
          onOpen={() => setIsWanted(true)}
        />
      )}
    </DetailsSection>
  );
}

interface DefaultsProps {
  readonly stored: Character['defaults'];
  readonly settings: readonly Setting[];
  readonly editing: CharacterEditing;
  /** The settings are not known yet. */
  readonly isLoading: boolean;
  /** Called when the list of settings opens. */
  readonly onOpen: () => void;
}

function Defaults({ stored, settings, editing, isLoading, onOpen }: DefaultsProps) {
  const { isReadOnly } = editing;
  const addId = useId();
  const { rows, added, add, set, removeDefault } = useDefaults(stored, settings, editing);
  const remove = (row: DefaultRow) => {
    removeDefault(row);
    // The remove button had the focus and is removed, too.
    document.getElementById(addId)?.focus();
  };
  return (
    <>
      <ul className={styles.rows} aria-label={words.title}>
        {rows.map((row) => (
          <li key={row.name} className={styles.row}>
            {isLoading ? (
              <Loading>
                <Skeleton height={44} />
              </Loading>
            ) : row.setting && !isReadOnly ? (
              <DefaultField
                setting={row.setting}
                value={row.value}
                isNew={added.includes(row.name)}
                onSave={(value, showRefusal) => set(row, value, showRefusal)}
                onRemove={() => remove(row)}
              />
            ) : (
              <>
                <PlainField label={row.label} text={textOf(row.value) || words.nothing} />
                {!isReadOnly && <RemoveDefault label={row.label} onRemove={() => remove(row)} />}
              </>
            )}
          </li>
        ))}
      </ul>
      {!isReadOnly && (
        <div className={styles.add}>
          <OptionPicker
            id={addId}
            look="button"
            label={words.add}
            placeholder={words.add}
            options={settingOptions(settings, rows, words.workflows)}
            value={null}
            searchLabel={words.find}
            emptyText={isLoading ? words.loading : words.nothingFound}
            onOpen={onOpen}
            onChange={add}
          />
        </div>
      )}
    </>
  );
}
