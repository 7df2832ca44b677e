import type { TestKinora } from '../kinora';
import type { RouteFixture, RouteRequest } from './route-fixture';

/** A response with everything that could leak something. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** As latin1: one character per byte. */
  readonly body: string;
}

/** Headers that differ between equal requests. */
const VARYING_HEADERS: ReadonlySet<string> = new Set([
  'date',
  'x-request-id',
  'connection',
  'keep-alive',
]);

/** Sends a request of the matrix; `target` is `METHOD /path/{with}/parameters`. */
export async function sendRouteRequest(
  kinora: TestKinora,
  target: string,
  ask: RouteRequest,
  { signed, stream }: Pick<RouteFixture, 'stream'> & { signed: Readonly<Record<string, string>> },
): Promise<ReceivedResponse> {
  const [method = '', route = ''] = target.split(' ');
  const { path = [], query = '', headers } = ask;
  const values = [...path];
  const url = kinora.url + route.replace(/\{\w+\}/g, () => values.shift() ?? '') + query;
  const abort = new AbortController();
  const { body, type } = bodyOf(ask);
  const response = await fetch(url, {
    method,
    body,
    signal: abort.signal,
    redirect: 'manual',
    headers: { ...type, ...signed, ...headers },
  });
  const text = stream === true && response.ok ? await beginning(response) : await whole(response);
  abort.abort();
  const stable = [...response.headers].filter(([name]) => !VARYING_HEADERS.has(name));
  return { status: response.status, headers: Object.fromEntries(stable), body: text };
}

function bodyOf({ body }: RouteRequest) {
  if (body === undefined || body instanceof FormData) return { body: body ?? null, type: {} };
  return { body: JSON.stringify(body), type: { 'Content-Type': 'application/json' } };
}

const whole = async (response: Response): Promise<string> =>
  Buffer.from(await response.arrayBuffer()).toString('latin1');

async function beginning({ body }: Response): Promise<string> {
  const read = await body?.getReader().read();
  return Buffer.from(read?.value ?? []).toString('latin1');
}
