/** A part of a rewritten file: a range of the old one (`to` exclusive), or new bytes. */
export type Piece = { readonly from: number; readonly to: number } | Buffer;

/** What a picture's container tells, and what of it shows. */
export interface PictureScan {
  /** The same picture, pixel for pixel, without texts, graphs and cameras' notes. */
  readonly pieces: readonly Piece[];
  /** Whether `pieces` leaves anything out. */
  readonly carriesMetadata: boolean;
  /** 1 for a still picture. */
  readonly frames: number;
  /** Length of an animation in seconds; `null` for a still picture. */
  readonly seconds: number | null;
}

/** Collects pieces, joining neighbours. */
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

  /** How long the rewritten file gets. */
  get length(): number {
    return this.pieces.reduce(
      (sum, piece) => sum + ('from' in piece ? piece.to - piece.from : piece.length),
      0,
    );
  }
}
