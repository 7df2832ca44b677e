import type { ReactNode } from 'react';
import type { WorkflowParam } from '../../../../api/types';
import { FieldLabel } from '../../../../ui/FieldLabel';
import { isChanged } from '../layout/model';
import { ErrorText } from './ErrorText';

/** What a control of one param gets. It keeps nothing itself, so that forms other than Generate can use it. */
export interface ControlProps {
  readonly name: string;
  readonly param: WorkflowParam;
  /** Undefined: the default of the param. */
  readonly value: unknown;
  /** Why the value is refused. */
  readonly error: string | undefined;
  /** Called while typing; undefined if the field was emptied. */
  readonly onChange: (value: unknown) => void;
  /** Called when a slider is released, an option is chosen, a number is left. Words are left by `blur`. */
  readonly onSettle?: () => void;
  /** Sets the default. Without it, nothing marks a changed value. */
  readonly onReset?: () => void;
  /** What a typed number means, before its unit. */
  readonly note?: ReactNode;
}

interface ControlFrameProps extends ControlProps {
  readonly htmlFor: string;
  readonly children?: ReactNode;
  /** At the right end of the line of the label. */
  readonly end?: ReactNode;
}

/** Label, control and error of one param. */
export function ControlFrame(props: ControlFrameProps) {
  const { name, param, value, error, onReset, htmlFor, children, end } = props;
  return (
    <div data-param={name}>
      <FieldLabel
        label={param.label}
        description={param.description}
        htmlFor={htmlFor}
        {...(onReset && { ...resetOf(value, param), onReset })}
      >
        {end}
      </FieldLabel>
      {children}
      <ErrorText name={name} error={error} />
    </div>
  );
}

/** What the label says of a value that can be reset. */
export const resetOf = (value: unknown, param: WorkflowParam) => ({
  isChanged: isChanged(value, param),
  ...(param.default !== null && { standard: String(param.default) }),
});
