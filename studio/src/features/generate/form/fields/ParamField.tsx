import { useId } from 'react';
import { isChanged, shownValue } from '../layout/model';
import type { WorkflowParam } from '../../../../api/types';
import { setParam, useParam } from '../form-state';
import { FieldError } from './FieldError';
import { FieldLabel } from '../../../../ui/FieldLabel';

export interface FieldProps {
  readonly name: string;
  readonly param: WorkflowParam;
}

/** What most controls need: the value to show, and its label with dot and reset. */
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
      isChanged: isChanged(value, param),
      standard: param.default === null ? undefined : String(param.default),
      onReset: () => setParam(name, undefined),
    },
  };
}

interface FrameProps extends FieldProps {
  readonly children: React.ReactNode;
  readonly end?: React.ReactNode;
  readonly htmlFor?: string;
}

/** Label, control and error of one param. */
export function FieldFrame({ name, param, children, end, htmlFor }: FrameProps) {
  const { labelProps } = useField({ name, param });
  return (
    <div data-param={name}>
      <FieldLabel {...labelProps} htmlFor={htmlFor}>
        {end}
      </FieldLabel>
      {children}
      <FieldError name={name} />
    </div>
  );
}
