import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Subject, type Observable } from 'rxjs';
import type { ComfyGraph } from '../../providers/public/comfy-types';
import type { NodeEvent } from '../../providers/public/node-events';
import { estimateProgress, type JobProgress } from './progress';

/** The newest sampler picture of a running job. */
export interface JobPreview {
  readonly rev: number;
  readonly mime: string;
  readonly bytes: Buffer;
}

export interface LiveChange {
  readonly kind: 'progress' | 'preview';
  readonly promptId: string;
}

interface LiveJob {
  /** The node that it is on: what any other says of it isn't true. */
  readonly provider: string;
  readonly graph: ComfyGraph;
  readonly done: Set<string>;
  node: string | null;
  value: number;
  max: number;
  preview: JobPreview | null;
}

/** Memory for what is worth nothing after a restart. Jobs whose end was never told fall out at this number. */
const MOST_JOBS = 2_000;

/** Progress and previews of jobs that run now. In memory only: rows keep what must last. */
@Injectable()
export class LiveJobsService {
  private readonly jobs = new LRUCache<string, LiveJob>({ max: MOST_JOBS });
  private readonly subject = new Subject<LiveChange>();
  readonly changes: Observable<LiveChange> = this.subject.asObservable();

  /** From now on what this node says of the prompt is kept. */
  begin(promptId: string, provider: string, graph: ComfyGraph): void {
    if (this.jobs.get(promptId)?.provider === provider) return;
    this.jobs.set(promptId, {
      provider,
      graph,
      done: new Set(),
      node: null,
      value: 0,
      max: 0,
      preview: null,
    });
  }

  forget(promptId: string): void {
    this.jobs.delete(promptId);
  }

  progress(promptId: string): JobProgress | null {
    const job = this.jobs.get(promptId);
    return job ? estimateProgress(job.graph, job) : null;
  }

  preview(promptId: string): JobPreview | null {
    return this.jobs.get(promptId)?.preview ?? null;
  }

  /** Takes in what a node said of a prompt; of prompts that have not begun with it, nothing is kept. */
  hear(event: NodeEvent): void {
    if (!('promptId' in event)) return;
    const job = this.jobs.get(event.promptId);
    if (job?.provider !== event.providerId) return;
    if (event.kind === 'preview') {
      const rev = (job.preview?.rev ?? 0) + 1;
      job.preview = { rev, mime: event.mime, bytes: event.bytes };
      this.subject.next({ kind: 'preview', promptId: event.promptId });
    } else if (isProgress(event) && hearProgress(job, event)) {
      this.subject.next({ kind: 'progress', promptId: event.promptId });
    }
  }
}

type ProgressEvent = Extract<NodeEvent, { kind: 'executing' | 'progress' | 'nodes_done' }>;

const isProgress = (event: NodeEvent): event is ProgressEvent =>
  event.kind === 'executing' || event.kind === 'progress' || event.kind === 'nodes_done';

/** @returns whether anything changed. */
function hearProgress(job: LiveJob, event: ProgressEvent): boolean {
  switch (event.kind) {
    case 'executing':
      Object.assign(job, { node: event.nodeId, value: 0, max: 0 });
      return true;
    case 'progress':
      Object.assign(job, { node: event.nodeId, value: event.value, max: event.max });
      return true;
    case 'nodes_done': {
      const before = job.done.size;
      // A node may name what is not in the graph (it expands some of them): that counts for nothing.
      for (const id of event.done) if (Object.hasOwn(job.graph, id)) job.done.add(id);
      return job.done.size > before;
    }
  }
}
