import { UNRESTRICTED } from '../access/caller';
import type { HeldAnswers } from '../http/held-answers';
import type { EventFeed, FeedEvent } from './event-feed';
import { EventWait } from './event-wait';

/** Holds answers without a limit of time. */
const held = {
  until: (_caller: unknown, _hold: unknown, news: (signal: AbortSignal) => Promise<void>) =>
    news(new AbortController().signal),
} as unknown as HeldAnswers;

describe('EventWait', () => {
  let publish: (event: FeedEvent) => void;
  const feed = {
    follow: (listener: (event: FeedEvent) => void) => {
      publish = listener;
      return Promise.resolve({ from: 0, stop: () => undefined });
    },
  } as unknown as EventFeed;
  const event = (id: string): FeedEvent => ({
    id: '1',
    position: 1,
    kind: 'project',
    audience: { to: 'everyone' },
    data: () => ({ id }),
  });
  const settled = () => new Promise(setImmediate);

  it('reads again only after events about what it waits for', async () => {
    let status = 'running';
    const read = jest.fn(() => Promise.resolve({ status }));
    const { signal } = new AbortController();
    const hold = { seconds: 60, clientGone: () => signal, onNoSlot: () => undefined };
    const news = { kind: 'project', id: 'a' } as const;
    const answer = new EventWait(held, feed).read(UNRESTRICTED, hold, news, read);
    await settled();
    publish(event('b'));
    await settled();
    expect(read).toHaveBeenCalledTimes(1);
    status = 'completed';
    publish(event('a'));
    expect(await answer).toEqual({ status: 'completed' });
    expect(read).toHaveBeenCalledTimes(2);
  });
});
