import { ask, inTurns, percentile } from '../measure.mjs';
import { seedMedia } from '../media-seed.mjs';
import { openDatabase } from '../seed.mjs';

const FEW = 10_000;
const [WARM_UP, ROUNDS] = [5, 40];

/** What people and the Studio ask a library for. */
const QUERIES = {
  'newest 50': '?limit=50',
  'tiles from the middle on': null,
  'of a frequent tag': '?tag=common&limit=50',
  'of a rare tag': '?tag=rare&limit=50',
  'of tag, character and rating': '?tag=common&character=character-3&min_rating=3',
  'by rating': '?sort=rating&limit=50',
  'by name, of a frequent tag': '?sort=name&tag=common',
  'search with many hits': '?q=fox',
  'search with few hits': '?q=fox+rare',
  'search of beginnings of words': '?q=ro+corba',
  'search of two words without a third': '?q=castle+babaros+-babamer',
  'facets of all': '?limit=1&facets=true',
  'facets of a search': '?limit=1&facets=true&q=fox',
  'total of a search': '?limit=1&with_total=true&q=castle',
  'days of all': '/buckets?tz=Europe/Zurich',
  'days of a tag': '/buckets?tag=common',
};

/** Lists of a library must not get slower with its size. */
export async function library(stage, { media }) {
  const few = await filled(stage, FEW);
  const many = await filled(stage, media);
  const rows = [];
  for (const [name, query] of Object.entries(QUERIES)) {
    const reading = async ({ url }) => {
      const path = query ?? `?view=tile&limit=50&cursor=${await middleCursor(url)}`;
      return async () => (await ask(`${url}/api/media${path}`)).ms;
    };
    const tasks = { few: await reading(few), many: await reading(many) };
    await inTurns(WARM_UP, tasks);
    const times = await inTurns(ROUNDS, tasks);
    const [figure, reference] = [percentile(times.many, 0.95), percentile(times.few, 0.95)];
    rows.push({
      name: `media ${name}, ${media.toLocaleString('en')}, p95`,
      unit: 'ms',
      figure,
      reference,
      against: `with ${FEW.toLocaleString('en')}`,
      ratio: figure / reference,
      aim: { ratioAtMost: 1.5 },
      raw: { p50: percentile(times.many, 0.5), 'p50 reference': percentile(times.few, 0.5) },
    });
  }
  return rows;
}

async function filled(stage, count) {
  const data = stage.newFolder();
  const database = await openDatabase(data);
  await seedMedia(database, count);
  await database.destroy();
  return stage.kinora({ data, nodes: [] });
}

/** The cursor at half of the list, from the layout of its grid, which ends at 200,000. */
async function middleCursor(url) {
  const { json } = await ask(`${url}/api/media/layout`);
  return json.cursors[Math.floor(json.cursors.length / 2)];
}
