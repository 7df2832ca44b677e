import { EventLoopRounds } from './event-loop-rounds';

it('gives each piece of work a round of the event loop, in the order of the requests', async () => {
  const rounds = new EventLoopRounds();
  const events: string[] = [];
  const work = ['a', 'b', 'c'].map(async (name) => {
    await rounds.next();
    events.push(name);
  });
  let isDone = false;
  const others = (): void => {
    events.push('other requests');
    if (!isDone) setImmediate(others);
  };
  setImmediate(others);
  await Promise.all(work);
  isDone = true;
  expect(events.filter((name) => name !== 'other requests')).toEqual(['a', 'b', 'c']);
  for (const [at, name] of events.entries())
    if (name !== 'other requests')
      expect(events[at + 1] ?? 'other requests').toBe('other requests');
});
