import { IconDice5, IconLock, IconLockOpen } from '@tabler/icons-react';
import { ExactNumber } from '../../../../ui/ExactNumber';
import { IconAction } from '../../../../ui/IconAction';
import { useKeys } from '../../../../ui/keys';
import { drawSeed } from '../../model';
import { formWords } from '../../words';
import { patchForm, setParam, useFieldError, useFormPart, useParam } from '../form-state';
import { rangeOf } from '../layout/model';
import styles from './BoxedField.module.css';
import { FieldError } from './FieldError';
import { FieldLabel } from '../../../../ui/FieldLabel';
import { type FieldProps, useField } from './ParamField';

/** The seed: unlocked, each submit draws one and shows it here; locked, it stays. */
export function SeedField(props: FieldProps) {
  const { name, param } = props;
  const { id } = useField(props);
  const locked = useParam(name);
  const last = useFormPart(({ lastSeed }) => lastSeed);
  const isLocked = typeof locked === 'number';
  const invalid = useFieldError(name) !== undefined || undefined;
  const toggle = () => {
    if (isLocked) patchForm({ lastSeed: locked });
    setParam(name, isLocked ? undefined : (last ?? drawSeed()));
  };
  useKeys({ l: toggle });
  return (
    <div data-param={name} data-seed="">
      <FieldLabel label={param.label} description={param.description} htmlFor={id} />
      <div className={styles.box} data-invalid={invalid} data-quiet={!isLocked || undefined}>
        <ExactNumber
          id={id}
          look="bare"
          label={param.label}
          value={isLocked ? locked : last}
          range={rangeOf(param)}
          placeholder={formWords.seedRandom}
          onChange={(seed) => {
            if (seed === null) patchForm({ lastSeed: null });
            setParam(name, seed ?? undefined);
          }}
        />
        <IconAction
          icon={IconDice5}
          size="md"
          label={formWords.seedDraw}
          onClick={() => setParam(name, drawSeed())}
        />
        <IconAction
          icon={isLocked ? IconLock : IconLockOpen}
          size="md"
          label={isLocked ? formWords.seedUnlock : formWords.seedLock}
          shortcut="L"
          aria-pressed={isLocked}
          onClick={toggle}
        />
      </div>
      <FieldError name={name} />
    </div>
  );
}
