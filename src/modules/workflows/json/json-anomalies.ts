import { endOfString } from '../../../platform/json';

/** A position in a JSON text. */
interface Location {
  readonly path: readonly (string | number)[];
  /** Counts from 1. */
  readonly line: number;
}

/** A number that JSON can't hold: `NaN`, `-Infinity`, `1e999`. */
export interface LostNumber extends Location {
  readonly written: string;
}

/** What a JSON parser drops silently. */
export interface JsonAnomalies {
  /** Keys that occur a second time in their object: the last one wins. */
  readonly duplicates: readonly Location[];
  readonly lost: readonly LostNumber[];
}

/** The rest shows once these are corrected. */
const MAX_ANOMALIES = 100;

/** Scans a text that `parseWorkflowJson` accepts for what got lost; in one pass, without recursion. */
export function findAnomalies(json: string): JsonAnomalies {
  return new Scan(json).anomalies();
}

/** An object or a list around the position of the scan. */
interface Open {
  /** The names so far; `null`: it is a list. */
  readonly names: Set<string> | null;
  step: string | number;
  isNameNext: boolean;
}

class Scan {
  private at = 0;
  private line = 1;
  private readonly open: Open[] = [];
  private readonly duplicates: Location[] = [];
  private readonly lost: LostNumber[] = [];

  constructor(private readonly json: string) {}

  anomalies(): JsonAnomalies {
    while (this.at < this.json.length) this.take(this.json.charAt(this.at));
    return { duplicates: this.duplicates, lost: this.lost };
  }

  private take(character: string): void {
    if (character === '"') this.text();
    else if (isOfWord(character)) this.word();
    else {
      this.mark(character);
      this.at += 1;
    }
  }

  private mark(character: string): void {
    const inner = this.open.at(-1);
    if (character === '\n') this.line += 1;
    else if (character === '{') this.open.push({ names: new Set(), step: '', isNameNext: true });
    else if (character === '[') this.open.push({ names: null, step: 0, isNameNext: false });
    else if (character === '}' || character === ']') this.open.pop();
    else if (character === ',' && inner) next(inner);
  }

  private text(): void {
    const end = endOfString(this.json, this.at);
    const inner = this.open.at(-1);
    if (inner?.names && inner.isNameNext) {
      const name = JSON.parse(this.json.slice(this.at, end)) as string;
      inner.step = name;
      inner.isNameNext = false;
      if (inner.names.has(name)) this.note(this.duplicates, {});
      inner.names.add(name);
    }
    this.at = end;
  }

  private word(): void {
    const begin = this.at;
    while (isOfWord(this.json.charAt(this.at))) this.at += 1;
    const written = this.json.slice(begin, this.at);
    const isName = written === 'true' || written === 'false' || written === 'null';
    if (!isName && !Number.isFinite(Number(written))) this.note(this.lost, { written });
  }

  private note<T extends object>(list: (T & Location)[], details: T): void {
    if (list.length >= MAX_ANOMALIES) return;
    list.push({ ...details, path: this.open.map(({ step }) => step), line: this.line });
  }
}

function next(inner: Open): void {
  if (typeof inner.step === 'number') inner.step += 1;
  else inner.isNameNext = true;
}

/** Of a number, or of `true`, `null`, `NaN`, …; nothing is behind the end. */
function isOfWord(character: string): boolean {
  const code = character.charCodeAt(0) | 32;
  return (
    (code >= 97 && code <= 122) ||
    (character >= '0' && character <= '9') ||
    character === '-' ||
    character === '+' ||
    character === '.'
  );
}
