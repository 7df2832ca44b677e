import { request } from 'node:http';
import { ask, inTurns, median, percentile, throughput } from '../measure.mjs';
import { jobLists, seed } from '../seed.mjs';

const [FEW, MANY] = [1_000, 100_000];
const [WARM_UP, ROUNDS] = [10, 60];

/** Lists of 100 jobs each. */
const LISTS = {
  'newest first': '',
  'of one status': '&status=completed',
  'of two statuses': '&status=completed,failed',
  'of one node': '&provider=node-1',
  'from the middle on': null,
};

/** A list of 100 jobs must not get slower with the number of jobs in the table. */
export async function lists(stage) {
  const data = { few: await stage.newData(), many: await stage.newData() };
  await seed(data.few.database, FEW);
  await seed(data.many.database, MANY);
  const few = await stage.kinora({ data: data.few, nodes: [] });
  const many = await stage.kinora({ data: data.many, nodes: [] });
  const rows = [];
  for (const [name, filter] of Object.entries(LISTS)) {
    const reading = async (kinora) => {
      const url = `${kinora.url}/api/jobs?limit=100${filter ?? (await fromTheMiddle(kinora))}`;
      return async () => {
        const { json, ms } = await ask(url);
        if (json.items.length !== 100) throw new Error(`${url} gave ${json.items.length} jobs`);
        return ms;
      };
    };
    rows.push(await compared(name, { few: await reading(few), many: await reading(many) }));
  }
  return [...rows, await ofOneOwner(data), ...(await hundred(stage, few))];
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

/** Callers with an owner come with the keys; until then they are asked for where the service asks the database. */
async function ofOneOwner({ few, many }) {
  const opened = { few: await jobLists(few.database), many: await jobLists(many.database) };
  const reading = (lists) => async () => {
    const start = performance.now();
    const owner = { all: false, ownerId: 'owner-3' };
    const jobs = await lists.page(owner, {}, { limit: 99, after: null, withTotal: false });
    await lists.outputs(jobs.map((job) => job.prompt_id));
    if (jobs.length !== 100) throw new Error(`one owner has ${jobs.length} jobs`);
    return performance.now() - start;
  };
  const tasks = { few: reading(opened.few.lists), many: reading(opened.many.lists) };
  const row = await compared("of one owner (the database's part)", tasks);
  await Promise.all(Object.values(opened).map((one) => one.close()));
  return row;
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
  return `&cursor=${cursor}`;
}
