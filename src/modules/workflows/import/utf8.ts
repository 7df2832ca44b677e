/** What is wrong with a file that {@link utf8} can't read. */
export const NOT_UTF8 = 'is not UTF-8: save it in that encoding';

/** A file's text; `null` where a letter can't be read, as it would silently become another one. Pure. */
export function utf8(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
