/**
 * Measures what Kinora costs. Each figure has a reference that alternates with it in the same run, so that a busy machine
 * slows both. The exit code is 0 unless a measurement failed; the others are reported nevertheless.
 *
 * usage: npm run bench [-- --json] [-- --only submit,lists] [-- --media 1000000] [-- --postgres URL]
 */
import { parseArgs } from 'node:util';
import { files } from './figures/files.mjs';
import { finish } from './figures/finish.mjs';
import { jobs } from './figures/jobs.mjs';
import { library } from './figures/library.mjs';
import { keys } from './figures/keys.mjs';
import { lists } from './figures/lists.mjs';
import { mcp } from './figures/mcp.mjs';
import { memory } from './figures/memory.mjs';
import { reads } from './figures/reads.mjs';
import { ready } from './figures/ready.mjs';
import { render } from './figures/render.mjs';
import { start } from './figures/start.mjs';
import { studio } from './figures/studio.mjs';
import { submit } from './figures/submit.mjs';
import { upstream } from './figures/upstream.mjs';
import { machine, met, table } from './report.mjs';
import { Stage } from './stage.mjs';

/** In this order: the figures with the highest load come last. */
const FIGURES = {
  start,
  memory,
  submit,
  finish,
  jobs,
  upstream,
  reads,
  ready,
  keys,
  lists,
  files,
  library,
  mcp,
  studio,
  render,
};

const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    json: { type: 'boolean', default: false },
    only: { type: 'string' },
    media: { type: 'string', default: '100000' },
    postgres: { type: 'string' },
  },
});
const wanted = values.only?.split(',') ?? Object.keys(FIGURES);
for (const name of wanted) {
  if (!Object.hasOwn(FIGURES, name)) {
    throw new Error(`--only takes ${Object.keys(FIGURES).join(', ')}, not ${name}`);
  }
}

const media = Number(values.media);
if (!Number.isSafeInteger(media) || media < 1_000) throw new Error('--media takes 1000 or more');

const began = performance.now();
const rows = [];
for (const name of wanted) {
  process.stderr.write(`measuring ${name}…\n`);
  try {
    rows.push(...(await Stage.with((stage) => FIGURES[name](stage, { media }), values.postgres)));
  } catch (error) {
    console.error(`${name} failed:`, error);
    process.exitCode = 1;
  }
}
const seconds = Math.round((performance.now() - began) / 1000);
const figures = rows.map((row) => ({ ...row, met: met(row) }));
const result = { machine: machine(), seconds, figures };
process.stdout.write(values.json ? `${JSON.stringify(result, null, 2)}\n` : table(result));
