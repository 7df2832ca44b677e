import { DataSource } from 'typeorm';
import { recordingLogger, type Statement } from '../../../../test/support/job-table';
import { plansOf } from '../../../../test/support/query-plan';
import { writeOptions } from '../../../platform/database/data-source-options';
import { WriteGate } from '../../../platform/database/write-gate';
import { IdempotencyClaims } from '../../../platform/http/idempotency-claims';
import { IdempotencyRepository } from '../../../platform/http/idempotency.repository';
import { RenderEntity } from './render.entity';
import { RendersRepository } from './renders.repository';
import { ShotsRepository } from './shots.repository';
import { TakeEntity } from './take.entity';

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
    const shots = new ShotsRepository(source);
    const takes = () => gate.run((tx) => shots.unfinishedTakes(tx, ['a', 'b']));
    expect(await indicesOf(takes)).toEqual(['takes_open']);
  });
});
