import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { embeddedFile } from './embedded-file';

const EMOJI_FONT_FILE = join(__dirname, 'emoji-font.ttf');

let emojiFont: Promise<string> | undefined;

/**
 * The font for emoji, in the form that ASS files hold; read once. libass draws no fonts with colours, and few machines have
 * another one.
 */
export function readEmojiFont(): Promise<string> {
  emojiFont ??= readFile(EMOJI_FONT_FILE).then(embeddedFile);
  return emojiFont;
}
