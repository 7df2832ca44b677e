import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { ask, inTurns, percentile } from '../measure.mjs';
import { seedMedia } from '../media-seed.mjs';
import { openDatabase } from '../seed.mjs';

const WORKFLOWS = 500;
const CHARACTERS = 200;
const [WARM_UP, ROUNDS] = [5, 60];

const GRAPH = {
  1: { class_type: 'EmptyImage', inputs: { width: 64, height: 64, batch_size: 1, color: 0 } },
  2: { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'x' } },
};
const LONG = 'An old harbour at dusk, '.repeat(40);

/** What assistants ask for first, with the longest lists that they can ask for. */
const CALLS = [
  ['get_workflows', { limit: 200 }],
  ['get_workflows', { workflow_id: 'wan22-14b-t2v' }],
  ['get_characters', { limit: 200 }],
  ['search_media', { limit: 200 }],
  ['search_media', { q: 'fox', limit: 200 }],
  ['search_media', { q: 'castle -babaros', tag: ['common'], min_rating: 3 }],
  ['get_nodes', {}],
  ['get_jobs', { limit: 200 }],
  ['get_training', {}],
];

/** What an assistant reads of a large install must fit into its context. */
export async function mcp(stage, { media }) {
  const { url } = await filled(stage, media);
  const client = new Client(
    { name: 'bench', version: '1' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url)));
  const call = (name, args) => client.callTool({ name, arguments: args });
  const replies = [];
  for (const [name, args] of CALLS) replies.push(textBytes(await call(name, args)));
  const found = (await call('search_media', { tag: ['thousand'] })).structuredContent.items;
  if (found.length === 0) throw new Error('the search found nothing');
  const rows = [
    size('tools/list', jsonBytes({ tools: (await client.listTools()).tools }), 24_000),
    size('instructions', Buffer.byteLength(client.getInstructions()), 2_000),
    size(`longest of ${CALLS.length} replies`, Math.max(...replies), 8_000),
    ...(await searches(url, call)),
  ];
  await client.close();
  return rows;
}

const jsonBytes = (value) => Buffer.byteLength(JSON.stringify(value));

const textBytes = ({ content }) =>
  content.reduce((sum, { text = '' }) => sum + Buffer.byteLength(text), 0);

const size = (name, figure, limit) => ({
  name: `MCP ${name}`,
  unit: 'bytes',
  figure,
  aim: { figure: limit },
});

async function searches(url, call) {
  const tasks = {
    tool: () => timed(() => call('search_media', { q: 'fox', limit: 5 })),
    route: async () => (await ask(`${url}/api/media?q=fox&limit=5`)).ms,
  };
  await inTurns(WARM_UP, tasks);
  const times = await inTurns(ROUNDS, tasks);
  return [0.5, 0.95].map((share) => {
    const [figure, reference] = [times.tool, times.route].map((ms) => percentile(ms, share));
    const name = `MCP search_media, p${share * 100}`;
    return {
      name,
      unit: 'ms',
      figure,
      reference,
      against: 'GET /api/media',
      ratio: figure / reference,
    };
  });
}

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** A service with so many media, restarted after it has indexed them, and with workflows and characters. */
async function filled(stage, count) {
  const data = await stage.newData();
  const source = await openDatabase(data.database);
  await seedMedia(source, count);
  await source.destroy();
  const workflows = join(data.folder, 'workflows');
  mkdirSync(workflows, { recursive: true });
  for (let at = 0; at < WORKFLOWS; at += 1)
    writeFileSync(join(workflows, `bulk-${at}.json`), JSON.stringify(GRAPH));
  const indexing = await stage.kinora({ data });
  for (let at = 0; at < CHARACTERS; at += 1) {
    const texts = { base_prompt: LONG, description: LONG };
    await ask(`${indexing.url}/api/characters`, {
      id: `person-${at}`,
      name: `Person ${at}`,
      ...texts,
    });
  }
  await indexing.end();
  return stage.kinora({ data });
}
