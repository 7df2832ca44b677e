import { ManualClock } from '../../../../test/support/manual-clock';
import type { WriteGate } from '../../../platform/database/write-gate';
import type { KeyHolders } from '../../agents/public/key-holders';
import type { BatchRecordsService } from '../records/batch-records.service';
import type { BatchesRepository } from '../records/batches.repository';
import { OpenBatchesService } from './open-batches.service';

describe('OpenBatchesService, when a key has ended', () => {
  it('stores an event of each batch that this ends, not of one that has completed meanwhile', async () => {
    const events: { readonly id: string; readonly status: string }[] = [];
    const rows = {
      openOf: () =>
        Promise.resolve([
          { id: 'bat_1', status: 'running' },
          { id: 'bat_2', status: 'running' },
        ]),
      // On PostgreSQL, another transaction may end a batch after the list was read.
      end: (_: unknown, id: string) => Promise.resolve(id !== 'bat_1'),
    };
    const parts = [
      { run: (work: (tx: unknown) => Promise<unknown>) => work({}) } as unknown as WriteGate,
      rows as unknown as BatchesRepository,
      {},
      {},
      { callerFor: () => Promise.resolve(null) } as unknown as KeyHolders,
      {
        storeEvent: (batch: { readonly id: string; readonly status: string }) =>
          Promise.resolve(events.push(batch)),
      } as unknown as BatchRecordsService,
      {},
      new ManualClock(),
    ] as unknown as ConstructorParameters<typeof OpenBatchesService>;
    expect(await new OpenBatchesService(...parts).callerOrEnd('owner')).toBeNull();
    expect(events).toMatchObject([{ id: 'bat_2', status: 'cancelled', reason: 'key_revoked' }]);
  });
});
