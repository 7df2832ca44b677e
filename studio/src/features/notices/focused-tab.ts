const LOCK = 'kinora.focus';

/** Absent without HTTPS: then a tab knows of itself only. */
const locks = (navigator as Partial<Navigator>).locks;

/** Lets the other tabs of this browser know whether this one has the focus, until the returned function is called. */
export function shareFocus(): () => void {
  let release: (() => void) | undefined;
  const hold = (): void => {
    if (release || !document.hasFocus()) return;
    const lost = new Promise<void>((resolve) => (release = resolve));
    void locks?.request(LOCK, { mode: 'shared' }, () => lost);
  };
  const drop = (): void => {
    release?.();
    release = undefined;
  };
  addEventListener('focus', hold);
  addEventListener('blur', drop);
  hold();
  return () => {
    removeEventListener('focus', hold);
    removeEventListener('blur', drop);
    drop();
  };
}

/** Whether somebody looks at the Studio in any tab of this browser. */
export async function isAnyTabFocused(): Promise<boolean> {
  if (document.hasFocus()) return true;
  const held = (await locks?.query())?.held ?? [];
  return held.some(({ name }) => name === LOCK);
}
