import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { embeddedFile } from './embedded-file';

const EMOJI_FONT_FILE = join(__dirname, 'emoji-font.ttf');

let emojiFont: Promise<string> | undefined;

/**
 * The bundled font for emoji as ASS files embed it; read once. It is bundled because libass can't draw colour fonts, and
 * few machines have an emoji font without colours.
 */
export function readEmojiFont(): Promise<string> {
  emojiFont ??= readFile(EMOJI_FONT_FILE).then(embeddedFile);
  return emojiFont;
}
