import { useEffectEvent, useLayoutEffect } from 'react';
import { isHeld } from '../../ui/held-keys';
import { isUnderModal } from '../../ui/keys';
import { singleKeys } from '../../ui/single-keys';

const TEXT_FIELDS =
  'textarea, select, [contenteditable="true"], input:not([type="range"], [type="checkbox"], [type="radio"])';
const OVERLAYS = '[role="menu"], [role="dialog"]';
const PRESSED = 'button, a, summary, [role="button"], [role="slider"]';

/** Actions by key; `Mod+a` with Ctrl or Cmd. */
export type GalleryKeys = Readonly<Record<string, () => void>>;

/** Keys of the whole page. They rest while a field has the focus, and while something lies above the page. */
export function useGalleryKeys(keys: GalleryKeys): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const action = keys[nameOf(event)];
    if (action === undefined || event.defaultPrevented || event.isComposing) return;
    if (isUnderModal() || document.querySelector(OVERLAYS) !== null || belongsToField(event))
      return;
    if (isSingle(event) && !singleKeys.isOn()) return;
    event.preventDefault();
    if (!isHeld(event)) action();
  });
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

/** Whether the element that has the focus does something itself with the key. */
function belongsToField({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  const presses = key === ' ' || key === 'Enter';
  return target.matches(TEXT_FIELDS) || (presses && target.matches(PRESSED));
}

const isSingle = ({ key, ctrlKey, metaKey }: KeyboardEvent) =>
  key.length === 1 && key !== ' ' && !ctrlKey && !metaKey;

function nameOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  const name = key === ' ' ? 'Space' : key.length === 1 ? key.toLowerCase() : key;
  if (altKey) return `Alt+${name}`;
  if (ctrlKey || metaKey) return `Mod+${name}`;
  return shiftKey && key.length > 1 ? `Shift+${name}` : name;
}
