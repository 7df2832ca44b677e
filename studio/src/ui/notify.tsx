import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import styles from './notify.module.css';
import { type Problem, problemOf } from './problem';

/** How long a message stays; one with an action stays longer. */
const DONE_MS = 4_000;
const ACTION_MS = 10_000;
const ERROR_MS = 12_000;

interface DoneOptions {
  /** Takes the change back. The message then has an "Undo" button. */
  readonly undo?: () => unknown;
  /** Another action than undo. */
  readonly action?: { readonly label: string; readonly run: () => unknown };
  /** Messages of the same id replace each other. */
  readonly id?: string;
  /** Screen readers hear of it in another way. */
  readonly isSilent?: boolean;
}

const UNDO = 'Undo';
const NOT_SAVED = 'Not saved';
const CLOSE = { 'aria-label': 'Dismiss' };

/** Says that something was done: `notifyDone('3 pictures deleted', { undo: restore })`. */
export function notifyDone(text: string, { undo, action, id, isSilent }: DoneOptions = {}): void {
  const button = undo ? { label: UNDO, run: undo } : action;
  if (id !== undefined) notifications.hide(id);
  const shown = notifications.show({
    id,
    role: isSilent ? 'group' : 'status',
    color: 'var(--line-strong)',
    classNames: styles,
    closeButtonProps: CLOSE,
    autoClose: button ? ACTION_MS : DONE_MS,
    message: (
      <span className={styles.row}>
        <span dir="auto">{text}</span>
        {button && (
          <Button
            size="compact-sm"
            onClick={() => {
              notifications.hide(shown);
              void runAction(button.run);
            }}
          >
            {button.label}
          </Button>
        )}
      </span>
    ),
  });
}

async function runAction(run: () => unknown): Promise<void> {
  try {
    await run();
  } catch (error) {
    notifyError(error);
  }
}

/** Shows what happened and what to do. The same error is shown once at a time. */
export const notifyError = (error: unknown): void => showProblem(problemOf(error));

/** Shows why a field that saves itself is not saved. */
export function notifyUnsaved(error: unknown): void {
  const problem = problemOf(error);
  showProblem({ ...problem, title: `${NOT_SAVED}: ${problem.title}` });
}

function showProblem({ title, advice }: Problem): void {
  const id = `error ${title}`;
  notifications.hide(id);
  notifications.show({
    id,
    color: 'bad',
    classNames: styles,
    closeButtonProps: CLOSE,
    autoClose: ERROR_MS,
    ...(advice === undefined ? { message: title } : { title, message: advice }),
  });
}
