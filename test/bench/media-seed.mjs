/** The media are spread evenly from this age to the newest. */
const OLDEST_AGE_DAYS = 1_000;
const NEWEST_MS = Date.UTC(2026, 0, 1);

const NOUNS = ['fox', 'castle', 'harbour', 'robot', 'garden', 'portrait', 'dragon', 'street'];
const SYLLABLES = 'ba cor dri el fa gol hin jo ka lum mer nor os pra qui ros sta tur vel zan'.split(
  ' ',
);
/** 8,000 words that begin as differently as those of a language. */
const WORDS = SYLLABLES.flatMap((a) => SYLLABLES.flatMap((b) => SYLLABLES.map((c) => a + b + c)));

/** A generator of numbers from 0 to 1 that is the same in every run. */
function random(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Fills the tables of a library with this many pictures, which the next start of the service indexes. A thousand of them have
 * the tag `thousand`, whatever their number; one in three has the tag `common`.
 */
export async function seedMedia(source, count) {
  const next = random(7);
  const everyNth = Math.ceil(count / 1_000);
  const pick = (list) => list[Math.floor(next() ** 3 * list.length)];
  for (let start = 0; start < count; start += 500) {
    const rows = [];
    const labels = [];
    for (let index = start; index < Math.min(start + 500, count); index += 1) {
      const ms = NEWEST_MS - Math.floor(((count - index) / count) * OLDEST_AGE_DAYS * 86_400_000);
      const position = ms * 1_000 + (index % 1_000);
      const words = Array.from({ length: 12 }, () => pick(WORDS)).join(' ');
      rows.push([
        `picture-${index}-0.png`,
        `picture ${index}.png`,
        1_000_000 + Math.floor(next() * 1_000_000),
        index.toString(16).padStart(64, '0'),
        `a ${pick(NOUNS)} ${words}`,
        `workflow-${Math.floor(next() * 20)}`,
        new Date(ms).toISOString(),
        position,
        Math.floor(next() * 6),
      ]);
      if (index % 3 === 0) labels.push([position, 'tag', 'common']);
      if (index % everyNth === 0) labels.push([position, 'tag', 'thousand']);
      labels.push([position, 'tag', `tag ${Math.floor(next() ** 2 * 200)}`]);
      labels.push([position, 'character', `character-${Math.floor(next() * 30)}`]);
      labels.push([position, 'model', `model-${Math.floor(next() * 10)}.safetensors`]);
    }
    await insert(source, INSERT_ASSETS, rows, ASSET_CONSTANTS);
    await insert(source, INSERT_LABELS, labels);
  }
}

const INSERT_ASSETS =
  'INSERT INTO media_assets (path, name, size_bytes, sha256, prompt, workflow, created_at, position, rating, ' +
  'type, mime, width, height, description, included_in_training_dataset, source, placeholder)';
/** With a placeholder: otherwise the service would look for the files, in the background, to make one. */
const ASSET_CONSTANTS =
  ", 'image', 'image/png', 1024, 768, '', false, 'generated', '4PcBBwAFa5VbdpeYZ6WG2Kpm1EGQQDAB'";
const INSERT_LABELS = 'INSERT INTO media_labels (position, kind, value)';

function insert(source, into, rows, constants = '') {
  let number = 0;
  const places = (row) => row.map(() => `$${(number += 1)}`).join(', ');
  const values = rows.map((row) => `(${places(row)}${constants})`);
  return source.query(`${into} VALUES ${values.join(', ')}`, rows.flat());
}
