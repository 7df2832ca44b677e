import { type KeyboardEventHandler, type RefObject, useLayoutEffect, useRef } from 'react';
import styles from './Prompt.module.css';

interface GrowingTextProps {
  /** Where to find the element. */
  readonly area?: RefObject<HTMLTextAreaElement | null>;
  readonly id: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onKeyDown?: KeyboardEventHandler<HTMLTextAreaElement>;
  readonly placeholder?: string;
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string;
  readonly isLarge?: boolean;
  readonly isInvalid?: boolean;
}

const growsByItself = CSS.supports('field-sizing', 'content');

/** A text field as high as its text, up to a limit. */
export function GrowingText({
  area,
  id,
  value,
  onChange,
  isLarge,
  isInvalid,
  ...others
}: GrowingTextProps) {
  const own = useRef<HTMLTextAreaElement>(null);
  const element = area ?? own;
  useLayoutEffect(() => {
    if (growsByItself || !element.current) return;
    element.current.style.height = 'auto';
    element.current.style.height = `${element.current.scrollHeight + 2}px`;
  }, [element, value]);
  return (
    <textarea
      {...others}
      id={id}
      ref={element}
      className={`${styles.area} ${isLarge ? styles.large : ''}`}
      dir="auto"
      spellCheck={false}
      maxLength={20_000}
      value={value}
      aria-invalid={isInvalid === true ? true : undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
