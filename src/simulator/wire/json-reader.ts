import { float, type WireObject, type WireValue } from './python-float';

/** The text isn't JSON, or is nested deeper than Python's parser goes. */
export class JsonSyntaxError extends Error {}

/** Python's recursion limit ends deeper documents with an error, too. */
const MAX_DEPTH = 900;
const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const WORDS: readonly (readonly [string, WireValue])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
  ['NaN', NaN],
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
];
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};
const [QUOTE, BACKSLASH, SPACE, ZERO, NINE] = [34, 92, 32, 48, 57];

/**
 * Reads JSON as Python's `json` module does: objects keep the order of their keys, ints keep all their digits,
 * `7.0` stays a float, `NaN` and `Infinity` are values. `JSON.parse` does none of these.
 */
export function readJson(text: string): WireValue {
  return new Reader(text).document();
}

class Reader {
  private at = 0;
  private depth = 0;

  constructor(private readonly text: string) {}

  document(): WireValue {
    const value = this.value();
    this.space();
    if (this.at < this.text.length) this.fail('Extra data');
    return value;
  }

  private value(): WireValue {
    this.space();
    const mark = this.text[this.at];
    if (mark === '{') return this.nested(() => this.object());
    if (mark === '[') return this.nested(() => this.array());
    return mark === '"' ? this.string() : this.scalar();
  }

  private nested<T>(read: () => T): T {
    if (++this.depth > MAX_DEPTH) this.fail('Nested too deeply');
    const value = read();
    this.depth--;
    return value;
  }

  private object(): WireObject {
    const object: WireObject = new Map();
    this.at++;
    if (this.taken('}')) return object;
    do {
      this.space();
      if (this.text[this.at] !== '"') this.fail('Expecting property name');
      const key = this.string();
      if (!this.taken(':')) this.fail("Expecting ':'");
      object.set(key, this.value());
    } while (this.taken(','));
    if (!this.taken('}')) this.fail("Expecting ','");
    return object;
  }

  private array(): WireValue[] {
    const array: WireValue[] = [];
    this.at++;
    if (this.taken(']')) return array;
    do array.push(this.value());
    while (this.taken(','));
    if (!this.taken(']')) this.fail("Expecting ','");
    return array;
  }

  private string(): string {
    let start = ++this.at;
    let out = '';
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code === QUOTE) {
        out += this.text.slice(start, this.at++);
        return out;
      }
      if (code === BACKSLASH) {
        out += this.text.slice(start, this.at++) + this.escape();
        start = this.at;
      } else if (code >= SPACE) this.at++;
      else this.fail('Invalid control character or unterminated string');
    }
  }

  private escape(): string {
    const mark = this.text[this.at++] ?? '';
    const plain = ESCAPES[mark];
    if (plain !== undefined) return plain;
    const digits = this.text.slice(this.at, this.at + 4);
    if (mark !== 'u' || !/^[\da-fA-F]{4}$/.test(digits)) this.fail('Invalid \\escape');
    this.at += 4;
    return String.fromCharCode(parseInt(digits, 16));
  }

  private scalar(): WireValue {
    const code = this.text.charCodeAt(this.at);
    const isDigit = code >= ZERO && code <= NINE;
    const word = isDigit ? undefined : WORDS.find(([name]) => this.text.startsWith(name, this.at));
    if (word === undefined) return this.number();
    this.at += word[0].length;
    return word[1];
  }

  private number(): WireValue {
    NUMBER.lastIndex = this.at;
    const [literal, fraction, exponent] = NUMBER.exec(this.text) ?? this.fail('Expecting value');
    this.at += literal.length;
    const value = Number(literal);
    if (fraction !== undefined || exponent !== undefined) return float(value);
    if (!Number.isSafeInteger(value)) return BigInt(literal);
    return value === 0 ? 0 : value;
  }

  private taken(mark: string): boolean {
    this.space();
    if (this.text[this.at] !== mark) return false;
    this.at++;
    return true;
  }

  private space(): void {
    for (;;) {
      const mark = this.text[this.at];
      if (mark !== ' ' && mark !== '\n' && mark !== '\r' && mark !== '\t') return;
      this.at++;
    }
  }

  private fail(problem: string): never {
    throw new JsonSyntaxError(`${problem} at ${this.at}`);
  }
}
