/** The expected answer of a call. */
interface Expected {
  readonly status: number;
  /** Names, with the answer field whose value it has in later calls. */
  readonly keep: readonly (readonly [name: string, field: string])[];
  /** The call is repeated while the field has one of these values. */
  readonly again: { readonly field: string; readonly values: readonly string[] } | null;
}

export interface HttpCall extends Expected {
  readonly kind: 'http';
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export interface ShellCall extends Expected {
  readonly kind: 'sh';
  readonly script: string;
}

export type GuideCall = HttpCall | ShellCall;

/** A chapter: its calls, and the table rows that the calls are repeated for. */
export interface Chapter {
  readonly title: string;
  readonly text: string;
  readonly calls: readonly GuideCall[];
  /** One empty row when the chapter has no such table. */
  readonly rows: readonly Readonly<Record<string, string>>[];
}

const ANSWER = /^(?:# )?→ (\d{3})((?:, (?:keep|while) [^\n]+)?)$/;

/** Parses a guide by its own rules for agents. Throws for blocks of another form. */
export function chaptersOf(guide: string): readonly Chapter[] {
  const body = guide.replace(/^---\n.*?\n---\n/s, '');
  return body.split(/^(?=## )/m).map((text) => ({
    title: /^## (.*)$/m.exec(text)?.[1] ?? '',
    text,
    calls: fencesOf(text).flatMap(callsOf),
    rows: rowsOf(text),
  }));
}

function fencesOf(text: string): readonly { language: string; lines: readonly string[] }[] {
  const blocks = [...text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)];
  if (blocks.length * 2 !== [...text.matchAll(/^```/gm)].length)
    throw new Error('a code block is not closed');
  return blocks.map(([, language = '', inner = '']) => ({
    language,
    lines: inner.trimEnd().split('\n'),
  }));
}

function callsOf({ language, lines }: ReturnType<typeof fencesOf>[number]): GuideCall[] {
  if (language !== 'http' && language !== 'sh') throw new Error(`a block of '${language}'`);
  const calls: GuideCall[] = [];
  let pending: string[] = [];
  for (const line of lines) {
    const answer = ANSWER.exec(line);
    if (!answer) pending.push(line);
    else {
      const expected = expectedOf(Number(answer[1]), answer[2] ?? '');
      calls.push(language === 'sh' ? shellCall(pending, expected) : httpCall(pending, expected));
      pending = [];
    }
  }
  if (pending.length > 0 || calls.length === 0)
    throw new Error(`no answer to:\n${lines.join('\n')}`);
  return calls;
}

function expectedOf(status: number, more: string): Expected {
  const again = /while (\S+) = (.+)$/.exec(more);
  const names = /keep (.+?)(?:, while|$)/.exec(more)?.[1] ?? '';
  return {
    status,
    keep: names === '' ? [] : names.split(', ').map((one) => pair(one)),
    again: again ? { field: again[1]!, values: again[2]!.split(' | ') } : null,
  };
}

function pair(text: string): readonly [string, string] {
  const [, name, field] = /^(\w+) = (\S+)$/.exec(text) ?? [];
  if (name === undefined || field === undefined) throw new Error(`can't keep '${text}'`);
  return [name, field];
}

const shellCall = (lines: readonly string[], expected: Expected): ShellCall => ({
  kind: 'sh',
  script: lines.join('\n'),
  ...expected,
});

function httpCall(lines: readonly string[], expected: Expected): HttpCall {
  const [head = '', ...rest] = lines.join('\n').trim().split('\n');
  const [, method, path] = /^([A-Z]+) (\/\S*)$/.exec(head) ?? [];
  if (method === undefined || path === undefined) throw new Error(`no request: '${head}'`);
  const empty = rest.indexOf('');
  const headers = (empty < 0 ? rest : rest.slice(0, empty)).map((line) => line.split(': '));
  const body = empty < 0 ? null : rest.slice(empty + 1).join('\n');
  return {
    kind: 'http',
    method,
    path,
    body,
    headers: Object.fromEntries(headers) as Record<string, string>,
    ...expected,
  };
}

/** The rows of the table whose head contains names in braces. */
function rowsOf(text: string): Chapter['rows'] {
  const lines = /^\| \{\w+\}.*\n\|[- |]+\n(?:\|.*\n)+/m.exec(text)?.[0].trimEnd().split('\n');
  if (!lines) return [{}];
  const [head = [], , ...rows] = lines.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
  return rows.map((cells) =>
    Object.fromEntries(head.map((name, at) => [name.slice(1, -1), cells[at] ?? ''])),
  );
}

/** Calls in the running text: `GET /api/jobs`. */
export function namedCalls(guide: string): readonly { method: string; path: string }[] {
  const mentions = guide.matchAll(/`(GET|POST|PATCH|PUT|DELETE) (\/[^`\s]*)`/g);
  return [...mentions].map(([, method = '', path = '']) => ({ method, path }));
}
