import { QueryClient } from '@tanstack/react-query';
import { RefreshQueue } from './refresh-queue';

describe('refetching after events', () => {
  const page = Object.assign(new EventTarget(), { hidden: true });
  const client = new QueryClient();

  beforeAll(() => Object.defineProperty(globalThis, 'document', { value: page }));
  afterAll(() => client.clear());

  it('waits until a hidden tab is shown, for what the tab knows', () => {
    const invalidated = jest.spyOn(client, 'invalidateQueries');
    const queue = new RefreshQueue(client);
    client.setQueryData(['job', 'a'], {});
    for (const id of ['a', 'b', 'c', 'a']) queue.add('job', id);
    page.dispatchEvent(new Event('visibilitychange'));
    expect(invalidated).not.toHaveBeenCalled();
    page.hidden = false;
    page.dispatchEvent(new Event('visibilitychange'));
    expect(invalidated.mock.calls).toEqual([[{ queryKey: ['job', 'a'] }]]);
  });

  it('waits until a change of the same record is sent', async () => {
    page.hidden = false;
    const queue = new RefreshQueue(client);
    client.setQueryData(['project', 'a'], {});
    const isOutOfDate = () => client.getQueryState(['project', 'a'])?.isInvalidated;
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const change = client
      .getMutationCache()
      .build(client, { mutationKey: ['project', 'a'], mutationFn: () => answered })
      .execute(undefined);
    queue.add('project', 'a');
    page.dispatchEvent(new Event('visibilitychange'));
    expect(isOutOfDate()).toBe(false);
    answer();
    await change;
    page.dispatchEvent(new Event('visibilitychange'));
    expect(isOutOfDate()).toBe(true);
  });
});
