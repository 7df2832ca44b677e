import type { Page } from 'playwright-core';

/** Runs in the page: the controls on which a finger has less than 40 px to hit, such as `button "Close" 28 x 28`. */
const FINDER = `(() => {
  const CONTROLS = 'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="checkbox"], [role="slider"], [role="switch"], [role="tab"]';
  const LEAST = 40;
  const isShown = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && !element.disabled && !element.closest('[inert], [aria-hidden="true"]') &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  /** Links in sentences are as high as the lines. */
  const isInSentence = (element) =>
    getComputedStyle(element).display === 'inline' &&
    [...element.parentNode.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && /\\p{L}/u.test(node.data));
  const hears = (element, x, y) => {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (element.contains(hit) || [...(element.labels ?? [])].some((label) => label.contains(hit)));
  };
  const reach = (element, x, y, dx, dy) => {
    let steps = 0;
    while (steps < LEAST && hears(element, x + (steps + 1) * dx, y + (steps + 1) * dy)) steps += 1;
    return steps;
  };
  const small = [];
  for (const element of document.querySelectorAll(CONTROLS)) {
    if (!isShown(element) || isInSentence(element)) continue;
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const box = element.getBoundingClientRect();
    const x = Math.round(box.x + box.width / 2);
    const y = Math.round(box.y + box.height / 2);
    // Behind a dialog.
    if (!hears(element, x, y)) continue;
    const width = reach(element, x, y, -1, 0) + reach(element, x, y, 1, 0) + 1;
    const height = reach(element, x, y, 0, -1) + reach(element, x, y, 0, 1) + 1;
    if (width < LEAST || height < LEAST) {
      const name = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent;
      small.push(element.localName + ' "' + name.trim() + '" ' + width + ' x ' + height);
    }
  }
  return small;
})()`;

/** The controls of a page on a phone that are too small for a finger. */
export const smallTargets = (page: Page): Promise<string[]> => page.evaluate<string[]>(FINDER);
