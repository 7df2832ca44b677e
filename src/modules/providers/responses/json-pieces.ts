import { setImmediate } from 'node:timers/promises';
import { CONTINUED, type JsonPiece, JsonScanner, type OpenContainer } from './json-scanner';
import { parseTolerantJson } from './tolerant-json';

/** Limits the memory of a parsed document to some hundred MiB. */
const MAX_VALUES = 5_000_000;
/** Using a member blocks the event loop, so its size is limited. Half a million file names still fit. */
const MAX_MEMBER_VALUES = 500_000;

type Container = Record<string, unknown> | unknown[];

/** Bytes of a document in their order. */
export type ByteChunks = AsyncIterable<Buffer> | Iterable<Buffer>;

/**
 * Parses a document of any size as `parseTolerantJson` does, but in pieces, so that other work continues in between.
 * Throws SyntaxError, and `JsonTooComplex` for what would take too much memory.
 */
export async function parseInPieces(chunks: ByteChunks): Promise<unknown> {
  return (await readInPieces(chunks)).value;
}

/** As {@link parseInPieces}; `isStrict`: the document holds no `NaN` or `Infinity`. */
export async function readInPieces(
  chunks: ByteChunks,
  pieceBytes?: number,
): Promise<{ readonly value: unknown; readonly isStrict: boolean }> {
  const scanner = new JsonScanner(MAX_VALUES, pieceBytes);
  const assembly = new Assembly();
  for await (const piece of piecesOf(chunks, scanner)) assembly.add(piece);
  return { value: assembly.root, isStrict: scanner.isStrict };
}

/**
 * The members of a document's object one by one, each as soon as it is complete: the document itself is never in memory
 * as a whole. Throws as {@link parseInPieces} does, and SyntaxError for anything but an object.
 */
export async function* membersInPieces(
  chunks: ByteChunks,
  pieceBytes?: number,
): AsyncGenerator<readonly [key: string, value: unknown]> {
  const assembly = new Assembly();
  const scanner = new JsonScanner(MAX_MEMBER_VALUES, pieceBytes, 'one of its members');
  for await (const piece of piecesOf(chunks, scanner)) {
    assembly.add(piece);
    const members = assembly.takeMembers();
    if (members.length > 0) scanner.resetCount();
    yield* members;
  }
}

async function* piecesOf(chunks: ByteChunks, scanner: JsonScanner): AsyncGenerator<JsonPiece> {
  for await (const chunk of chunks)
    for (const piece of scanner.push(chunk)) {
      yield piece;
      await setImmediate();
    }
  yield scanner.end();
}

/** Puts the values of pieces together again. */
class Assembly {
  root: unknown = undefined;
  /** The lists and objects that aren't complete, the outermost first. */
  private open: readonly Container[] = [];
  /** The key of the last member of the outermost object. */
  private openKey = '';

  add(piece: JsonPiece): void {
    let part = parseTolerantJson(piece.text) as Container;
    if (this.open.length === 0) this.root = part;
    for (const container of this.open) part = continueContainer(container, part);
    this.open = openIn(this.root, piece.after);
    this.openKey = piece.after[0]?.key ?? '';
  }

  /** The complete members of the outermost object, which loses them. */
  takeMembers(): readonly (readonly [key: string, value: unknown])[] {
    const { root } = this;
    if (typeof root !== 'object' || root === null || Array.isArray(root))
      throw new SyntaxError('it is not an object');
    const object = root as Record<string, unknown>;
    const openKey = this.open.length > 1 ? this.openKey : null;
    const complete = Object.entries(object).filter(([key]) => key !== openKey);
    for (const [key] of complete) Reflect.deleteProperty(object, key);
    return complete;
  }
}

/** Adds the members of `part` to the container that it continues. @returns the first one, which continues the next */
function continueContainer(container: Container, part: Container): Container {
  if (Array.isArray(container) && Array.isArray(part)) {
    for (let at = 1; at < part.length; at += 1) container.push(part[at]);
    return part[0] as Container;
  }
  const members = part as Record<string, unknown>;
  for (const name of Object.keys(members))
    if (name !== CONTINUED) setMember(container as Record<string, unknown>, name, members[name]);
  return members[CONTINUED] as Container;
}

/** A key `__proto__` is one like any other. */
function setMember(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value;
  else
    Object.defineProperty(object, name, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
}

/** The containers that are still open: each is the last member of the one before. */
function openIn(root: unknown, open: readonly OpenContainer[]): readonly Container[] {
  const containers: Container[] = [];
  let container = root as Container;
  for (const { key } of open) {
    containers.push(container);
    container = (Array.isArray(container) ? container.at(-1) : container[key]) as Container;
  }
  return containers;
}
