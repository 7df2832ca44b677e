import { Agent, request } from 'node:http';
import autocannon from 'autocannon';

const agent = new Agent({ keepAlive: true });

/** The value below which this share of the values lies; `percentile(values, 0.5)` is the median. */
export function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

export const median = (values) => percentile(values, 0.5);

/** One JSON request over a keep-alive connection. Throws if the status isn't `wanted`. */
export async function ask(url, body, wanted = 200, more = {}) {
  const { status, text, ms, at } = await exchange(url, body, more);
  if (status !== wanted) throw new Error(`${url} answered ${status}: ${text.slice(0, 500)}`);
  return { json: JSON.parse(text), ms, at };
}

/** `ms`: from the first byte sent to the last one read. `at`: when that was, by the clock of this machine. */
function exchange(url, body, more) {
  const content = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  const headers = content
    ? { ...more, 'Content-Type': 'application/json', 'Content-Length': content.length }
    : more;
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const asked = request(url, { method: content ? 'POST' : 'GET', agent, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part) => (text += part));
      answer.once('error', reject);
      answer.once('end', () => {
        const end = performance.now();
        const at = performance.timeOrigin + end;
        resolve({ status: answer.statusCode, text, ms: end - start, at });
      });
    });
    asked.once('error', reject);
    asked.end(content);
  });
}

/** Runs the tasks in turns, `rounds` times, each time beginning with another; resolves to each task's results. */
export async function inTurns(rounds, tasks) {
  const names = Object.keys(tasks);
  const results = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(round + turn) % names.length];
      results[name].push(await tasks[name](round));
    }
  }
  return results;
}

/** Requests per second of one address under ten connections; throws when an answer isn't a 2xx. */
export async function throughput(url, seconds, headers = {}) {
  const result = await autocannon({ url, headers, connections: 10, duration: seconds });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} answers weren't 2xx, ${result.errors} broke`);
  }
  return result.requests.total / result.duration;
}
