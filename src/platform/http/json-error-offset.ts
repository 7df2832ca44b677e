const SPACE = /[ \t\n\r]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WORD = /true|false|null/y;
const BACKSLASH = 0x5c;

/**
 * Offset of the first character that makes a text invalid JSON; the length of the text when it is incomplete. For texts
 * that `JSON.parse` refused, because its message has no reliable position. Not recursive, so that deep nesting can't
 * overflow the stack.
 */
export function jsonErrorOffset(text: string): number {
  return new Scan(text).errorOffset();
}

/** What may come next. */
type Expected =
  | 'value'
  | 'value or end'
  | 'key'
  | 'key or end'
  | 'colon'
  | 'comma or end'
  | 'nothing';

class Scan {
  private at = 0;
  /** The open containers' closing brackets, innermost last. */
  private readonly open: ('}' | ']')[] = [];
  private expected: Expected = 'value';

  constructor(private readonly text: string) {}

  errorOffset(): number {
    do this.take(SPACE);
    while (this.steps[this.expected]());
    return this.at;
  }

  private readonly steps: Readonly<Record<Expected, () => boolean>> = {
    value: () => this.value(),
    'value or end': () => this.close() || this.value(),
    key: () => this.string() && this.expect('colon'),
    'key or end': () => this.close() || (this.string() && this.expect('colon')),
    colon: () => this.takeChar(':') && this.expect('value'),
    'comma or end': () => this.close() || this.comma(),
    nothing: () => false,
  };

  private value(): boolean {
    if (this.text[this.at] === '"') return this.string() && this.afterValue();
    if (this.takeChar('{')) {
      this.open.push('}');
      return this.expect('key or end');
    }
    if (this.takeChar('[')) {
      this.open.push(']');
      return this.expect('value or end');
    }
    return (this.take(NUMBER) || this.take(WORD)) && this.afterValue();
  }

  /** A loop, because a pattern would overflow the stack on a long string. Stops at the first invalid character. */
  private string(): boolean {
    if (!this.takeChar('"')) return false;
    for (let code = this.code(); code >= 0x20; code = this.code()) {
      if (this.takeChar('"')) return true;
      if (code !== BACKSLASH) this.at += 1;
      else if (!this.take(ESCAPE)) return false;
    }
    return false;
  }

  /** NaN at the end of the text. */
  private code(): number {
    return this.text.charCodeAt(this.at);
  }

  private close(): boolean {
    const bracket = this.open.at(-1);
    if (bracket === undefined || !this.takeChar(bracket)) return false;
    this.open.pop();
    return this.afterValue();
  }

  private comma(): boolean {
    return this.takeChar(',') && this.expect(this.open.at(-1) === '}' ? 'key' : 'value');
  }

  private afterValue(): boolean {
    return this.expect(this.open.length === 0 ? 'nothing' : 'comma or end');
  }

  private expect(next: Expected): true {
    this.expected = next;
    return true;
  }

  private takeChar(char: string): boolean {
    if (this.text[this.at] !== char) return false;
    this.at += 1;
    return true;
  }

  private take(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    if (!pattern.test(this.text)) return false;
    this.at = pattern.lastIndex;
    return true;
  }
}
