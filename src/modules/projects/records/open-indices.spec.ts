import { DataSource } from 'typeorm';
import { recordingLogger, type Statement } from '../../../../test/support/job-table';
import { plansOf } from '../../../../test/support/query-plan';
import { writeOptions } from '../../../platform/database/data-source-options';
import { WriteGate } from '../../../platform/database/write-gate';
import { IdempotencyClaims } from '../../../platform/http/idempotency-claims';
import { IdempotencyRepository } from '../../../platform/http/idempotency.repository';
import { RenderEntity } from './render.entity';
import { RendersRepository } from './renders.repository';
import { TakeEntity } from './take.entity';
import { TakesRepository } from './takes.repository';

describe('the indices of unfinished takes and renders', () => {
  const sent: Statement[] = [];
  let source: DataSource;
  let gate: WriteGate;

  beforeAll(async () => {
    source = new DataSource({
      ...writeOptions('sqlite::memory:'),
      entities: [RenderEntity, TakeEntity],
      logger: recordingLogger(sent),
      logging: ['query'],
    });
    await source.initialize();
    gate = new WriteGate(source);
  });
  afterAll(() => source.destroy());

  const indicesOf = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
    sent.length = 0;
    await work();
    return (await plansOf(source, [...sent])).flatMap(({ indices }) => indices);
  };

  it('are used', async () => {
    const claims = new IdempotencyClaims(new IdempotencyRepository(gate, source));
    const renders = new RendersRepository(gate, source, claims);
    expect(await indicesOf(() => renders.open())).toEqual(['renders_open']);
    const takes = new TakesRepository(source);
    const unfinished = () => gate.run((tx) => takes.unfinished(tx, ['a', 'b']));
    expect(await indicesOf(unfinished)).toEqual(['takes_open']);
  });
});
