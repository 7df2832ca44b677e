import type { TestKinora } from '../kinora';
import type { Ask, RouteFixture } from './routes';

/** An answer, with all that could tell something in it. */
export interface Heard {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes one by one as characters. */
  readonly body: string;
}

/** Differ from answer to answer, whatever is asked. */
const FLEETING: ReadonlySet<string> = new Set(['date', 'x-request-id', 'connection', 'keep-alive']);

/** Sends a request of the matrix; `target` is `METHOD /path/{with}/parameters`. */
export async function sendAsk(
  kinora: TestKinora,
  target: string,
  ask: Ask,
  { signed, stream }: Pick<RouteFixture, 'stream'> & { signed: Readonly<Record<string, string>> },
): Promise<Heard> {
  const [method = '', route = ''] = target.split(' ');
  const { path = [], query = '', headers } = ask;
  const values = [...path];
  const url = kinora.url + route.replace(/\{\w+\}/g, () => values.shift() ?? '') + query;
  const over = new AbortController();
  const { body, type } = bodyOf(ask);
  const response = await fetch(url, {
    ...{ method, body, signal: over.signal, redirect: 'manual' },
    headers: { ...type, ...signed, ...headers },
  });
  const text = stream === true && response.ok ? await beginning(response) : await whole(response);
  over.abort();
  const told = [...response.headers].filter(([name]) => !FLEETING.has(name));
  return { status: response.status, headers: Object.fromEntries(told), body: text };
}

function bodyOf({ body }: Ask) {
  if (body === undefined || body instanceof FormData) return { body: body ?? null, type: {} };
  return { body: JSON.stringify(body), type: { 'Content-Type': 'application/json' } };
}

const whole = async (response: Response): Promise<string> =>
  Buffer.from(await response.arrayBuffer()).toString('latin1');

async function beginning({ body }: Response): Promise<string> {
  const read = await body?.getReader().read();
  return Buffer.from(read?.value ?? []).toString('latin1');
}
