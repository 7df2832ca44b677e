import { captionsOf } from '../film/film-timeline';
import type { Film } from '../film/film';
import { captionsAsAss } from './ass-file';
import { readEmojiFont } from './caption-font.store';
import { hasEmoji } from './caption-fonts';
import { cuesOf } from './captions';

/**
 * The film's captions as an ASS file with its fonts inside. Draw it with ffmpeg's filter `ass`: the filter `subtitles`
 * splits emoji of several code points.
 */
export async function burnedCaptions(film: Film): Promise<string> {
  const cues = await cuesOf(captionsOf(film), film);
  const needsEmoji = cues.some(({ lines }) => lines.some(hasEmoji));
  return captionsAsAss(cues, film, needsEmoji ? await readEmojiFont() : null);
}
