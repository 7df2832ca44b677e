import { type ComponentType, useId } from 'react';
import type { WorkflowParam } from '../../../../api/types';
import { setParam, useFieldError, useParam } from '../form-state';
import { shownValue } from '../layout/model';
import { type ControlProps, resetOf } from './ControlFrame';

export interface FieldProps {
  readonly name: string;
  readonly param: WorkflowParam;
}

/** What most fields need: the value to show, and its label with dot and reset. */
export function useField({ name, param }: FieldProps) {
  const id = useId();
  const value = useParam(name);
  return {
    id,
    value: shownValue(value, param),
    set: (next: unknown) => setParam(name, next),
    labelProps: {
      label: param.label,
      description: param.description,
      ...resetOf(value, param),
      onReset: () => setParam(name, undefined),
    },
  };
}

interface ParamFieldProps extends FieldProps, Pick<ControlProps, 'note'> {
  readonly control: ComponentType<ControlProps>;
}

/** A control that shows and sets a param of the form in view. */
export function ParamField({ name, param, control: Control, note }: ParamFieldProps) {
  const value = useParam(name);
  const error = useFieldError(name);
  const isNone = (next: unknown) => next === '' && param.default === null;
  return (
    <Control
      name={name}
      param={param}
      value={value}
      error={error}
      note={note}
      onChange={(next) => setParam(name, isNone(next) ? undefined : next)}
      onReset={() => setParam(name, undefined)}
    />
  );
}
