import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock';
import { MeasuredRunsRepository, type RunsChange, type RunsKey } from './measured-runs.repository';
import { type MeasuredClass, NodeRuns, type RunStatistics, type StoredRun } from './node-runs';
import { graphHash } from '../public/run-class';
import { type FinishedRun, type RunKind, RunTimes } from '../public/run-times';
import type { Workflow } from '../public/workflow';

/** Classes that are loaded at start, the newest first: a hundred workflows on fifty nodes in two sizes. */
const MAX_LOADED_CLASSES = 10_000;

/** Measured runs, mirrored in memory so that reads are synchronous. */
@Injectable()
export class RunTimesService implements RunTimes, OnModuleInit {
  private readonly runs = new Map<string, Map<string, NodeRuns>>();
  private changes = 0;

  constructor(
    private readonly repository: MeasuredRunsRepository,
    private readonly clock: Clock,
  ) {}

  async onModuleInit(): Promise<void> {
    for (const stored of await this.repository.newest(MAX_LOADED_CLASSES))
      this.cacheRuns({ ...stored, dropped: [] });
  }

  async record(runs: readonly FinishedRun[]): Promise<void> {
    const classes = new Map<string, { key: RunsKey; runs: StoredRun[] }>();
    for (const { workflow, provider, runClass, seconds, memory } of runs) {
      if (!Number.isFinite(seconds) || seconds < 0) continue;
      const key = { workflow, provider, run_class: runClass ?? '' };
      const ofClass = classes.get(JSON.stringify(key)) ?? { key, runs: [] };
      classes.set(JSON.stringify(key), ofClass);
      ofClass.runs.push({ seconds, ...(memory ? { memory } : {}) });
    }
    for (const { key, runs: added } of classes.values())
      await this.repository.add(key, added, this.clock.now(), (change) => this.cacheRuns(change));
  }

  /** Increases with each change of the measured times. */
  get revision(): number {
    return this.changes;
  }

  expectedSeconds({ workflow, runClass }: RunKind, provider: string): number | null {
    return this.runsOn(workflow, provider)?.expected(runClass) ?? null;
  }

  /** Statistics over all runs of the workflow's current graph; `null` before the first run. */
  statistics(
    { id, graph }: Pick<Workflow, 'id' | 'graph'>,
    provider: string,
  ): RunStatistics | null {
    return this.runsOn(id, provider)?.statistics(graphHash(graph)) ?? null;
  }

  /** Measured classes of the workflow's current graph, the newest first. */
  classes(
    { id, graph }: Pick<Workflow, 'id' | 'graph'>,
    provider: string,
  ): readonly MeasuredClass[] {
    return this.runsOn(id, provider)?.classes(graphHash(graph)) ?? [];
  }

  /** Deletes the runs of a removed workflow, so that they don't count for a later one of the same id. */
  async forget(workflow: string): Promise<void> {
    await this.repository.deleteOf(workflow);
    this.runs.delete(workflow);
    this.changes += 1;
  }

  private runsOn(workflow: string, provider: string): NodeRuns | undefined {
    return this.runs.get(workflow)?.get(provider);
  }

  private cacheRuns({ key: { workflow, provider, run_class }, stored, dropped }: RunsChange): void {
    const nodes = this.runs.get(workflow) ?? new Map<string, NodeRuns>();
    this.runs.set(workflow, nodes);
    const nodeRuns = nodes.get(provider) ?? new NodeRuns();
    nodes.set(provider, nodeRuns);
    for (const runClass of dropped) nodeRuns.drop(runClass);
    nodeRuns.put(run_class, stored);
    this.changes += 1;
  }
}
