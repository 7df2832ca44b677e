import { ConnectionError, KinoraError } from '@kinora/client';
import { forgetUnanswered, once, sendOnce } from './once';

let number = 0;
let request: object;
beforeEach(() => (request = { number: (number += 1) }));

async function keyOf(sent: unknown, answer: () => Promise<unknown> = () => Promise.resolve()) {
  let used = '';
  const send = (key: string) => {
    used = key;
    return answer();
  };
  await once(sent, send).catch(() => undefined);
  return used;
}

const failing = (error: Error) => () => Promise.reject(error);
const lost = failing(new ConnectionError());

it('answers what was sent, with a key', async () => {
  const answer = await once(request, (key) => Promise.resolve({ key }));
  expect(answer.key).toMatch(/^[\da-f]{32}$/);
});

it('passes on what is refused', async () => {
  const refusal = new KinoraError(404, null);
  await expect(once(request, failing(refusal))).rejects.toBe(refusal);
});

it.each([
  ['a lost connection', new ConnectionError()],
  ['an abort', new DOMException('', 'AbortError')],
  ['408 request_timeout', new KinoraError(408, { code: 'request_timeout' })],
  ['500 internal', new KinoraError(500, { code: 'internal' })],
  ['401, with a session that has ended', new KinoraError(401, { code: 'missing_key' })],
  ['404 of a proxy', new KinoraError(404, null)],
  ['502 of a proxy', new KinoraError(502, null)],
  ['503 outcome_unknown', new KinoraError(503, { code: 'outcome_unknown' })],
  ['503 shutting_down', new KinoraError(503, { code: 'shutting_down' })],
])('repeats the key after %s, however often', async (_, error) => {
  const first = await keyOf(request, failing(error));
  expect(await keyOf({ ...request }, failing(error))).toBe(first);
  expect(await keyOf(request)).toBe(first);
});

it.each([
  ['409 idempotency_mismatch', new KinoraError(409, { code: 'idempotency_mismatch' })],
  ['422', new KinoraError(422, { detail: [] })],
  ['429 concurrency_cap', new KinoraError(429, { code: 'concurrency_cap' })],
])('draws another key after the refusal %s', async (_, error) => {
  const first = await keyOf(request, lost);
  expect(await keyOf(request, failing(error))).toBe(first);
  expect(await keyOf(request)).not.toBe(first);
});

it('draws another key after an answer', async () => {
  const first = await keyOf(request, lost);
  await keyOf(request);
  expect(await keyOf(request)).not.toBe(first);
});

it('draws another key after something was deleted', async () => {
  const first = await keyOf(request, lost);
  forgetUnanswered();
  expect(await keyOf(request)).not.toBe(first);
});

it('draws another key when ten minutes have passed', async () => {
  const first = await keyOf(request, lost);
  const later = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 600_001);
  expect(await keyOf(request)).not.toBe(first);
  later.mockRestore();
});

it('sends again what was prepared, however much has changed', async () => {
  const prepare = jest.fn(() => ({ isBatch: true }));
  await sendOnce(request, prepare, lost).catch(() => undefined);
  expect(
    await sendOnce(
      request,
      () => ({ isBatch: false }),
      (prepared) => Promise.resolve(prepared),
    ),
  ).toBe(prepare.mock.results[0]?.value);
});

it('draws another key for another request, and keeps that of the first', async () => {
  const first = await keyOf(request, lost);
  expect(await keyOf({ ...request, title: 'Changed' }, lost)).not.toBe(first);
  expect(await keyOf(request)).toBe(first);
});

it('draws another key for the same request while the first is under way', async () => {
  const keys: string[] = [];
  const send = (key: string) => Promise.resolve(keys.push(key));
  await Promise.all([once(request, send), once(request, send)]);
  expect(new Set(keys).size).toBe(2);
});
