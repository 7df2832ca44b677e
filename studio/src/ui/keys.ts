import { type RefObject, useLayoutEffect, useRef } from 'react';
import { isHeld } from './held-keys';
import { singleKeys } from './single-keys';

/** Actions by key: `a`, `Shift+E`, `ArrowLeft`, `Space`. */
export type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>;

interface KeysOptions {
  readonly isEnabled?: boolean;
  /** The modal that the keys belong to; without one they rest while any modal is open. */
  readonly modal?: RefObject<HTMLElement | null>;
}

const TEXT_FIELDS =
  'textarea, select, [contenteditable="true"], input:not([type="range"], [type="checkbox"], [type="radio"])';
const LISTS = '[role="menu"], [role="listbox"]';
const MOVED_BY_ARROWS = 'input, [role="slider"], [role="tablist"], [role="radiogroup"]';
const PRESSED_BY_SPACE = 'button, a, summary, input, [role="button"], [role="switch"]';

/** Keys without Ctrl, Alt or Meta, for the whole page. They rest while a field has the focus. */
export function useKeys(keys: Keys, { isEnabled = true, modal }: KeysOptions = {}): void {
  const latest = useRef(keys);
  // Before the page is drawn: a key that is pressed as soon as something appears is meant for it.
  useLayoutEffect(() => {
    latest.current = keys;
  });
  useLayoutEffect(() => {
    if (!isEnabled) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const action = latest.current[nameOf(event)];
      if (!action || !isFree(event) || topModal !== (modal?.current ?? undefined)) return;
      event.preventDefault();
      if (!isHeld(event)) action(event);
    };
    addEventListener('keydown', onKeyDown);
    return () => {
      removeEventListener('keydown', onKeyDown);
    };
  }, [isEnabled, modal]);
}

function nameOf({ key, shiftKey }: KeyboardEvent): string {
  if (key === ' ') return 'Space';
  if (key.length > 1) return shiftKey ? `Shift+${key}` : key;
  const isLetter = key.toLowerCase() !== key.toUpperCase();
  return shiftKey && isLetter ? `Shift+${key.toUpperCase()}` : key.toLowerCase();
}

function isFree(event: KeyboardEvent): boolean {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
  if (!isPlain || event.defaultPrevented || event.isComposing) return false;
  const isCharacter = event.key.length === 1 && event.key !== ' ';
  if (isCharacter && !singleKeys.isOn()) return false;
  return !(event.target instanceof Element) || !isUsedBy(event.target, event.key);
}

/** Whether the element that has the focus does something with the key itself. */
function isUsedBy(target: Element, key: string): boolean {
  if (target.matches(TEXT_FIELDS) || target.closest(LISTS)) return true;
  if (key === ' ') return target.matches(PRESSED_BY_SPACE);
  const moves = key.startsWith('Arrow') || key === 'Home' || key === 'End';
  return moves && target.closest(MOVED_BY_ARROWS) !== null;
}

/** The modal that was on top when the key was pressed. One that the key closes is gone before others hear of the key. */
let topModal: Element | undefined;
addEventListener(
  'keydown',
  () => {
    topModal = [...document.querySelectorAll('[aria-modal="true"]')].at(-1);
  },
  { capture: true },
);

/** Whether a modal lay above the page when the key was pressed that is handled now. */
export const isUnderModal = (): boolean => topModal !== undefined;
