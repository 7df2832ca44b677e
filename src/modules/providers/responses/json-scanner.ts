import { randomUUID } from 'node:crypto';
import { parseTolerantJson } from './tolerant-json';

/** Bytes of JSON that are parsed at once: a few milliseconds. */
const PIECE_BYTES = 256 * 1024;
/** Limits a single text, which can't be cut into pieces. */
const MAX_PIECE_BYTES = 16 * 1024 * 1024;
/** The code that uses parsed values is recursive. */
const MAX_DEPTH = 100;

const [QUOTE, BACKSLASH, COMMA, COLON, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] =
  Buffer.from('"\\,:[]{}');
/** First letters of Python's `NaN` and `Infinity`, with which no value of valid JSON begins. */
const [N, I] = Buffer.from('NI');

/** Key of what continues the last member of an object that was open before a piece. No document can have it. */
export const CONTINUED = randomUUID();

/** JSON that is valid, but nested or sized beyond what is read. */
export class JsonTooComplex extends Error {}

/** A list or an object that isn't closed yet. */
export interface OpenContainer {
  readonly isList: boolean;
  /** The key of its last member; empty for lists. */
  key: string;
}

/** A part of a document, from one comma to another. */
export interface JsonPiece {
  /**
   * Valid JSON: containers that are open at an end of the piece are opened or closed. The first member of each that was open
   * before, in objects {@link CONTINUED}, continues the next one; that of the innermost is a 0 that stands for the member
   * before the comma.
   */
  readonly text: string;
  /** Containers that are open after it, the outermost first. */
  readonly after: readonly OpenContainer[];
}

/** Cuts a document into pieces at commas, wherever they stand. Only `JSON.parse` of the pieces shows if it is valid. */
export class JsonScanner {
  private readonly open: OpenContainer[] = [];
  private before: readonly OpenContainer[] = [];
  private pending: Buffer[] = [];
  /** Bytes in `pending`. */
  private length = 0;
  private inString = false;
  private isEscaped = false;
  private stringBegin = 0;
  private stringEnd = 0;
  /** Where the keys that aren't read yet stand in `pending`. */
  private readonly keys = new Map<OpenContainer, readonly [begin: number, end: number]>();
  private values = 1;
  /** No `NaN` or `Infinity` so far. */
  isStrict = true;

  constructor(
    private readonly maxValues: number,
    private readonly pieceBytes = PIECE_BYTES,
    /** What holds the values, for the message. */
    private readonly holder = 'it',
  ) {}

  /** Counts values from the beginning again. */
  resetCount(): void {
    this.values = 0;
  }

  /** Takes the next bytes. Throws {@link JsonTooComplex}. */
  *push(chunk: Buffer): Generator<JsonPiece> {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      const position = this.length + at - from;
      if (this.inString) this.readString(byte, position);
      else if (byte === COMMA && position >= this.pieceBytes && this.open.length > 0) {
        this.take(chunk.subarray(from, at));
        from = at;
        this.countValue();
        yield this.cut(this.open);
      } else this.readStructure(byte, position);
    }
    this.take(chunk.subarray(from));
  }

  /** The rest of the document, which closes every container itself. */
  end(): JsonPiece {
    return this.cut([]);
  }

  private take(bytes: Buffer): void {
    this.pending.push(bytes);
    this.length += bytes.length;
    if (this.length > MAX_PIECE_BYTES) throw new JsonTooComplex('it holds a text that is too long');
  }

  private readString(byte: number, position: number): void {
    if (this.isEscaped) this.isEscaped = false;
    else if (byte === BACKSLASH) this.isEscaped = true;
    else if (byte === QUOTE) {
      this.inString = false;
      this.stringEnd = position + 1;
    }
  }

  private readStructure(byte: number, position: number): void {
    switch (byte) {
      case QUOTE:
        this.inString = true;
        this.stringBegin = position;
        break;
      case COLON:
        this.readKey();
        break;
      case COMMA:
        this.countValue();
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        this.openContainer(byte === OPEN_LIST);
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        this.closeContainer();
        break;
      case N:
      case I:
        this.isStrict = false;
    }
  }

  private readKey(): void {
    const container = this.open.at(-1);
    if (container?.isList === false) this.keys.set(container, [this.stringBegin, this.stringEnd]);
  }

  private countValue(): void {
    this.values += 1;
    if (this.values > this.maxValues)
      throw new JsonTooComplex(`${this.holder} holds more than ${this.maxValues} values`);
  }

  private openContainer(isList: boolean): void {
    this.countValue();
    if (this.open.length >= MAX_DEPTH) throw new JsonTooComplex('it is nested too deeply');
    this.open.push({ isList, key: '' });
  }

  private closeContainer(): void {
    const closed = this.open.pop();
    if (closed) this.keys.delete(closed);
  }

  /** The pending bytes as a piece. */
  private cut(open: readonly OpenContainer[]): JsonPiece {
    const bytes = Buffer.concat(this.pending);
    for (const [container, [begin, end]] of this.keys)
      container.key = parsedKey(bytes.toString('utf8', begin, end));
    const { before } = this;
    const after = open.map((container) => ({ ...container }));
    const text = `${opening(before)}${bytes.toString('utf8')}${closing(after)}`;
    this.pending = [];
    this.length = 0;
    this.keys.clear();
    this.before = after;
    return { text, after };
  }
}

function opening(containers: readonly OpenContainer[]): string {
  if (containers.length === 0) return '';
  return `${containers.map(({ isList }) => (isList ? '[' : `{"${CONTINUED}":`)).join('')}0`;
}

function closing(containers: readonly OpenContainer[]): string {
  return containers
    .map(({ isList }) => (isList ? ']' : '}'))
    .toReversed()
    .join('');
}

const parsedKey = (key: string): string => String(parseTolerantJson(key));
