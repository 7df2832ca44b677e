import { waitUntil } from '../../../../test/support/wait-until';
import { UNRESTRICTED } from '../../../platform/access/caller';
import type { ProviderDirectory } from '../../providers/public/provider-directory';
import type { PlanImageDto } from '../dto/plan.dto';
import { WorkflowNotRunnable } from '../generation.errors';
import type { NodeQueuesService } from '../nodes/node-queues.service';
import type { MisfitLorasService } from './misfit-loras.service';
import { PlanService } from './plan.service';

const NO_NODES = { list: () => [] } as unknown as ProviderDirectory;

it('plans one request of an owner after another, and none that nobody waits for any more', async () => {
  const begun: string[] = [];
  const ends: ((error: Error) => void)[] = [];
  const plan = (_: unknown, __: unknown, { prompt }: { prompt: string }): Promise<never> => {
    begun.push(prompt);
    return new Promise((___, reject) => ends.push(reject));
  };
  const service = new PlanService(
    { plan },
    NO_NODES,
    {} as NodeQueuesService,
    {} as MisfitLorasService,
  );
  const client = new AbortController();
  const planned = (prompt: string, { signal } = new AbortController()): Promise<unknown> => {
    const body: PlanImageDto = { type: 'image', workflow: 'x', prompt, provider: 'auto' };
    return service.plan(UNRESTRICTED, body, signal).catch((error: unknown) => error);
  };
  const first = planned('a cat');
  const abandoned = planned('a fox', client);
  const last = planned('a dog');
  await waitUntil(() => begun.length === 1);
  client.abort(new Error('gone'));
  expect(await abandoned).toEqual(new Error('gone'));
  ends[0]?.(new Error('refused'));
  await waitUntil(() => begun.length === 2);
  ends[1]?.(new Error('refused'));
  expect(begun).toEqual(['a cat', 'a dog']);
  expect(await Promise.all([first, last])).toEqual([new Error('refused'), new Error('refused')]);
});

it('yields to other requests between two nodes', async () => {
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
    { plan },
    { list: () => states } as unknown as ProviderDirectory,
    { of: () => Promise.resolve(new Map()) } as unknown as NodeQueuesService,
    {} as MisfitLorasService,
  );
  const body: PlanImageDto = { type: 'image', workflow: 'x', prompt: 'a cat', provider: 'auto' };
  const { accepted } = await service.plan(UNRESTRICTED, body, new AbortController().signal);
  clearImmediate(next);
  expect(accepted).toBe(false);
  expect(asked).toHaveLength(4);
  expect(new Set(asked).size).toBe(4);
});
