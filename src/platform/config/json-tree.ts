/** A JSON value that remembers where it stands, so that a complaint can name the line. Lines count from 1. */
export type JsonTree =
  | { readonly type: 'object'; readonly line: number; readonly fields: readonly JsonField[] }
  | { readonly type: 'array'; readonly line: number; readonly items: readonly JsonTree[] }
  | { readonly type: 'string'; readonly line: number; readonly value: string }
  | { readonly type: 'number'; readonly line: number; readonly value: number }
  | { readonly type: 'boolean'; readonly line: number; readonly value: boolean }
  | { readonly type: 'null'; readonly line: number };

export interface JsonField {
  readonly name: string;
  readonly line: number;
  readonly value: JsonTree;
}

/** The text isn't JSON. */
export class JsonSyntaxError extends Error {
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

interface Token {
  readonly text: string;
  readonly line: number;
}

const TOKEN =
  /[{}[\],:]|"(?:[^"\\\p{Cc}]|\\.)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;
const BLANK = /[ \t\r\n]*/y;
const MAX_DEPTH = 32;

function tokens(text: string): Token[] {
  const found: Token[] = [];
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  let line = 1;
  for (;;) {
    BLANK.lastIndex = at;
    const blank = BLANK.exec(text)?.[0] ?? '';
    line += blank.split('\n').length - 1;
    at += blank.length;
    if (at >= text.length) return found;
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined) throw new JsonSyntaxError(line, unreadable(text.slice(at)));
    found.push({ text: token, line });
    at += token.length;
  }
}

function unreadable(rest: string): string {
  if (rest.startsWith('"'))
    return 'this text has no closing quote, or a line break or \\ inside it';
  if (rest.startsWith('//') || rest.startsWith('/*'))
    return 'JSON has no comments: remove this one';
  return 'not JSON here: texts and names need double quotes';
}

/** Reads JSON text. Throws {@link JsonSyntaxError}; a name given twice in one object is an error, too. */
export function parseJsonTree(text: string): JsonTree {
  return new Reader(tokens(text)).whole();
}

class Reader {
  private at = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  whole(): JsonTree {
    const value = this.value(0);
    const rest = this.tokens[this.at];
    if (rest) throw new JsonSyntaxError(rest.line, 'nothing may follow the closing bracket');
    return value;
  }

  private value(depth: number): JsonTree {
    const { text, line } = this.next('a value');
    if (depth > MAX_DEPTH) throw new JsonSyntaxError(line, 'nested too deeply');
    if (text === '{') return { type: 'object', line, fields: this.fields(depth + 1) };
    if (text === '[') return { type: 'array', line, items: this.items(depth + 1) };
    if (/^[\]},:]/.test(text))
      throw new JsonSyntaxError(line, `a value is missing before "${text}"`);
    return scalar(text, line);
  }

  private fields(depth: number): JsonField[] {
    const fields: JsonField[] = [];
    this.list('}', () => {
      const token = this.next('a name');
      if (!token.text.startsWith('"')) {
        throw new JsonSyntaxError(token.line, 'expected a name in double quotes');
      }
      const name = unquote(token.text, token.line);
      if (fields.some((field) => field.name === name)) {
        throw new JsonSyntaxError(token.line, `"${name}" stands here twice: keep one`);
      }
      const colon = this.next('":"');
      if (colon.text !== ':') throw new JsonSyntaxError(colon.line, `expected ":" after "${name}"`);
      fields.push({ name, line: token.line, value: this.value(depth) });
    });
    return fields;
  }

  private items(depth: number): JsonTree[] {
    const items: JsonTree[] = [];
    this.list(']', () => items.push(this.value(depth)));
    return items;
  }

  /** Comma-separated elements up to the closing bracket. */
  private list(close: string, element: () => void): void {
    if (this.tokens[this.at]?.text === close) {
      this.at += 1;
      return;
    }
    for (;;) {
      element();
      const { text, line } = this.next(`"${close}"`);
      if (text === close) return;
      if (text !== ',') throw new JsonSyntaxError(line, `expected "," or "${close}" before this`);
      if (this.tokens[this.at]?.text === close) {
        throw new JsonSyntaxError(line, `remove the comma before "${close}"`);
      }
    }
  }

  private next(expected: string): Token {
    const token = this.tokens[this.at];
    if (!token) {
      throw new JsonSyntaxError(
        this.tokens.at(-1)?.line ?? 1,
        `the file ends where ${expected} is expected`,
      );
    }
    this.at += 1;
    return token;
  }
}

function scalar(text: string, line: number): JsonTree {
  if (text.startsWith('"')) return { type: 'string', line, value: unquote(text, line) };
  if (text === 'null') return { type: 'null', line };
  if (text === 'true' || text === 'false') return { type: 'boolean', line, value: text === 'true' };
  return { type: 'number', line, value: Number(text) };
}

function unquote(token: string, line: number): string {
  try {
    return JSON.parse(token) as string;
  } catch {
    throw new JsonSyntaxError(
      line,
      'this text holds an unknown escape: write \\\\ for a backslash',
    );
  }
}
