import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { boundedCache } from '../../../platform/bounded-cache';
import { Clock } from '../../../platform/clock/clock';
import { KeyedThrottle } from '../../../platform/clock/keyed-throttle';
import { Subject, type Observable } from 'rxjs';
import type { ComfyGraph } from '../../providers/public/comfy-types';
import type { NodeEvent } from '../../providers/public/node-events';

/** How far a running job is. */
export interface JobProgress {
  /** 0..1 over the whole graph, estimated. */
  readonly fraction: number;
  /** The graph's node that is executing. */
  readonly node: string | null;
  readonly step: number | null;
  readonly steps: number | null;
}

/** The newest sampler picture of a running job. */
export interface JobPreview {
  /** Increases with every picture. */
  readonly rev: number;
  readonly mime: string;
  readonly bytes: Buffer;
}

export interface LiveChange {
  readonly kind: 'progress' | 'preview';
  readonly promptId: string;
}

interface LiveJob {
  /** The node that the job was submitted to: events of other nodes are ignored. */
  readonly provider: string;
  readonly graph: ComfyGraph;
  readonly done: Set<string>;
  node: string | null;
  value: number;
  max: number;
}

/** Nodes may never report the end of a job. */
const MAX_JOBS = 2_000;
/** Of all previews together; the oldest go first. */
const MAX_PREVIEW_BYTES = 64 * 1024 * 1024;

/** Sampling is nearly all of the work; every other node of a graph counts as one step. */
const SAMPLER_WEIGHT = 30;

/** Between two changes of a kind of one job. */
const MIN_INTERVAL_MS = { progress: 250, preview: 500 } as const;

/** Progress and previews of running jobs, in memory only. */
@Injectable()
export class LiveJobsService {
  private readonly jobs = boundedCache<LiveJob>(MAX_JOBS);
  private readonly previews = new LRUCache<string, JobPreview>({
    max: MAX_JOBS,
    maxSize: MAX_PREVIEW_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length + 1,
  });
  private readonly subject = new Subject<LiveChange>();
  /** At most four changes of progress and two previews a second for each job. */
  readonly changes: Observable<LiveChange> = this.subject.asObservable();
  private readonly throttle: KeyedThrottle;

  constructor(clock: Clock) {
    this.throttle = new KeyedThrottle(clock);
  }

  /** From now on this node's events about the prompt are recorded. Called again for the same node, it changes nothing. */
  begin(promptId: string, provider: string, graph: ComfyGraph): void {
    if (this.jobs.get(promptId)?.provider === provider) return;
    const progress = { done: new Set<string>(), node: null, value: 0, max: 0 };
    this.previews.delete(promptId);
    this.jobs.set(promptId, { provider, graph, ...progress });
  }

  forget(promptId: string): void {
    this.jobs.delete(promptId);
    this.previews.delete(promptId);
  }

  progress(promptId: string): JobProgress | null {
    const job = this.jobs.get(promptId);
    return job ? estimateProgress(job) : null;
  }

  preview(promptId: string): JobPreview | null {
    return this.previews.get(promptId) ?? null;
  }

  onNodeEvent(event: NodeEvent): void {
    if (!('promptId' in event)) return;
    const job = this.jobs.get(event.promptId);
    if (job?.provider !== event.providerId) return;
    if (event.kind === 'preview') {
      const rev = (this.previews.get(event.promptId)?.rev ?? 0) + 1;
      this.previews.set(event.promptId, { rev, mime: event.mime, bytes: event.bytes });
      this.announce({ kind: 'preview', promptId: event.promptId });
    } else if (isProgress(event) && applyProgress(job, event)) {
      this.announce({ kind: 'progress', promptId: event.promptId });
    }
  }

  private announce(change: LiveChange): void {
    const { kind, promptId } = change;
    this.throttle.run(`${kind} ${promptId}`, MIN_INTERVAL_MS[kind], () => {
      if (this.jobs.has(promptId)) this.subject.next(change);
    });
  }
}

type ProgressEvent = Extract<NodeEvent, { kind: 'executing' | 'progress' | 'nodes_done' }>;

const isProgress = (event: NodeEvent): event is ProgressEvent =>
  event.kind === 'executing' || event.kind === 'progress' || event.kind === 'nodes_done';

/** @returns whether anything has changed */
function applyProgress(job: LiveJob, event: ProgressEvent): boolean {
  switch (event.kind) {
    case 'executing':
      Object.assign(job, { node: event.nodeId, value: 0, max: 0 });
      return true;
    case 'progress':
      Object.assign(job, { node: event.nodeId, value: event.value, max: event.max });
      return true;
    case 'nodes_done': {
      const before = job.done.size;
      // Nodes that ComfyUI expands have ids that are not in the graph.
      for (const id of event.done) if (Object.hasOwn(job.graph, id)) job.done.add(id);
      return job.done.size > before;
    }
  }
}

const weightOf = (classType: string): number =>
  classType.includes('Sampler') && !classType.endsWith('Select') ? SAMPLER_WEIGHT : 1;

/** The share of the graph's work that is done, by weight. */
function estimateProgress({ graph, done, node, value, max }: LiveJob): JobProgress {
  let totalWeight = 0;
  let doneWeight = 0;
  for (const [id, { class_type }] of Object.entries(graph)) {
    const weight = weightOf(class_type);
    totalWeight += weight;
    if (done.has(id)) doneWeight += weight;
    else if (id === node && max > 0) doneWeight += weight * Math.min(1, value / max);
  }
  const hasSteps = node !== null && max > 1;
  return {
    fraction:
      totalWeight === 0 ? 0 : Math.min(1, Math.round((doneWeight / totalWeight) * 1000) / 1000),
    node,
    step: hasSteps ? value : null,
    steps: hasSteps ? max : null,
  };
}
