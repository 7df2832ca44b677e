import { Logger } from '@nestjs/common';
import { ManualClock } from '../../../../test/support/manual-clock';
import type { ConfigService } from '../../../platform/config/config.service';
import { OutcomeUnknown } from '../../../platform/database/database-problems';
import type { NodeAccess, NodeJob } from '../../providers/public/node-access';
import { NodeBadAnswer, NodeUnreachable } from '../../providers/public/node-errors';
import type { ProviderDirectory } from '../../providers/public/provider-directory';
import type { WithdrawalsRepository } from '../records/withdrawals.repository';
import { WithdrawalService } from './withdrawal.service';

const ROW = { prompt_id: 'job', provider: 'a', address: 'http://a', created_at: 0 };

interface Provider {
  readonly id: string;
  readonly base_url: string;
  readonly status: string;
}

function withdrawalOf(promptIds: readonly string[] = ['job']) {
  const clock = new ManualClock();
  let rows = promptIds.map((prompt_id) => ({ ...ROW, prompt_id, created_at: clock.now() }));
  const node: { says: NodeJob['state']; failsFor?: string; error?: Error } = { says: 'absent' };
  const requests: string[] = [];
  let providers: Provider[] = [{ id: 'a', base_url: 'http://a', status: 'online' }];
  const note = (what: string) => (provider: string) => {
    requests.push(`${what} ${provider}`);
    return Promise.resolve();
  };
  const service = new WithdrawalService(
    {
      all: () => Promise.resolve(rows),
      settle: () => Promise.resolve((rows = [])),
    } as unknown as WithdrawalsRepository,
    {
      lookUp: (_: string, promptId: string) =>
        promptId === node.failsFor
          ? Promise.reject(node.error ?? new Error())
          : Promise.resolve({ state: node.says }),
      cancel: note('cancel'),
      forget: note('forget'),
    } as unknown as NodeAccess,
    {
      list: () => providers,
      get: (id: string) => providers.find((one) => one.id === id),
    } as unknown as ProviderDirectory,
    {
      current: () => ({ jobs: { lost_grace_ms: 10_000, provider_removed_after: 100 } }),
    } as unknown as ConfigService,
    clock,
  );
  /** A round some time after the one before. */
  const round = async (afterMs = 0): Promise<void> => {
    await clock.advance(afterMs);
    await service.round();
    await new Promise(setImmediate);
  };
  const configure = (changed: Provider[]): void => void (providers = changed);
  return { round, node, requests, configure, isSettled: () => rows.length === 0 };
}

describe('the withdrawal of a moved job', () => {
  it('cancels the job on the node that it left, deletes its end there, and is settled after the grace period', async () => {
    const { round, node, requests, isSettled } = withdrawalOf();
    node.says = 'running';
    await round();
    node.says = 'finished';
    await round(1_000);
    expect(requests).toEqual(['cancel a', 'forget a']);
    node.says = 'absent';
    await round(1_000);
    await round(9_999);
    expect(isSettled()).toBe(false);
    await round(1);
    expect(isSettled()).toBe(true);
  });

  it('restarts the grace period when the job appears late', async () => {
    const { round, node, requests, isSettled } = withdrawalOf();
    await round();
    node.says = 'pending';
    await round(9_000);
    node.says = 'absent';
    await round(1_000);
    await round(5_000);
    expect([requests, isSettled()]).toEqual([['cancel a'], false]);
  });

  it.each([
    [new NodeBadAnswer('a', 'it is not JSON'), ['cancel a']],
    [new NodeUnreachable('a'), []],
  ])('goes on with the next job unless the node is unreachable: %s', async (error, expected) => {
    const { round, node, requests } = withdrawalOf(['unreadable', 'job']);
    Object.assign(node, { says: 'running', failsFor: 'unreadable', error });
    await round();
    expect(requests).toEqual(expected);
  });

  it.each([
    ['error', new OutcomeUnknown(new Error())],
    ['debug', new NodeUnreachable('a')],
  ] as const)('is logged at level %s when it fails with %s', async (level, error) => {
    const log = jest.spyOn(Logger.prototype, level).mockReturnValue(undefined);
    const { round, node } = withdrawalOf();
    Object.assign(node, { failsFor: 'job', error });
    await round();
    expect(log.mock.calls).toEqual([[{ err: error, provider: 'a' }, expect.any(String)]]);
    log.mockRestore();
  });

  it('waits while the node is away', async () => {
    const { round, requests, configure, isSettled } = withdrawalOf();
    configure([{ id: 'a', base_url: 'http://a', status: 'offline' }]);
    for (let count = 0; count < 3; count += 1) await round(50_000);
    expect([requests, isSettled()]).toEqual([[], false]);
  });

  it('asks the node at the address that the job left, under whatever id', async () => {
    const { round, node, requests, configure } = withdrawalOf();
    configure([
      { id: 'a', base_url: 'http://new', status: 'online' },
      { id: 'b', base_url: 'http://a', status: 'online' },
    ]);
    node.says = 'running';
    await round();
    expect(requests).toEqual(['cancel b']);
  });

  it('is given up when no node has had the address for as long as a removed provider is waited for', async () => {
    const { round, configure, isSettled } = withdrawalOf();
    configure([]);
    await round(99_999);
    expect(isSettled()).toBe(false);
    await round(1);
    expect(isSettled()).toBe(true);
  });
});
