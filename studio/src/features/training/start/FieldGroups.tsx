import { useState } from 'react';
import type { Template } from '../../../api/training-runs';
import { Disclosure } from '../../../ui/Disclosure';
import {
  FIELD_GROUPS,
  FOLDED,
  type GroupName,
  type RunField,
  standardOf,
  type Values,
  withValue,
} from './fields';
import styles from './NewRun.module.css';
import { SettingField } from './SettingField';
import { startWords as words } from './words';

interface FieldGroupsProps {
  readonly template: Template | undefined;
  readonly values: Values;
  /** What the API refused, by field. */
  readonly refused: Readonly<Record<string, string>>;
  readonly onChange: (values: Values) => void;
}

const NAMES = Object.keys(FIELD_GROUPS) as GroupName[];

/** All settings of a run. Rarely needed ones are folded, unless one of them was changed or refused. */
export function FieldGroups(props: FieldGroupsProps) {
  return NAMES.map((name) =>
    FOLDED.includes(name) ? (
      <FoldedGroup key={name} {...props} name={name} />
    ) : (
      <section key={name} className={styles.section} aria-labelledby={`group-${name}`}>
        <h2 id={`group-${name}`} className={styles.heading}>
          {words.groups[name]}
        </h2>
        <Group {...props} name={name} />
      </section>
    ),
  );
}

type GroupProps = FieldGroupsProps & { readonly name: GroupName };

function FoldedGroup(props: GroupProps) {
  const { name, values, refused } = props;
  const isTouched = FIELD_GROUPS[name].some((field) => field.name in { ...values, ...refused });
  const [isOpen, setIsOpen] = useState(isTouched);
  return (
    <Disclosure title={words.groups[name]} isOpen={isOpen} onToggle={setIsOpen}>
      <Group {...props} />
    </Disclosure>
  );
}

function Group({ name, template, values, refused, onChange }: GroupProps) {
  return (
    <div className={styles.group}>
      {FIELD_GROUPS[name].map((field: RunField) => {
        const standard = standardOf(field, template);
        return (
          <SettingField
            key={field.name}
            field={field}
            value={values[field.name]}
            standard={standard}
            error={refused[field.name]}
            onChange={(value) => onChange(withValue(values, field, value, standard))}
          />
        );
      })}
    </div>
  );
}
