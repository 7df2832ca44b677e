import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock';
import {
  type FindPosition,
  findInQueue,
  type Queue,
  readHistory,
  readJob,
  readPendingJobs,
  readQueue,
  isJobUnknown,
  UNREADABLE,
} from '../responses/job-response';
import { RequestCoalescer } from './request-coalescer';
import { NodeRegistry } from '../node-registry';
import { NodeBadAnswer, NodeUnreachable } from '../public/node-errors';
import type { NodeJob } from '../public/node-access';
import { Deadline } from './deadline';
import { LARGE_ANSWER_BYTES, type NodeHttpRequest } from './node-http.gateway';
import { expectJson, jsonBody } from './node-response';
import { NodeRequestsGateway } from './node-requests.gateway';

/** Timeout of requests that lookups share. */
const SHARED_TIMEOUT_MS = 10_000;

/** Requests to one node that lookups share. */
interface Shared {
  readonly queue: RequestCoalescer<Queue>;
  readonly pending: RequestCoalescer<FindPosition>;
}

/** Looks prompts up: one request on nodes with `/api/jobs` (0.33), queue and then history on older ones. */
@Injectable()
export class PromptLookupGateway {
  private readonly shared = new Map<string, Shared>();
  /** Nodes, by URL and version, without the route `/api/jobs/{id}`. */
  private readonly withoutJobs = new Set<string>();

  constructor(
    private readonly registry: NodeRegistry,
    private readonly requests: NodeRequestsGateway,
    private readonly clock: Clock,
  ) {}

  async lookUp(providerId: string, promptId: string, timeoutMs: number): Promise<NodeJob> {
    const until = this.clock.monotonic() + timeoutMs;
    const left = (): number => Math.max(1, until - this.clock.monotonic());
    const node = this.nodeKey(providerId);
    if (!this.withoutJobs.has(node)) {
      const job = await this.getJob(providerId, promptId, left());
      if (job?.state === 'pending') return await this.withPosition(providerId, promptId, left());
      if (job) return job;
    }
    const { queue } = this.sharedOf(providerId);
    const queued = findInQueue(await this.inTime(providerId, queue.get(), left()), promptId);
    const found = queued ?? (await this.getFromHistory(providerId, promptId, left()));
    // Only now is it certain that the node itself gave the 404, and not a proxy while the node was away.
    this.withoutJobs.add(node);
    return found;
  }

  /** `null`: the node has no such route, or didn't get the request. */
  private async getJob(
    providerId: string,
    promptId: string,
    timeoutMs: number,
  ): Promise<NodeJob | null> {
    const path = `/api/jobs/${encodeURIComponent(promptId)}`;
    const answer = await this.requests.request(providerId, question(path, timeoutMs));
    if (answer.status === 404)
      return isJobUnknown(await jsonBody(answer)) ? { state: 'absent' } : null;
    return readable(providerId, readJob(await expectJson(providerId, answer)));
  }

  private async getFromHistory(
    providerId: string,
    promptId: string,
    timeoutMs: number,
  ): Promise<NodeJob> {
    const path = `/history/${encodeURIComponent(promptId)}`;
    const body = await this.requests.requestJson(providerId, question(path, timeoutMs));
    return readable(providerId, readHistory(body, promptId));
  }

  /** The position is optional: the prompt is pending even if its position is unknown. */
  private async withPosition(
    providerId: string,
    promptId: string,
    timeoutMs: number,
  ): Promise<NodeJob> {
    const pending = this.inTime(providerId, this.sharedOf(providerId).pending.get(), timeoutMs);
    const position = await pending.catch((): FindPosition => () => null);
    return { state: 'pending', position: position(promptId) ?? 0 };
  }

  private sharedOf(providerId: string): Shared {
    let shared = this.shared.get(providerId);
    if (!shared) {
      shared = {
        queue: new RequestCoalescer(async () =>
          readable(providerId, readQueue(await this.get(providerId, '/queue'))),
        ),
        pending: new RequestCoalescer(async () =>
          readable(
            providerId,
            readPendingJobs(await this.get(providerId, '/api/jobs?status=pending')),
          ),
        ),
      };
      this.shared.set(providerId, shared);
    }
    return shared;
  }

  private get(providerId: string, path: string): Promise<unknown> {
    return this.requests.requestJson(providerId, question(path, SHARED_TIMEOUT_MS));
  }

  /** Waits for a shared answer within the timeout of this lookup. */
  private async inTime<T>(providerId: string, answer: Promise<T>, timeoutMs: number): Promise<T> {
    const deadline = new Deadline(this.clock, timeoutMs);
    const late = new Promise<never>((_, reject) => {
      deadline.signal.addEventListener('abort', () =>
        reject(new NodeUnreachable(providerId, `it gave no answer within ${timeoutMs / 1000} s`)),
      );
    });
    return await Promise.race([answer, late]).finally(() => deadline.done());
  }

  private nodeKey(providerId: string): string {
    const { url } = this.requests.endpoint(providerId);
    return `${url} ${this.registry.get(providerId)?.version ?? ''}`;
  }
}

/** Prompts hold whole graphs and their outputs. */
const question = (path: string, timeoutMs: number): NodeHttpRequest => ({
  method: 'GET',
  path,
  timeoutMs,
  maxBytes: LARGE_ANSWER_BYTES,
});

function readable<T>(providerId: string, read: T | typeof UNREADABLE): T {
  if (read !== UNREADABLE) return read;
  throw new NodeBadAnswer(providerId, 'it does not say where the prompt is');
}
