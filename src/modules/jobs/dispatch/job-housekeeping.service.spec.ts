import type { ProviderDirectory } from '../../providers/public/provider-directory';
import type { HousekeepingTime } from './housekeeping-time';
import { JobHousekeepingService } from './job-housekeeping.service';
import type { JobStateService } from '../tracking/job-state.service';
import type { JobRow } from '../records/job.entity';
import type { JobsRepository } from '../records/jobs.repository';
import type { NodeSelectionService } from './node-selection.service';

/** Jobs that wait for a node that is away, beside another one. */
function rig(count: number, other: 'online' | 'offline', takes: (job: JobRow) => boolean) {
  const nodes = [
    { id: 'away', status: 'offline' },
    { id: 'other', status: other },
  ];
  let waiting = Array.from({ length: count }, (_, n) => ({ prompt_id: `${n}`, provider: 'away' }));
  const asked: string[] = [];
  const jobs = {
    load: () => Promise.resolve([{ provider: 'away' }]),
    anyProviderGone: () => Promise.resolve(false),
    waitingForAuto: () => Promise.resolve(waiting),
    moveWaiting: (id: string) => {
      waiting = waiting.filter(({ prompt_id }) => prompt_id !== id);
      return Promise.resolve(true);
    },
  };
  const choice = {
    otherThan: (job: JobRow) => {
      asked.push(job.prompt_id);
      return Promise.resolve(takes(job) ? { provider: 'other', graph: {} } : null);
    },
  };
  const housekeeping = new JobHousekeepingService(
    jobs as unknown as JobsRepository,
    undefined as unknown as JobStateService,
    { list: () => nodes, get: () => nodes[0] } as unknown as ProviderDirectory,
    choice as unknown as NodeSelectionService,
    { isLongAway: (node: unknown) => node === nodes[0] } as unknown as HousekeepingTime,
  );
  return { housekeeping, asked, left: () => waiting.length };
}

describe('jobs of a node that is away for long', () => {
  it('have their turns, fifty in a round, when no other node takes them', async () => {
    const { housekeeping, asked } = rig(120, 'online', () => false);
    await housekeeping.round();
    expect(asked).toHaveLength(50);
    await housekeeping.round();
    await housekeeping.round();
    expect(new Set(asked).size).toBe(120);
    await housekeeping.round();
    expect(asked.slice(120, 170)).toEqual(asked.slice(0, 50));
  });

  it('all move when another takes them, also from behind those that it does not take', async () => {
    const { housekeeping, asked, left } = rig(120, 'online', ({ prompt_id }) => +prompt_id >= 60);
    for (let round = 0; round < 3; round += 1) await housekeeping.round();
    expect(left()).toBe(60);
    expect(new Set(asked).size).toBe(120);
  });

  it('cost nothing while there is no other node', async () => {
    const { housekeeping, asked } = rig(120, 'offline', () => true);
    await housekeeping.round();
    expect(asked).toEqual([]);
  });
});
