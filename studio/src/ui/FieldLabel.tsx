import { Tooltip, UnstyledButton } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { focusBeside } from './focus-beside';
import styles from './FieldLabel.module.css';

const NOTHING = 'nothing';
const resetText = (label: string, value: string) => `Reset ${label} to ${value}`;

interface FieldLabelProps {
  readonly label: string;
  /** Element that the label names; without one it is a heading of a group. */
  readonly htmlFor?: string;
  readonly description?: string;
  readonly isChanged?: boolean;
  /** What a reset sets, in words. */
  readonly standard?: string;
  readonly onReset?: () => void;
  /** At the right end. */
  readonly children?: ReactNode;
}

/** Id of the hidden element that says what a control does. */
export const aboutId = (controlId: string): string => `${controlId}-about`;

/** The line above a control: its name, a dot if it was changed (press it to reset), and its value. */
export function FieldLabel(props: FieldLabelProps) {
  const { label, htmlFor, description = '', isChanged = false, standard = NOTHING } = props;
  const text = htmlFor ? <label htmlFor={htmlFor}>{label}</label> : <span>{label}</span>;
  const reset = resetText(label, standard);
  const about = htmlFor !== undefined && description !== '';
  return (
    <div className={styles.label}>
      {description === '' ? (
        text
      ) : (
        <Tooltip label={description} multiline w={280} position="top-start">
          {text}
        </Tooltip>
      )}
      {about && (
        <span id={aboutId(htmlFor)} hidden>
          {description}
        </span>
      )}
      {isChanged && (
        <Tooltip label={reset}>
          <UnstyledButton
            className={styles.reset}
            aria-label={reset}
            onClick={({ currentTarget }) => {
              focusBeside(currentTarget);
              props.onReset?.();
            }}
          >
            <span className={styles.dot} />
            <IconArrowBackUp size={16} stroke={1.5} aria-hidden="true" />
          </UnstyledButton>
        </Tooltip>
      )}
      {props.children !== undefined && <span className={styles.end}>{props.children}</span>}
    </div>
  );
}
