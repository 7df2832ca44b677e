import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { WorkRequest } from '../../../platform/imaging/decoding-slots';
import { FfmpegTool } from '../../../platform/imaging/ffmpeg-tool';
import { captionsOf } from '../film/film-timeline';
import type { Film } from '../film/film';
import { readEmojiFont } from './caption-font.store';
import { cuesOf } from './captions';
import { type Glyph, glyphSheet, glyphsOf, MAX_GLYPHS, missingGlyphs } from './glyph-sheet';

/** When so many characters are missing, the rest isn't drawn. */
const MAX_MISSING = 100;

/** Finds characters that captions can't show by drawing them, which works with every ffmpeg and all installed fonts. */
@Injectable()
export class DrawableCaptionsService {
  /** Glyphs that were drawn before. Only these are kept: a missing font may be installed while the service runs. */
  private readonly drawable = new Set<string>();

  constructor(private readonly ffmpeg: FfmpegTool) {}

  /**
   * The characters of the film's captions that no font has; if these are many, not all.
   * @returns `null` where ffmpeg is absent or draws no captions
   * @throws the reason of the request's signal
   */
  async undrawable(film: Film, request: WorkRequest): Promise<readonly string[] | null> {
    const glyphs = await this.untriedGlyphs(film);
    const missing: string[] = [];
    for (
      let start = 0;
      start < glyphs.length && missing.length < MAX_MISSING;
      start += MAX_GLYPHS
    ) {
      const missingOfSheet = await this.draw(glyphs.slice(start, start + MAX_GLYPHS), request);
      if (missingOfSheet === null) return null;
      missing.push(...missingOfSheet);
    }
    return missing;
  }

  /** The different visible characters of the captions that weren't drawn before. */
  private async untriedGlyphs(film: Film): Promise<readonly Glyph[]> {
    const glyphs = new Map<string, Glyph>();
    for (const { lines } of await cuesOf(captionsOf(film), film)) {
      for (const glyph of glyphsOf(lines))
        if (!this.drawable.has(keyOf(glyph))) glyphs.set(keyOf(glyph), glyph);
      await setImmediate();
    }
    return [...glyphs.values()];
  }

  private async draw(
    glyphs: readonly Glyph[],
    request: WorkRequest,
  ): Promise<readonly string[] | null> {
    const hasEmoji = glyphs.some(({ isEmoji }) => isEmoji);
    const sheet = glyphSheet(glyphs, hasEmoji ? await readEmojiFont() : null);
    const pixels = await this.ffmpeg.subtitlePixels(sheet.ass, sheet, request);
    if (pixels === null) return null;
    const missing = missingGlyphs(glyphs, pixels);
    for (const glyph of glyphs)
      if (!missing.includes(glyph.character)) this.drawable.add(keyOf(glyph));
    return missing;
  }
}

const keyOf = ({ character, isEmoji }: Glyph): string => `${character}${isEmoji}`;
