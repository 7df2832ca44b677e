import { join } from 'node:path';

/** A subset of DejaVu Sans Condensed: a machine without fonts would draw boxes in place of letters. */
export const CAPTION_FONT = {
  name: 'DejaVu Sans Condensed',
  file: join(__dirname, 'caption-font.ttf'),
};
