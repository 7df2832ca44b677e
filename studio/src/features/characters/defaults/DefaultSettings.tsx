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
  const names = Object.keys(flattened(stored));
  const [isWanted, setIsWanted] = useState(false);
  const records = useWorkflowRecords({ enabled: isWanted || names.length > 0 });
  const settings = useMemo(() => settingsOf(records.data ?? []), [records.data]);
  if (editing.isReadOnly && names.length === 0) return null;
  return (
    <DetailsSection heading="h2" title={words.title}>
      <p className={styles.help}>{words.help}</p>
      {records.error !== null && records.data === undefined ? (
        <ErrorState error={records.error} onRetry={() => void records.refetch()} />
      ) : names.length > 0 && records.data === undefined ? (
        <Loading>
          <div className={styles.skeleton}>
            {names.map((name) => (
              <Skeleton key={name} height={44} />
            ))}
          </div>
        </Loading>
      ) : (
        <Defaults
          stored={stored}
          settings={settings}
          editing={editing}
          emptyText={records.data === undefined ? words.loading : words.nothingFound}
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
  /** What an empty list of settings says. */
  readonly emptyText: string;
  /** Called when the list of settings opens. */
  readonly onOpen: () => void;
}

function Defaults({ stored, settings, editing, emptyText, onOpen }: DefaultsProps) {
  const { isReadOnly } = editing;
  const addId = useId();
  const { rows, added, add, set, removeDefault } = useDefaults(stored, settings, editing);
  const remove = (row: DefaultRow) => {
    removeDefault(row);
    // The button that had the focus goes.
    document.getElementById(addId)?.focus();
  };
  return (
    <>
      <ul className={styles.rows} aria-label={words.title}>
        {rows.map((row) => (
          <li key={row.name} className={styles.row}>
            {row.setting && !isReadOnly ? (
              <DefaultField
                setting={row.setting}
                value={row.value}
                isNew={added.includes(row.name)}
                onSave={(value, showRefusal) => set(row, value, showRefusal)}
                onRemove={() => remove(row)}
              />
            ) : (
              <>
                <PlainField label={row.label} text={textOf(row.value)} />
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
            emptyText={emptyText}
            onOpen={onOpen}
            onChange={add}
          />
        </div>
      )}
    </>
  );
}
