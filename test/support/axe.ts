import { readFileSync } from 'node:fs';
import type { Result, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const SOURCE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
/** The rules of WCAG 2.2 AA that can be checked by a program. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const OPTIONS: RunOptions = {
  runOnly: RULES,
  resultTypes: ['violations'],
  // None of these rules reads the style sheets, which axe would load and parse once more.
  preload: { assets: ['media'] },
};

/** Violations of WCAG 2.2 AA on a page: one line for each rule and element. */
export async function violations(page: Page): Promise<string[]> {
  // As a script element it would be refused by the page's content policy.
  if (!(await page.evaluate<boolean>(`'axe' in globalThis`))) await page.evaluate(SOURCE);
  const run = `axe.run(${JSON.stringify(OPTIONS)}).then(({ violations }) => violations)`;
  const found = await page.evaluate<Result[]>(run);
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
}
