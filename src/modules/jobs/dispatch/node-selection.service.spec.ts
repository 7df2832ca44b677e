import { jobRow } from '../../../../test/support/job-table';
import type { NodeAccess } from '../../providers/public/node-access';
import type { ProviderDirectory } from '../../providers/public/provider-directory';
import type { RunTimes } from '../../workflows/public/run-times';
import type { QueuePositionsService } from '../queue/queue-positions.service';
import type { JobWithdrawalRow } from '../records/job.entity';
import type { JobsRepository } from '../records/jobs.repository';
import type { WithdrawalsRepository } from '../records/withdrawals.repository';
import { NodeSelectionService } from './node-selection.service';

const JOB = jobRow(1, { prompt_id: 'job', provider: 'away', kind: 'image' });

/** Input files of the job. */
const INPUTS = [{ size: 10 }, { size: 1_000 }];

const node = (id: string, more: object = {}) => ({
  id,
  base_url: `http://${id}`,
  status: 'online',
  roles: ['image'],
  max_upload_size: 1_000,
  ...more,
});

function selection(
  nodes: readonly object[],
  withdrawals: readonly Partial<JobWithdrawalRow>[] = [],
) {
  const statements: string[] = [];
  const service = new NodeSelectionService(
    {
      submissions: (ids: readonly string[]) => {
        if (ids.length > 0) statements.push('submissions');
        return Promise.resolve(new Map(ids.map((id) => [id, { graph: {}, inputs: INPUTS }])));
      },
    } as unknown as JobsRepository,
    { all: () => Promise.resolve(withdrawals) } as unknown as WithdrawalsRepository,
    {
      list: () => nodes,
      get: (id: string) => nodes.find((one) => (one as { id: string }).id === id),
    } as unknown as ProviderDirectory,
    { cachedClasses: () => ({}) } as unknown as NodeAccess,
    { aheadOfNew: () => Promise.resolve(new Map()) } as unknown as QueuePositionsService,
    { expectedSeconds: () => 1 } as unknown as RunTimes,
  );
  return { service, statements };
}

const away = node('away', { status: 'offline' });

describe('another node for a job', () => {
  it.each<[string, object[], Partial<JobWithdrawalRow>[]]>([
    ['is offline', [node('other', { status: 'offline' })], []],
    ['makes no pictures', [node('other', { roles: ['video'] })], []],
    ['has the same address', [node('other', { base_url: 'http://away' })], []],
    [
      'has not settled a withdrawal of the job',
      [node('other')],
      [{ prompt_id: 'job', provider: 'other' }],
    ],
    [
      'has the address of a withdrawal of the job',
      [node('other')],
      [{ prompt_id: 'job', provider: 'gone', address: 'http://other' }],
    ],
  ])('is not one that %s', async (_, others, withdrawals) => {
    const { service, statements } = selection([away, ...others], withdrawals);
    expect(await service.otherThan(JOB)).toBeNull();
    expect(await service.movable([JOB])).toEqual(new Set());
    expect(statements).toEqual([]);
  });

  it('is not one that takes no input file as large as one of the job', async () => {
    const { service } = selection([away, node('other', { max_upload_size: 999 })]);
    expect(await service.otherThan(JOB)).toBeNull();
    expect(await service.movable([JOB])).toEqual(new Set());
  });

  it('may be one with a withdrawal of another job', async () => {
    const withdrawals = [{ prompt_id: 'other job', provider: 'other', address: 'http://other' }];
    const { service } = selection([away, node('other')], withdrawals);
    expect(await service.otherThan(JOB)).toEqual({ provider: 'other', graph: {} });
    expect(await service.movable([JOB])).toEqual(new Set(['job']));
  });
});
