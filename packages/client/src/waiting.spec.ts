import type { Client } from 'openapi-fetch';
import { KinoraError } from './errors.ts';
import type { paths } from './schema.d.ts';
import { batchAfterEnd, inTurn, jobAfterEnd } from './waiting.ts';

/** A service that answers each request at once. */
function serviceOf(data: unknown) {
  const asked: string[] = [];
  // The first one takes long: Node loads its code then.
  const response = new Response();
  const GET = (path: string) => {
    asked.push(path);
    return Promise.resolve({ data, response });
  };
  return { asked, client: { GET } as unknown as Client<paths> };
}

/** Long enough for everything that waits for no timer. */
async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) await Promise.resolve();
}

it('pauses when a request that waits is answered at once', async () => {
  const { asked, client } = serviceOf({ prompt_id: 'a', status: 'running' });
  const stop = new AbortController();
  const ended = jobAfterEnd(client, 'a', stop);
  await someTurns();
  expect(asked).toHaveLength(1);
  stop.abort(new Error('enough'));
  await expect(ended).rejects.toThrow('enough');
});

it('waits for the jobs of a batch that was cancelled', async () => {
  const job = (status: string) => ({ items: [{ prompt_id: 'a', status }] });
  const batch = (running: number) => ({ status: 'cancelled', counts: { queued: 0, running } });
  const answers: unknown[] = [batch(1), job('running'), job('cancelled'), batch(0)];
  const GET = () => Promise.resolve({ data: answers.shift(), response: new Response() });
  const ended = await batchAfterEnd({ GET } as unknown as Client<paths>, 'bat_a', {});
  expect(ended).toEqual(batch(0));
});

it('submits again at once after a refusal, and pauses after further ones', async () => {
  const { client } = serviceOf({ items: [] });
  const stop = new AbortController();
  let submitted = 0;
  const submit = (): Promise<never> => {
    submitted += 1;
    const refusal = { detail: 'x', code: 'concurrency_cap', unfinished: [] };
    return Promise.reject(new KinoraError(429, refusal));
  };
  const accepted = inTurn(client, submit, stop);
  await someTurns();
  expect(submitted).toBe(2);
  stop.abort(new Error('enough'));
  await expect(accepted).rejects.toThrow('enough');
});
