import { setTimeout as sleep } from 'node:timers/promises';
import { ask, inTurns, percentile } from '../measure.mjs';
import { seedMedia } from '../media-seed.mjs';
import { openDatabase } from '../seed.mjs';

const FEW = 10_000;
const [WARM_UP, ROUNDS] = [5, 120];

/** What people and the Studio ask a library for. */
const QUERIES = {
  'newest 50': '?limit=50',
  'tiles from the middle on': null,
  'of a frequent tag': '?tag=common&limit=50',
  'of a rare tag': '?tag=thousand&limit=50',
  'of tag, character and rating': '?tag=common&character=character-3&min_rating=3&limit=20',
  'by rating': '?sort=rating&limit=50',
  'by name, of a frequent tag': '?sort=name&tag=common',
  'by name, of a rare tag': '?sort=name&tag=thousand',
  'search with many hits': '?q=fox',
  'search with few hits': '?q=fox+thousand',
  'search of beginnings of words': '?q=ro+corba',
  'search of two words without a third': '?q=castle+babaros+-babamer',
  'total of all': '?limit=1&with_total=true',
  'total of 1,000': '?limit=1&with_total=true&tag=thousand',
  'facets of all': '?limit=1&facets=true',
  'facets of 1,000': '?limit=1&facets=true&tag=thousand',
  'days of all': '/buckets?tz=Europe/Zurich',
  'days of 1,000': '/buckets?tag=thousand',
};

/** Counts stop at 10,000 matches, of which the small library has a part only: these have no aim. */
const COUNTS_TO_THE_LIMIT = {
  'total of a frequent word': '?limit=1&with_total=true&q=castle',
  'facets of a frequent word': '?limit=1&facets=true&q=fox',
  'days of a frequent tag': '/buckets?tag=common',
};

/** Lists of a library must not get slower with its size, nor the service larger. */
export async function library(stage, { media }) {
  const few = await filled(stage, FEW);
  const many = await filled(stage, media);
  await Promise.all([scanned(few), scanned(many)]);
  const compared = comparison(media);
  const memory = (name) =>
    compared(`memory ${name}`, 'MB', many.memory() / 1e6, few.memory() / 1e6, true);
  const rows = [memory('before')];
  for (const [name, query] of Object.entries({ ...QUERIES, ...COUNTS_TO_THE_LIMIT })) {
    const reading = async ({ url }) => {
      const path = query ?? `?view=tile&limit=50&cursor=${await middleCursor(url)}`;
      return async () => (await ask(`${url}/api/media${path}`)).ms;
    };
    const tasks = { few: await reading(few), many: await reading(many) };
    await inTurns(WARM_UP, tasks);
    const times = await inTurns(ROUNDS, tasks);
    for (const share of [0.5, 0.95]) {
      const [figure, reference] = [times.many, times.few].map((ms) => percentile(ms, share));
      const hasAim = share === 0.95 && Object.hasOwn(QUERIES, name);
      rows.push(compared(`${name}, p${share * 100}`, 'ms', figure, reference, hasAim));
    }
  }
  return [...rows, memory('after')];
}

const comparison = (media) => (name, unit, figure, reference, hasAim) => ({
  name: `media ${name}, ${media.toLocaleString('en')}`,
  unit,
  figure,
  reference,
  against: `with ${FEW.toLocaleString('en')}`,
  ratio: figure / reference,
  ...(hasAim ? { aim: { ratioAtMost: 1.5 } } : {}),
});

/** A service with so many media, restarted after it has indexed them. */
async function filled(stage, count) {
  const data = await stage.newData();
  await run(data, (source) => seedMedia(source, count));
  const indexing = await stage.kinora({ data, nodes: [] });
  await indexing.end();
  await run(data, vacuum);
  return stage.kinora({ data, nodes: [] });
}

/** What PostgreSQL does by itself some minutes later. */
async function vacuum(source) {
  if (source.options.type === 'postgres') await source.query('VACUUM ANALYZE');
}

async function run({ database }, work) {
  const source = await openDatabase(database);
  await work(source);
  await source.destroy();
}

/** Resolves when the service has compared files and rows after its start: it reports that the files are missing. */
async function scanned({ url }) {
  for (;;) {
    const { json } = await ask(`${url}/api/health`);
    if (json.parts.library.status === 'degraded') return;
    await sleep(1_000);
  }
}

/** The cursor at half of the list, from the layout of its grid, which ends at 200,000. */
async function middleCursor(url) {
  const { json } = await ask(`${url}/api/media/layout`);
  return json.cursors[Math.floor(json.cursors.length / 2)];
}
