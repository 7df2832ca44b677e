import { setImmediate as turn } from 'node:timers/promises';
import type { QueuePositionsService } from '../queue/queue-positions.service';
import { RunMemoryService } from './run-memory.service';

describe('RunMemory', () => {
  let ours: number;
  let memory: RunMemoryService;

  beforeEach(() => {
    ours = 1;
    const onNode = () => Promise.resolve({ count: ours, kinds: [] });
    memory = new RunMemoryService({ onNode } as unknown as QueuePositionsService);
  });

  const start = (promptId = 'p'): void => {
    memory.hear({ kind: 'started', providerId: 'a', promptId });
  };
  const look = async (used: number, remaining = 1, promptId = 'p'): Promise<void> => {
    memory.saw({ providerId: 'a', promptId, used, total: 24, remaining });
    await turn();
  };

  it('keeps the most that was seen, and gives it once', async () => {
    start();
    for (const used of [3, 14, 5]) await look(used);
    expect(memory.take('p')).toEqual({ used: 14, total: 24 });
    expect(memory.take('p')).toBeNull();
  });

  it('counts our own jobs that wait on the node for nobody else’s', async () => {
    ours = 2;
    start();
    await look(14, 2);
    expect(memory.take('p')).toMatchObject({ used: 14 });
  });

  it('gives nothing once somebody else’s prompt was there', async () => {
    start();
    await look(3);
    await look(20, 2);
    await look(3);
    expect(memory.take('p')).toBeNull();
  });

  it('gives nothing of a run whose start it didn’t hear, or that was never looked at', async () => {
    await look(3);
    start('q');
    expect([memory.take('p'), memory.take('q')]).toEqual([null, null]);
  });

  it('begins anew with a prompt that is run again', async () => {
    start();
    await look(20, 2);
    start();
    await look(3);
    expect(memory.take('p')).toMatchObject({ used: 3 });
  });
});
