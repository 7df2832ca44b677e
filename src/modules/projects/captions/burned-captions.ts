import { captionsAsAss } from './ass-file';
import { readEmojiFont } from './caption-font.store';
import { hasEmoji } from './caption-fonts';
import type { CaptionFrame, Cue } from './captions';

/**
 * Captions as an ASS file with its fonts inside. Draw it with ffmpeg's filter `ass`: the filter `subtitles` splits emoji of
 * several code points.
 */
export async function burnedCaptions(cues: readonly Cue[], frame: CaptionFrame): Promise<string> {
  const needsEmoji = cues.some(({ lines }) => lines.some(hasEmoji));
  return captionsAsAss(cues, frame, needsEmoji ? await readEmojiFont() : null);
}
