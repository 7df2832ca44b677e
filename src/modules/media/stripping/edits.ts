import { type Piece, FilePieces } from '../metadata/file-pieces';
import { MalformedFile } from '../public/readable-bytes';

/** More than any real file carries. */
const MOST_EDITS = 20_000;

/** Shared by all: long stretches of nothing cost no memory. */
const ZEROS = Buffer.alloc(1024 * 1024);

/** What becomes of a file whose words go; from its front to its end. */
export class Edits {
  private readonly list = new FilePieces();
  private done = 0;
  private count = 0;

  /**
   * Puts `head` at `from` and zeros behind it up to `to` (exclusive): nothing moves.
   * @throws MalformedFile for a file of very many words: what came before still counts
   */
  blank(from: number, to: number, head: Buffer = Buffer.alloc(0)): void {
    this.drop(from, to);
    if (head.length > 0) this.list.add(head);
    for (let left = to - from - head.length; left > 0; left -= ZEROS.length)
      this.list.add(left < ZEROS.length ? ZEROS.subarray(0, left) : ZEROS);
  }

  /** Takes a stretch out: for formats that hold no positions. */
  drop(from: number, to: number): void {
    if (this.count >= MOST_EDITS) throw new MalformedFile('the file carries very many words');
    if (from < this.done) throw new MalformedFile('words of the file lie over each other');
    this.count += 1;
    if (from > this.done) this.list.keep(this.done, from);
    this.done = to;
  }

  /** The edited file; `null` where it stays as it is. */
  pieces(size: number): readonly Piece[] | null {
    if (this.count === 0) return null;
    if (size > this.done) this.list.keep(this.done, size);
    this.done = size;
    return this.list.pieces;
  }
}
