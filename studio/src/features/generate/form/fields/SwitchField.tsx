import { Switch } from '@mantine/core';
import { useId } from 'react';
import { aboutId } from '../../../../ui/FieldLabel';
import { shownValue } from '../layout/model';
import { ControlFrame, type ControlProps } from './ControlFrame';

/** Yes or no. */
export function SwitchField(props: ControlProps) {
  const { param, value, onChange, onSettle } = props;
  const id = useId();
  return (
    <ControlFrame
      {...props}
      htmlFor={id}
      end={
        <Switch
          id={id}
          size="xs"
          checked={shownValue(value, param) === true}
          aria-describedby={aboutId(id)}
          onChange={(event) => {
            onChange(event.currentTarget.checked);
            onSettle?.();
          }}
        />
      }
    />
  );
}
