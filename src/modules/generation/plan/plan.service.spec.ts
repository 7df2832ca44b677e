import { type Caller, UNRESTRICTED } from '../../../platform/access/caller';
import type { ProviderDirectory } from '../../providers/public/provider-directory';
import { WorkflowNotRunnable } from '../generation.errors';
import type { NodeQueuesService } from '../nodes/node-queues.service';
import { PlanService } from './plan.service';
import type { RequestBodies } from '../request-bodies.service';

it('lets others have their turn between the nodes that it asks', async () => {
  let turn = 0;
  let next: NodeJS.Immediate;
  const count = (): void => {
    turn += 1;
    next = setImmediate(count);
  };
  next = setImmediate(count);
  const asked: number[] = [];
  const plan = (): Promise<never> => {
    asked.push(turn);
    return Promise.reject(new WorkflowNotRunnable('x', 'image', null));
  };
  const states = ['a', 'b', 'c'].map((id) => ({ id, status: 'online', last_seen_at: null }));
  const service = new PlanService(
    { readTyped: (_: Caller, request: object) => ({ type: 'image', request }) } as RequestBodies,
    { plan },
    { list: () => states } as unknown as ProviderDirectory,
    { of: () => Promise.resolve(new Map()) } as unknown as NodeQueuesService,
  );
  const { accepted } = await service.plan(UNRESTRICTED, { type: 'image', workflow: 'x' });
  clearImmediate(next);
  expect(accepted).toBe(false);
  expect(asked).toHaveLength(4);
  expect(new Set(asked).size).toBe(4);
});
