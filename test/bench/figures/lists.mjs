import { request } from 'node:http';
import { newKey } from '../jobs.mjs';
import { ask, inTurns, median, percentile, throughput } from '../measure.mjs';
import { openDatabase, seed } from '../seed.mjs';

const [FEW, MANY] = [2_000, 100_000];
const [WARM_UP, ROUNDS] = [10, 60];

/** Lists of 100 jobs each. */
const LISTS = {
  'newest first': { filter: '' },
  'of one status': { filter: 'status=completed' },
  'of two statuses': { filter: 'status=completed,failed' },
  'of one node': { filter: 'provider=node-1' },
  'from the middle on': { filter: fromTheMiddle },
};

/** A list of 100 jobs must not get slower with the number of jobs in the table. */
export async function lists(stage) {
  const data = { few: await stage.newData(), many: await stage.newData() };
  await seed(data.few.database, FEW);
  await seed(data.many.database, MANY);
  const few = await stage.kinora({ data: data.few, nodes: [] });
  const many = await stage.kinora({ data: data.many, nodes: [] });
  const rows = [];
  for (const [name, list] of Object.entries(LISTS)) {
    rows.push(
      await compared(name, { few: await reading(few, list), many: await reading(many, list) }),
    );
  }
  const ofOneOwner = async (kinora, { database }) =>
    reading(kinora, { filter: '', headers: await keyOfOwner(kinora, database) });
  const owners = {
    few: await ofOneOwner(few, data.few),
    many: await ofOneOwner(many, data.many),
  };
  rows.push(await compared('of one owner', owners));
  return [...rows, ...(await hundred(stage, few))];
}

/** Makes a key and gives it an eighth of the jobs; resolves to the headers of its requests. */
async function keyOfOwner(kinora, database) {
  const headers = await newKey(kinora, 'reader');
  const source = await openDatabase(database);
  await source.query(
    `UPDATE jobs SET owner_id = (SELECT owner_id FROM agents WHERE id = 'reader') WHERE owner_id = 'owner-3'`,
  );
  await source.destroy();
  return headers;
}

/** Each reading begins one job later than the one before, because the service keeps the answers that it has given. */
async function reading(kinora, { filter, headers }) {
  const query = typeof filter === 'string' ? filter : await filter(kinora);
  const url = `${kinora.url}/api/jobs?${query}`;
  let { cursor } = await page(`${url}&limit=1`, headers);
  return async () => {
    ({ cursor } = await page(withCursor(`${url}&limit=1`, cursor), headers));
    const { jobs, ms } = await page(withCursor(`${url}&limit=100`, cursor), headers);
    if (jobs !== 100) throw new Error(`${url} gave ${jobs} jobs`);
    return ms;
  };
}

async function page(url, headers) {
  const { json, ms } = await ask(url, undefined, 200, headers);
  return { jobs: json.items.length, cursor: json.next_cursor, ms };
}

function withCursor(url, cursor) {
  const address = new URL(url);
  address.searchParams.set('cursor', cursor);
  return address.href;
}

/** How large a list of 100 is, and how often it is answered, against a server that does next to nothing. */
async function hundred(stage, kinora) {
  const nest = await stage.reference('bare-nest');
  const url = `${kinora.url}/api/jobs?limit=100`;
  const [plain, gzipped] = await Promise.all(
    ['identity', 'gzip'].map((coding) => sizeOf(url, coding)),
  );
  const tasks = { list: () => throughput(url, 1), nest: () => throughput(`${nest.url}/hello`, 1) };
  await inTurns(1, tasks);
  const rates = await inTurns(4, tasks);
  const [figure, reference] = [median(rates.list), median(rates.nest)];
  return [
    { name: 'list of 100, size', unit: 'kB', figure: plain / 1000, aim: { figure: 40 } },
    {
      name: 'list of 100, size with gzip',
      unit: 'kB',
      figure: gzipped / 1000,
      aim: { figure: 40 },
    },
    {
      ...{ name: 'list of 100', unit: '/s', figure, reference, against: 'bare Nest + Express' },
      ratio: figure / reference,
      aim: { ratioAtLeast: 0.09 },
    },
  ];
}

/** How many bytes of body a client receives that accepts this content coding only. */
function sizeOf(url, coding) {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers: { 'Accept-Encoding': coding } }, (answer) => {
      let bytes = 0;
      answer.on('data', (part) => (bytes += part.length));
      answer.once('end', () => resolve(bytes));
      answer.once('error', reject);
    });
    asked.once('error', reject).end();
  });
}

async function compared(name, tasks) {
  await inTurns(WARM_UP, tasks);
  const times = await inTurns(ROUNDS, tasks);
  const [figure, reference] = [median(times.many), median(times.few)];
  return {
    name: `list of 100 ${name}, ${MANY.toLocaleString('en')} jobs`,
    unit: 'ms',
    figure,
    reference,
    against: `with ${FEW.toLocaleString('en')}`,
    ratio: figure / reference,
    aim: { ratioAtMost: 1.3 },
    raw: { p95: percentile(times.many, 0.95), 'p95 reference': percentile(times.few, 0.95) },
  };
}

/** The cursor at half of the table. */
async function fromTheMiddle(kinora) {
  const { json: newest } = await ask(`${kinora.url}/api/jobs?limit=1&with_total=true`);
  const [{ created_at }] = newest.items;
  const middle = new Date(Date.parse(created_at) - (newest.total / 2) * 37_000).toISOString();
  const cursor = Buffer.from(JSON.stringify([middle, 'f'])).toString('base64url');
  return `cursor=${cursor}`;
}
