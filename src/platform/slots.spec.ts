import { Slots, SlotsBusy } from './slots';

/** Work that ends on demand. */
function held() {
  const ends: (() => void)[] = [];
  let running = 0;
  let most = 0;
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((resolve) => ends.push(resolve));
    running -= 1;
  };
  const settle = () => new Promise(setImmediate);
  const end = async () => {
    await settle();
    ends.shift()?.();
    await settle();
  };
  return { work, end, counts: () => ({ running, most }) };
}

it('runs at most the limit at once, in the order of arrival', async () => {
  const slots = new Slots(2);
  const { work, end, counts } = held();
  const done: number[] = [];
  const all = [0, 1, 2, 3].map((n) => slots.run(work).then(() => done.push(n)));
  await new Promise(setImmediate);
  expect(counts()).toEqual({ running: 2, most: 2 });
  for (let n = 0; n < 4; n += 1) await end();
  await Promise.all(all);
  expect(done).toEqual([0, 1, 2, 3]);
  expect(counts().most).toBe(2);
});

it('refuses work when the queue is full', async () => {
  const slots = new Slots(1, { maxWaiting: 1 });
  const { work, end } = held();
  const first = slots.run(work);
  const second = slots.run(work);
  await expect(slots.run(work)).rejects.toThrow(SlotsBusy);
  await end();
  await end();
  await Promise.all([first, second]);
  const later = slots.run(work);
  await end();
  await later;
});

it('frees the slot when the work fails', async () => {
  const slots = new Slots(1);
  await expect(slots.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(slots.run(() => Promise.resolve(5))).resolves.toBe(5);
});

it('takes turns between owners, and leaves a slot for others', async () => {
  const slots = new Slots(3, { perOwner: 2 });
  const { work, end, counts } = held();
  const done: string[] = [];
  const run = (owner: string, n: number) =>
    slots.run(work, owner).then(() => done.push(`${owner}${n}`));
  const all = [0, 1, 2, 3].map((n) => run('a', n));
  await new Promise(setImmediate);
  expect(counts().running).toBe(2);
  all.push(run('b', 0), run('b', 1), run('c', 0));
  await new Promise(setImmediate);
  expect(counts().running).toBe(3);
  for (let n = 0; n < 7; n += 1) await end();
  await Promise.all(all);
  expect(done).toEqual(['a0', 'a1', 'b0', 'a2', 'b1', 'c0', 'a3']);
});

it('limits the queue of each owner, and of all', async () => {
  const slots = new Slots(1, { maxWaitingPerOwner: 1, maxWaiting: 2 });
  const { work, end } = held();
  const all = ['a', 'a', 'b'].map((owner) => slots.run(work, owner));
  await expect(slots.run(work, 'a')).rejects.toThrow(SlotsBusy);
  await expect(slots.run(work, 'c')).rejects.toThrow(SlotsBusy);
  for (let n = 0; n < 3; n += 1) await end();
  await Promise.all(all);
});

it('removes waiting work from the queue when its signal is aborted, and leaves running work alone', async () => {
  const slots = new Slots(1, { maxWaiting: 1 });
  const { work, end, counts } = held();
  const gone = new AbortController();
  const running = slots.run(work, 'a', gone.signal);
  const waiting = slots.run(work, 'a', gone.signal);
  gone.abort(new Error('client gone'));
  await expect(waiting).rejects.toThrow('client gone');
  await expect(slots.run(work, 'a', gone.signal)).rejects.toThrow('client gone');
  expect(counts().running).toBe(1);
  const next = slots.run(work, 'b');
  await end();
  await running;
  await end();
  await next;
});

it('forgets no work that began while other work of its owner left the queue', async () => {
  const slots = new Slots(1);
  const { work, end } = held();
  const leaving = new AbortController();
  let finish = (): void => undefined;
  const first = slots.run(() => new Promise<void>((resolve) => (finish = resolve)), 'a');
  const left = slots.run(work, 'a', leaving.signal).catch(() => 'left');
  await new Promise(setImmediate);
  finish();
  leaving.abort(new Error('gone'));
  const later: Promise<void>[] = [];
  void first.then(() => later.push(slots.run(work, 'a'), slots.run(work, 'a')));
  expect(await left).toBe('left');
  await end();
  await end();
  const settled = await Promise.race([Promise.all(later), new Promise(setImmediate)]);
  expect(settled).toHaveLength(2);
});
