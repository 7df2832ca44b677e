/** A part of a rewritten file: a range of the old one (`to` exclusive), or new bytes. */
export type Piece = { readonly from: number; readonly to: number } | Buffer;

/** The structure of a picture's file. */
export interface PictureScan {
  /** The same picture, pixel for pixel, without metadata. */
  readonly pieces: readonly Piece[];
  /** Whether `pieces` leaves anything out. */
  readonly carriesMetadata: boolean;
  /** 1 for a still picture. */
  readonly frames: number;
  /** Length of an animation in seconds; `null` for a still picture. */
  readonly seconds: number | null;
}

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

  /** Bytes of the rewritten file. */
  get length(): number {
    return this.pieces.reduce(
      (sum, piece) => sum + ('from' in piece ? piece.to - piece.from : piece.length),
      0,
    );
  }
}
