import { Switch } from '@mantine/core';
import { FieldError } from './FieldError';
import { aboutId, FieldLabel } from '../../../../ui/FieldLabel';
import { type FieldProps, useField } from './ParamField';

/** Yes or no. */
export function SwitchField(props: FieldProps) {
  const { id, value, set, labelProps } = useField(props);
  return (
    <div data-param={props.name}>
      <FieldLabel {...labelProps} htmlFor={id}>
        <Switch
          id={id}
          size="xs"
          checked={value === true}
          aria-describedby={aboutId(id)}
          onChange={(event) => set(event.currentTarget.checked)}
        />
      </FieldLabel>
      <FieldError name={props.name} />
    </div>
  );
}
