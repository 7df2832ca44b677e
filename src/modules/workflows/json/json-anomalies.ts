import { endOfString } from '../../../platform/json';

/** A position in a JSON text. */
interface Location {
  readonly path: readonly (string | number)[];
  /** Counts from 1. */
  readonly line: number;
}

/** A number that JSON can't hold: `NaN`, `-Infinity`, `1e999`. */
export interface UnrepresentableNumber extends Location {
  readonly written: string;
}

/** What a JSON parser drops silently. */
export interface JsonAnomalies {
  /** Keys that occur twice in one object; the parser uses the last one. */
  readonly duplicateKeys: readonly Location[];
  readonly unrepresentable: readonly UnrepresentableNumber[];
}

/** Enough for one report; later anomalies show up once the first are corrected. */
const MAX_ANOMALIES = 100;

/**
 * Finds what parsing loses in a text that `parseWorkflowJson` accepts. One pass without recursion, because texts may be
 * deeply nested.
 */
export function findAnomalies(json: string): JsonAnomalies {
  return new Scan(json).anomalies();
}

/** An object or a list around the position of the scan. */
interface OpenContainer {
  /** The keys so far; `null` for a list. */
  readonly names: Set<string> | null;
  step: string | number;
  isNameNext: boolean;
}

class Scan {
  private at = 0;
  private line = 1;
  private readonly open: OpenContainer[] = [];
  private readonly duplicateKeys: Location[] = [];
  private readonly unrepresentable: UnrepresentableNumber[] = [];

  constructor(private readonly json: string) {}

  anomalies(): JsonAnomalies {
    while (this.at < this.json.length) this.readToken(this.json.charAt(this.at));
    return { duplicateKeys: this.duplicateKeys, unrepresentable: this.unrepresentable };
  }

  private readToken(character: string): void {
    if (character === '"') this.readString();
    else if (isLiteralCharacter(character)) this.readLiteral();
    else {
      this.readPunctuation(character);
      this.at += 1;
    }
  }

  private readPunctuation(character: string): void {
    const inner = this.open.at(-1);
    if (character === '\n') this.line += 1;
    else if (character === '{') this.open.push({ names: new Set(), step: '', isNameNext: true });
    else if (character === '[') this.open.push({ names: null, step: 0, isNameNext: false });
    else if (character === '}' || character === ']') this.open.pop();
    else if (character === ',' && inner) advanceStep(inner);
  }

  private readString(): void {
    const end = endOfString(this.json, this.at);
    const inner = this.open.at(-1);
    if (inner?.names && inner.isNameNext) {
      const name = JSON.parse(this.json.slice(this.at, end)) as string;
      inner.step = name;
      inner.isNameNext = false;
      if (inner.names.has(name)) this.addAnomaly(this.duplicateKeys, {});
      inner.names.add(name);
    }
    this.at = end;
  }

  private readLiteral(): void {
    const begin = this.at;
    while (isLiteralCharacter(this.json.charAt(this.at))) this.at += 1;
    const written = this.json.slice(begin, this.at);
    const isKeyword = written === 'true' || written === 'false' || written === 'null';
    if (!isKeyword && !Number.isFinite(Number(written)))
      this.addAnomaly(this.unrepresentable, { written });
  }

  private addAnomaly<T extends object>(list: (T & Location)[], details: T): void {
    if (list.length >= MAX_ANOMALIES) return;
    list.push({ ...details, path: this.open.map(({ step }) => step), line: this.line });
  }
}

function advanceStep(inner: OpenContainer): void {
  if (typeof inner.step === 'number') inner.step += 1;
  else inner.isNameNext = true;
}

/** Is it part of a number or of a keyword (`true`, `null`, `NaN`)? False for the empty text after the end. */
function isLiteralCharacter(character: string): boolean {
  const code = character.charCodeAt(0) | 32;
  return (
    (code >= 97 && code <= 122) ||
    (character >= '0' && character <= '9') ||
    character === '-' ||
    character === '+' ||
    character === '.'
  );
}
