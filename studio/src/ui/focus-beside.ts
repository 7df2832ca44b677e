const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled, [type=file]), textarea, [tabindex="0"]';

/** Gives the focus to what stands behind an element that is about to go, else to what stands in front of it. */
export function focusBeside(gone: Element | null): void {
  for (let around = gone?.parentElement; gone && around; around = around.parentElement) {
    const others = [...around.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
      (each) => !gone.contains(each),
    );
    const isBehind = (each: Node) =>
      (gone.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
    const next = others.find(isBehind) ?? others.at(-1);
    if (next) {
      next.focus();
      return;
    }
  }
}
