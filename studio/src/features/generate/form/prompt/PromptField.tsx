import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import type { WorkflowParam } from '../../../../api/types';
import { useKeys } from '../../../../ui/keys';
import { RESULT_ID } from '../../result-id';
import { formWords } from '../../words';
import { FieldError } from '../fields/FieldError';
import { aboutId, FieldLabel } from '../../../../ui/FieldLabel';
import { setPrompt, useFieldError, useFormPart } from '../form-state';
import { EarlierPrompts } from './EarlierPrompts';
import { GrowingText } from './GrowingText';
import { weigh } from './model';
import styles from './Prompt.module.css';

const DIALOG = '[role="dialog"]';

interface PromptFieldProps {
  readonly param: WorkflowParam;
  /** Does the model read `(words:1.2)`? */
  readonly readsWeights: boolean;
}

/**
 * What to make. Has the focus when the page opens, except on touch, where it would open the keyboard, and under a
 * dialog that was opened before the form was there.
 */
export function PromptField({ param, readsWeights }: PromptFieldProps) {
  const id = useId();
  const prompt = useFormPart((state) => state.prompt);
  const isInvalid = useFieldError('prompt') !== undefined;
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (matchMedia('(pointer: coarse)').matches || document.activeElement?.closest(DIALOG)) return;
    area.current?.focus({ preventScroll: true });
  }, []);
  useKeys({ '/': () => area.current?.focus() });
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape') {
      document.getElementById(RESULT_ID)?.focus();
      return;
    }
    if (readsWeights) weighOnKey(event, setPrompt);
  };
  return (
    <div data-param="prompt">
      <FieldLabel label={param.label} description={param.description} htmlFor={id}>
        <EarlierPrompts />
        <span className={styles.count}>{formWords.promptCount(prompt.length)}</span>
      </FieldLabel>
      <GrowingText
        id={id}
        aria-describedby={aboutId(id)}
        area={area}
        isLarge
        value={prompt}
        isInvalid={isInvalid}
        placeholder={param.binds.length === 0 ? formWords.promptNote : formWords.promptPlaceholder}
        onChange={setPrompt}
        onKeyDown={press}
      />
      <FieldError name="prompt" />
    </div>
  );
}

/** Ctrl-↑ and Ctrl-↓ make the selected words count more or less. */
export function weighOnKey(
  event: KeyboardEvent<HTMLTextAreaElement>,
  change: (text: string) => void,
): void {
  const direction = ({ ArrowUp: 1, ArrowDown: -1 } as const)[event.key];
  if (direction === undefined || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  const area = event.currentTarget;
  const weighed = weigh(
    { text: area.value, start: area.selectionStart, end: area.selectionEnd },
    direction,
  );
  change(weighed.text);
  requestAnimationFrame(() => area.setSelectionRange(weighed.start, weighed.end));
}
