import type { Page } from 'playwright-core';

/** Runs in the page: every shift with its size and what moved, such as `0.004 DIV[Size1:14:3]`. */
const RECORDER = `
  window.layoutShifts = [];
  const nameOf = (node) => node ? node.nodeName + '[' + (node.textContent ?? '').slice(0, 40) + ']' : 'something';
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput)
        window.layoutShifts.push([value.toFixed(5), ...sources.map(({ node }) => nameOf(node))].join(' '));
  }).observe({ type: 'layout-shift', buffered: true });
`;

/** Records what moves by itself on every page that opens from now on. */
export async function recordLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(RECORDER);
}

const LATE_SIZES = `
  window.lateSizes = 0;
  window.ResizeObserver = class extends ResizeObserver {
    constructor(callback) {
      super((...sizes) => {
        window.lateSizes += 1;
        setTimeout(() => {
          window.lateSizes -= 1;
          if (!this.isDisconnected) callback(...sizes);
        }, 200);
      });
    }
    disconnect() {
      this.isDisconnected = true;
      super.disconnect();
    }
    observe(...target) {
      this.isDisconnected = false;
      super.observe(...target);
    }
  };
`;

/** Pages that open from now on learn of sizes 200 ms late, as on a busy computer, so that what is drawn before that can be seen. */
export async function reportSizesLate(page: Page): Promise<void> {
  await page.addInitScript(LATE_SIZES);
}

const SHIFTS_SO_FAR = `(async () => {
  const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  while (window.lateSizes > 0) await drawn();
  await drawn();
  return window.layoutShifts;
})()`;

/** What has moved since the page was opened, once it has learned of all sizes and was drawn. */
export const layoutShifts = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(SHIFTS_SO_FAR);
