import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Test, type TestingModule } from '@nestjs/testing';
import { ClockModule } from '../../../platform/clock/clock.module';
import { ConfigModule } from '../../../platform/config/config.module';
import { DatabaseModule } from '../../../platform/database/database.module';
import { ObservabilityModule } from '../../../platform/observability/observability.module';
import { WriteGate } from '../../../platform/database/write-gate';
import type { ComfyGraph } from '../../providers/public/comfy-types';
import { MeasuredRunsEntity } from './measured-runs.entity';
import { MAX_RUNS, MeasuredRunsRepository, MAX_CLASSES } from './measured-runs.repository';
import { graphHash, runClass } from '../public/run-class';
import type { PeakMemory } from '../public/run-times';
import { runStatistics } from './node-runs';
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

const GRAPH: ComfyGraph = { a: { class_type: 'KSampler', inputs: {} } };
const OTHER_GRAPH: ComfyGraph = { a: { class_type: 'SaveImage', inputs: {} } };
const NOW = { id: 'w', graph: GRAPH };

/** A square picture of that many pixels each way, in twenty steps. */
const square = (edge: number, graph = GRAPH): string =>
  runClass({ graph }, { width: edge, height: edge, steps: 20 }, []);
const SMALL = square(512);
const BIG = square(1024);

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
        DatabaseModule.forFeature([MeasuredRunsEntity]),
      ],
      providers: [MeasuredRunsRepository, RunTimesService],
    }).compile();
    await module.init();
    times = module.get(RunTimesService);
  }

  async function reopen(): Promise<void> {
    await module.close();
    await open();
  }

  const record = (
    seconds: number,
    of: { provider?: string; runClass?: string | null; memory?: PeakMemory } = {},
  ): Promise<void> =>
    times.record([{ workflow: 'w', provider: 'a', runClass: BIG, memory: null, seconds, ...of }]);
  const expected = (of: string | null, provider = 'a'): number | null =>
    times.expectedSeconds({ workflow: 'w', runClass: of }, provider);
  const rows = async (provider: string) =>
    (await module.get(MeasuredRunsRepository).newest(1_000)).filter(
      ({ key: of }) => of.provider === provider,
    );

  beforeEach(open);
  afterEach(async () => {
    await times.forget('w');
    await module.close();
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('has no time before the first run, then the median per node and class', async () => {
    expect(expected(BIG)).toBeNull();
    await record(10);
    await record(20);
    await record(90, { provider: 'b' });
    await record(2, { runClass: SMALL });
    expect(expected(BIG)).toBe(15);
    expect(expected(SMALL)).toBe(2);
    expect(expected(BIG, 'b')).toBe(90);
    expect(times.expectedSeconds({ workflow: 'other', runClass: BIG }, 'a')).toBeNull();
    expect(times.statistics(NOW, 'a')).toEqual({
      median_seconds: 10,
      p90_seconds: 20,
      samples: 3,
    });
  });

  it('has the same times after a restart', async () => {
    const memory = { used: 3, total: 4 };
    await record(10, { memory });
    await record(20, { memory: { ...memory, used: 2 } });
    const before = times.classes(NOW, 'a');
    expect(before).toEqual([
      {
        runClass: BIG,
        lastRunAt: expect.any(Number),
        memory,
        statistics: { median_seconds: 15, p90_seconds: 20, samples: 2 },
      },
    ]);
    await reopen();
    expect(times.classes(NOW, 'a')).toEqual(before);
    await record(30);
    expect(times.statistics(NOW, 'a')).toMatchObject({ median_seconds: 20, samples: 3 });
  });

  it('keeps the last runs of each class in memory and in the table, with concurrent records too', async () => {
    await Promise.all(Array.from({ length: 120 }, (_, n) => record(1000 + n, { provider: 'c' })));
    const latest = { median_seconds: 1104.5, p90_seconds: 1116, samples: MAX_RUNS };
    expect(times.statistics(NOW, 'c')).toEqual(latest);
    await reopen();
    expect(times.statistics(NOW, 'c')).toEqual(latest);
    expect((await rows('c')).map(({ stored: kept }) => kept.runs().length)).toEqual([MAX_RUNS]);
    await record(1, { provider: 'c' });
    expect(times.statistics(NOW, 'c')).toMatchObject({
      median_seconds: 1104.5,
      samples: MAX_RUNS,
    });
  });

  it('keeps the most recent classes per workflow and node', async () => {
    const edges = Array.from({ length: MAX_CLASSES + 3 }, (_, n) => 64 * 2 ** (n / 2));
    for (const edge of edges) await record(edge, { provider: 'e', runClass: square(edge) });
    const kept = edges
      .slice(-MAX_CLASSES)
      .map((edge) => square(edge))
      .sort();
    const known = () =>
      times
        .classes(NOW, 'e')
        .map((one) => one.runClass)
        .sort();
    expect(known()).toEqual(kept);
    await reopen();
    expect(known()).toEqual(kept);
  });

  it('deletes the oldest rows beyond the limit', async () => {
    for (const provider of ['x', 'y', 'z']) await record(1, { provider });
    const left = await module.get(MeasuredRunsRepository).newest(1);
    expect(left).toHaveLength(1);
    // The rest is gone, unless it ran in the same millisecond.
    for (const { stored: kept } of await module.get(MeasuredRunsRepository).newest(10))
      expect(kept.lastRunAt).toBe(left[0]?.stored.lastRunAt);
  });

  it('uses runs without a class until there are runs with one', async () => {
    await record(8, { runClass: null });
    expect(expected(BIG)).toBe(8);
    expect(times.statistics(NOW, 'a')).toMatchObject({ samples: 1 });
    await record(20, { runClass: SMALL });
    expect(expected(SMALL)).toBe(20);
    expect(expected(BIG)).toBe(80);
    expect(expected(null)).toBe(14);
  });

  it('ignores runs of another graph under the same id and of removed workflows', async () => {
    await record(20);
    expect(expected(square(1024, OTHER_GRAPH))).toBeNull();
    expect(times.statistics({ ...NOW, graph: OTHER_GRAPH }, 'a')).toBeNull();
    expect(graphHash(GRAPH)).not.toBe(graphHash(OTHER_GRAPH));
    await times.forget('w');
    expect(expected(BIG)).toBeNull();
    await reopen();
    expect(expected(BIG)).toBeNull();
  });

  it('ignores runs of a rolled-back transaction and invalid values', async () => {
    const gate = module.get<WriteGate>(WriteGate);
    const failed = gate.run(async () => {
      await record(5, { provider: 'd' });
      throw new Error('undone');
    });
    await expect(failed).rejects.toThrow('undone');
    await record(Number.NaN, { provider: 'd' });
    await record(-1, { provider: 'd' });
    expect(times.statistics(NOW, 'd')).toBeNull();
    await record(7, { provider: 'd' });
    expect(expected(BIG, 'd')).toBe(7);
  });
});
