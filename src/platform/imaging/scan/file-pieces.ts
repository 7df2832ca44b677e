/** A part of a rewritten file: a range of the old one (`to` exclusive), or new bytes. */
export type Piece = { readonly from: number; readonly to: number } | Buffer;

/** Collects pieces, and joins adjacent ranges. */
export class FilePieces {
  readonly pieces: Piece[] = [];

  keep(from: number, to: number): void {
    const last = this.pieces.at(-1);
    if (last && 'from' in last && last.to === from)
      this.pieces[this.pieces.length - 1] = { from: last.from, to };
    else this.pieces.push({ from, to });
  }

  add(bytes: Buffer): void {
    this.pieces.push(bytes);
  }

  prepend(bytes: Buffer): void {
    this.pieces.unshift(bytes);
  }

  /** Bytes of the rewritten file. */
  get length(): number {
    return this.pieces.reduce(
      (sum, piece) => sum + ('from' in piece ? piece.to - piece.from : piece.length),
      0,
    );
  }
}
