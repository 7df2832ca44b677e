/** `problem`: somebody should do something; `note`: worth knowing, and no fault. */
type CheckStatus = 'ok' | 'note' | 'problem';

/** One line of the doctor's report. */
export interface Check {
  /** One word or two, for people and programs. */
  readonly name: string;
  readonly status: CheckStatus;
  /** What was found, and what to do about it. */
  readonly detail: string;
  /** The first of the files, owners or places that are concerned. */
  readonly names?: readonly string[];
}

export const ok = (name: string, detail: string): Check => ({ name, status: 'ok', detail });
export const note = (name: string, detail: string): Check => ({ name, status: 'note', detail });
export const problem = (name: string, detail: string, names: readonly string[] = []): Check => ({
  name,
  status: 'problem',
  detail,
  ...(names.length > 0 ? { names } : {}),
});

const SIGNS = { ok: 'ok', note: 'note', problem: 'PROBLEM' } as const;

/** The report for people: a line for each check, its names below it. */
export function reportLines(checks: readonly Check[]): readonly string[] {
  const width = Math.max(...checks.map(({ name }) => name.length));
  return checks.flatMap(({ name, status, detail, names = [] }) => [
    `${SIGNS[status].padEnd(7)}  ${name.padEnd(width)}  ${detail}`,
    ...names.map((one) => `${' '.repeat(width + 11)}${one}`),
  ]);
}
