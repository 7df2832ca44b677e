import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useId } from 'react';
import { ExactNumber } from '../../../../ui/ExactNumber';
import { IconAction } from '../../../../ui/IconAction';
import { useKeys } from '../../../../ui/keys';
import { toRange } from '../../../../ui/numbers';
import { formWords } from '../../words';
import { patchForm, useFormPart } from '../form-state';
import styles from './BoxedField.module.css';
import { FieldError } from './FieldError';
import { FieldLabel } from '../../../../ui/FieldLabel';

const RANGE = { minimum: 1, maximum: 1000, step: 1, isInteger: true };

const setCount = (count: number) => patchForm({ count: toRange(count, RANGE) });

/** How many are made with one press. */
export function CountField() {
  const id = useId();
  const count = useFormPart((state) => state.count);
  const more = () => setCount(count + 1);
  const less = () => setCount(count - 1);
  useKeys({ '+': more, '=': more, '-': less });
  return (
    <div data-param="count">
      <FieldLabel label={formWords.count} htmlFor={id} />
      <div className={styles.box}>
        <ExactNumber
          id={id}
          look="bare"
          label={formWords.count}
          value={count}
          range={RANGE}
          onChange={(next) => setCount(next ?? 1)}
        />
        <IconAction
          icon={IconMinus}
          size="md"
          label={formWords.countLess}
          shortcut="−"
          disabled={count <= RANGE.minimum}
          onClick={less}
        />
        <IconAction
          icon={IconPlus}
          size="md"
          label={formWords.countMore}
          shortcut="+"
          onClick={more}
        />
      </div>
      <FieldError name="count" />
    </div>
  );
}
