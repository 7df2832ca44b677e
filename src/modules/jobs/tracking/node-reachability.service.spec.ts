import { Subject } from 'rxjs';
import { ManualClock } from '../../../../test/support/manual-clock';
import type { ProviderDirectory } from '../../providers/public/provider-directory';
import { NodeReachabilityService } from './node-reachability.service';

it('emits the flips of a node that comes and goes at most every two seconds', async () => {
  const clock = new ManualClock();
  const changes = new Subject<object>();
  const service = new NodeReachabilityService({ changes } as unknown as ProviderDirectory, clock);
  const flips: string[] = [];
  service.flips.subscribe((id) => flips.push(id));
  const becomes = (id: string, status: string): void =>
    changes.next({ state: { id, status }, removed: false });

  becomes('flapping', 'online');
  becomes('steady', 'online');
  becomes('steady', 'online');
  expect(flips).toEqual(['flapping', 'steady']);
  for (let n = 0; n < 100; n += 1) becomes('flapping', n % 2 === 0 ? 'offline' : 'online');
  expect(flips).toHaveLength(2);
  await clock.advance(2_000);
  expect(flips).toEqual(['flapping', 'steady', 'flapping']);
  await clock.advance(2_000);
  becomes('flapping', 'offline');
  expect(flips).toHaveLength(4);
});
