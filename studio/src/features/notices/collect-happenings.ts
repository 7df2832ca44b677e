import type { LiveEvent } from '@kinora/client';
import type { RunSummary } from '../../api/training-runs';
import { type Happenings, type JobStatus, jobHappening, NOTHING_HAPPENED, runEnd } from './model';

/** What happens within this time is reported together. */
const COLLECT_MS = 5000;

/** Collects what events tell, and hands it over every 5 s while anything happens. */
export class HappeningsCollector {
  private readonly jobs = new Map<string, JobStatus>();
  private readonly nodes = new Map<string, boolean>();
  private readonly runs = new Map<string, RunSummary['status']>();
  private collected = NOTHING_HAPPENED;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly report: (happenings: Happenings) => void) {}

  receive(event: LiveEvent): void {
    if (event.kind === 'job') this.job(event.data.prompt_id, event.data.status);
    if (event.kind === 'run') this.run(event.data.job_name, event.data.status);
    if (event.kind === 'provider')
      this.node(event.data.id, event.data.name, event.data.status === 'online');
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private job(id: string, status: JobStatus): void {
    const happening = jobHappening(this.jobs.get(id), status);
    if (status === 'queued' || status === 'running') this.jobs.set(id, status);
    else this.jobs.delete(id);
    if (happening) this.collect({ [happening]: this.collected[happening] + 1 });
  }

  private run(name: string, status: RunSummary['status']): void {
    const end = runEnd(this.runs.get(name), status);
    this.runs.set(name, status);
    if (end) this.collect({ runs: { ...this.collected.runs, [name]: end } });
  }

  private node(id: string, name: string, isThere: boolean): void {
    const before = this.nodes.get(id);
    this.nodes.set(id, isThere);
    if (before !== undefined && before !== isThere)
      this.collect({ nodes: { ...this.collected.nodes, [name]: isThere } });
  }

  private collect(happenings: Partial<Happenings>): void {
    this.collected = { ...this.collected, ...happenings };
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      const happenings = this.collected;
      this.collected = NOTHING_HAPPENED;
      this.report(happenings);
    }, COLLECT_MS);
  }
}
