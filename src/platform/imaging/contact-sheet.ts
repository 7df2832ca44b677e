import type libvips from 'sharp';
import type { OverlayOptions } from 'sharp';
import { CAPTION_FONT } from './caption-font';
import type { SheetCell } from './image-work';

const FONT_SIZE = 13;

/** In pixels. */
const CELL = 256;
const LABEL = 44;
const GAP = 8;
const BACKGROUND = '#15171c';
const NO_PICTURE = '#262a33';

const MAX_LABEL = 90;
/** Far more than a thumbnail has. */
const MAX_PIXELS = 4_000_000;

/** Draws contact sheets in the process that decodes pictures, whose libvips it is given. */
export class ContactSheetDrawing {
  constructor(private readonly sharp: typeof libvips) {}

  /** A WebP with the thumbnails in rows and a label below each. */
  async draw(cells: readonly SheetCell[], columns: number): Promise<Buffer> {
    const rows = Math.ceil(cells.length / columns);
    const overlays: OverlayOptions[] = [];
    for (const [at, cell] of cells.entries()) {
      const left = GAP + (at % columns) * (CELL + GAP);
      const top = GAP + Math.floor(at / columns) * (CELL + LABEL + GAP);
      overlays.push(await this.picture(cell, left, top));
      overlays.push(...(await this.label(cell, left, top + CELL)));
    }
    const width = GAP + columns * (CELL + GAP);
    const height = GAP + rows * (CELL + LABEL + GAP);
    return this.sharp({ create: { width, height, channels: 3, background: BACKGROUND } })
      .composite(overlays)
      .webp({ quality: 80 })
      .toBuffer();
  }

  /** In the middle of its cell. */
  private async picture(cell: SheetCell, left: number, top: number): Promise<OverlayOptions> {
    const thumbnail = cell.picture && (await this.fitted(cell.picture));
    if (!thumbnail) {
      const size = { width: CELL, height: CELL };
      return { input: { create: { ...size, channels: 3, background: NO_PICTURE } }, left, top };
    }
    const { data, info } = thumbnail;
    const middle = (length: number): number => Math.floor((CELL - length) / 2);
    return { input: data, left: left + middle(info.width), top: top + middle(info.height) };
  }

  /** `null` for a stored thumbnail that is damaged. */
  private fitted(thumbnail: Uint8Array) {
    return this.sharp(thumbnail, { limitInputPixels: MAX_PIXELS })
      .resize(CELL, CELL, { fit: 'inside' })
      .png()
      .toBuffer({ resolveWithObject: true })
      .catch(() => null);
  }

  private async label(
    { label: text }: SheetCell,
    left: number,
    top: number,
  ): Promise<OverlayOptions[]> {
    const shown = shortened(text);
    if (shown === '') return [];
    const drawn = this.sharp({
      text: {
        text: `<span foreground="#d7dae0">${escaped(shown)}</span>`,
        font: `${CAPTION_FONT.name} ${FONT_SIZE}`,
        fontfile: CAPTION_FONT.file,
        width: CELL,
        wrap: 'word-char',
        rgba: true,
      },
    });
    const { data, info } = await drawn.png().toBuffer({ resolveWithObject: true });
    const box = { left: 0, top: 0, width: Math.min(info.width, CELL) };
    const height = Math.min(info.height, LABEL - GAP);
    const cut = await this.sharp(data)
      .extract({ ...box, height })
      .png()
      .toBuffer();
    return [{ input: cut, left, top: top + GAP / 2 }];
  }
}

/** One line of clean text, cut to what fits. */
function shortened(text: string): string {
  const letters = Array.from(text.trim().replace(/[\s\p{Cc}\p{Surrogate}\ufffe\uffff]+/gu, ' '));
  if (letters.length <= MAX_LABEL) return letters.join('');
  return `${letters.slice(0, MAX_LABEL - 1).join('')}…`;
}

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
