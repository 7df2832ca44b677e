import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Test, type TestingModule } from '@nestjs/testing';
import { ClockModule } from '../../platform/clock/clock.module';
import { ConfigModule } from '../../platform/config/config.module';
import { DatabaseModule } from '../../platform/database/database.module';
import { ObservabilityModule } from '../../platform/observability/observability.module';
import { WriteGate } from '../../platform/database/write-gate';
import { RunTimeEntity } from './run-time.entity';
import { runStatistics } from './run-statistics';
import { RunTimesRepository } from './run-times.repository';
import { RunTimesService } from './run-times.service';

describe('runStatistics', () => {
  it.each([
    [[], null],
    [[4], { median_seconds: 4, p90_seconds: 4, samples: 1 }],
    [[3, 1], { median_seconds: 2, p90_seconds: 3, samples: 2 }],
    [[9, 1, 2], { median_seconds: 2, p90_seconds: 9, samples: 3 }],
    [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10.12345], { median_seconds: 5.5, p90_seconds: 9, samples: 10 }],
  ])('of %j', (seconds, statistics) => {
    expect(runStatistics(seconds)).toEqual(statistics);
  });
});

describe('RunTimesService', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-run-times-'));
  let module: TestingModule;
  let times: RunTimesService;

  async function open(): Promise<void> {
    module = await Test.createTestingModule({
      imports: [
        ClockModule,
        ConfigModule.from({ variables: { KINORA_DATA_DIR: folder } }),
        ObservabilityModule,
        DatabaseModule,
        DatabaseModule.forFeature([RunTimeEntity]),
      ],
      providers: [RunTimesRepository, RunTimesService],
    }).compile();
    await module.init();
    times = module.get(RunTimesService);
  }

  const record = (seconds: number, provider = 'a'): Promise<void> =>
    times.record({ workflow: 'w', provider, seconds });

  beforeEach(open);
  afterEach(() => module.close());
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('knows nothing before the first run, then the median, per node', async () => {
    expect(times.expectedSeconds('w', 'a')).toBeNull();
    await record(10);
    await record(20);
    await record(90, 'b');
    expect(times.expectedSeconds('w', 'a')).toBe(15);
    expect(times.statistics('w', 'b')).toEqual({
      median_seconds: 90,
      p90_seconds: 90,
      samples: 1,
    });
    expect(times.expectedSeconds('other', 'a')).toBeNull();
  });

  it('knows after a restart what it knew before', async () => {
    expect(times.statistics('w', 'a')).toMatchObject({ median_seconds: 15, samples: 2 });
    await record(30);
    await module.close();
    await open();
    expect(times.statistics('w', 'a')).toMatchObject({ median_seconds: 20, samples: 3 });
  });

  it('keeps the last fifty of each, in memory and in the table, also when told at once', async () => {
    await Promise.all(Array.from({ length: 120 }, (_, n) => record(1000 + n, 'c')));
    const latest = { median_seconds: 1094.5, p90_seconds: 1114, samples: 50 };
    expect(times.statistics('w', 'c')).toEqual(latest);
    await module.close();
    await open();
    expect(times.statistics('w', 'c')).toEqual(latest);
    const rows = await module.get(RunTimesRepository).all();
    expect(rows.filter(({ provider }) => provider === 'c')).toHaveLength(50);
    await record(1, 'c');
    expect(times.statistics('w', 'c')).toMatchObject({ median_seconds: 1094.5, samples: 50 });
  });

  it('forgets a run whose transaction was rolled back, and takes no rubbish', async () => {
    const gate = module.get<WriteGate>(WriteGate);
    const failed = gate.run(async () => {
      await record(5, 'd');
      throw new Error('undone');
    });
    await expect(failed).rejects.toThrow('undone');
    await record(Number.NaN, 'd');
    await record(-1, 'd');
    expect(times.statistics('w', 'd')).toBeNull();
    await record(7, 'd');
    expect(times.expectedSeconds('w', 'd')).toBe(7);
  });
});
