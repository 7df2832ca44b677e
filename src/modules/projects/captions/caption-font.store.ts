import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const EMOJI_FONT_FILE = join(__dirname, 'emoji-font.ttf');

let emojiFont: Promise<Buffer> | undefined;

/** The bytes of the font for emoji. libass draws no fonts with colours, and few machines have another one. */
export function readEmojiFont(): Promise<Buffer> {
  emojiFont ??= readFile(EMOJI_FONT_FILE);
  return emojiFont;
}
