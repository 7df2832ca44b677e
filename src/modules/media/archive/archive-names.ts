/** Names of Windows' devices: no file can have them there, whatever its extension. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** Common file systems take 255 bytes. */
const MAX_STEM_BYTES = 200;

/**
 * Names of files in an archive: safe on every system and unique, also where upper and lower case are the same.
 * @param names for people, with extensions
 * @param reserved names that are taken already
 */
export function archiveNames(names: readonly string[], reserved: readonly string[]): string[] {
  const taken = new Set(reserved.map((name) => name.toLowerCase()));
  // Where the search for a free number begins: many media have the same name.
  const nextCopies = new Map<string, number>();
  return names.map((name) => {
    const [stem, extension] = safeName(name);
    let unique = `${stem}${extension}`;
    const key = unique.toLowerCase();
    let copy = nextCopies.get(key) ?? 2;
    for (; taken.has(unique.toLowerCase()); copy += 1) unique = `${stem} (${copy})${extension}`;
    nextCopies.set(key, copy);
    taken.add(unique.toLowerCase());
    return unique;
  });
}

function safeName(name: string): [stem: string, extension: string] {
  const clean = withoutOuterDots(name.replace(/[<>:"/\\|?*\p{Cc}\p{Cf}\p{Cs}]/gu, '-'));
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(clean)?.[0] ?? '';
  const stem = cut(clean.slice(0, clean.length - extension.length)).trim() || 'media';
  return [DEVICES.test(stem) ? `_${stem}` : stem, extension];
}

/** Leading dots hide files; Windows drops dots and spaces at the end. */
function withoutOuterDots(name: string): string {
  const characters = Array.from(name);
  const isKept = (character: string): boolean => character !== '.' && character !== ' ';
  return characters
    .slice(characters.findIndex(isKept), characters.findLastIndex(isKept) + 1)
    .join('');
}

/** At most {@link MAX_STEM_BYTES} bytes of UTF-8, in whole characters. */
function cut(text: string): string {
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > MAX_STEM_BYTES) break;
    end += character.length;
  }
  return text.slice(0, end);
}
