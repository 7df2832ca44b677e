import { useState } from 'react';
import { isChanged } from '../layout/model';
import { Disclosure } from '../fields/Disclosure';
import { FieldError } from '../fields/FieldError';
import { type FieldProps, useField } from '../fields/ParamField';
import { useFieldError, useParam } from '../form-state';
import { GrowingText } from './GrowingText';
import { weighOnKey } from './PromptField';

/** The negative prompt (what the picture must not show), collapsed until the user opens it. */
export function NegativeField(props: FieldProps & { readonly readsWeights: boolean }) {
  const { name, param } = props;
  const { id, value, set, labelProps } = useField(props);
  const sent = useParam(name);
  const error = useFieldError(name);
  const [isOpen, setIsOpen] = useState(false);
  // It stays open while the refused words are corrected.
  if (error !== undefined && !isOpen) setIsOpen(true);
  return (
    <Disclosure
      label={param.label}
      isOpen={isOpen}
      onToggle={() => setIsOpen(!isOpen)}
      isChanged={isChanged(sent, param)}
      reset={labelProps}
      summary={isChanged(sent, param) && typeof sent === 'string' ? sent : ''}
    >
      <GrowingText
        id={id}
        aria-label={param.label}
        value={typeof value === 'string' ? value : ''}
        isInvalid={error !== undefined}
        onChange={set}
        onKeyDown={(event) => props.readsWeights && weighOnKey(event, set)}
      />
      <FieldError name={name} />
    </Disclosure>
  );
}
