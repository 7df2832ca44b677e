import type { OutgoingHttpHeaders } from 'node:http';
import { Injectable } from '@nestjs/common';
import { readConnectionError } from '../../../platform/http/connection-reasons';
import { bodyOf, jsonHeaders, requestTo, responseTo } from '../../../platform/http/http-client';
import { ConfigService } from '../../../platform/config/config.service';
import { isRecord, parseShallow } from '../../../platform/json';
import { TrainingNotConfigured } from '../training.errors';
import type { ToolkitConfig } from '../config/toolkit-config';
import {
  type LossPoint,
  readFolders,
  readImages,
  readJob,
  readLoss,
  storable,
  type ToolkitFolders,
  type ToolkitJob,
  UnexpectedAnswer,
} from './toolkit-answers';
import { ToolkitRefused, ToolkitUnreachable } from './toolkit-failures';

interface ToolkitCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: object;
  readonly timeoutMs?: number;
}

/** A job to create. */
export interface NewJob {
  readonly job_name: string;
  readonly gpu_ids: string;
  readonly config: ToolkitConfig;
  /** Unique; the job can be looked up by it. */
  readonly marker: string;
}

interface ToolkitAnswer {
  readonly status: number;
  /** `undefined` if it isn't JSON. */
  readonly data: unknown;
}

const PROBE_TIMEOUT_MS = 2000;
/** The toolkit's database is slow while a trainer writes to it. */
const TIMEOUT_MS = 10_000;
const MAX_ANSWER_MIB = 32;
const MAX_ANSWER_BYTES = MAX_ANSWER_MIB * 1024 * 1024;
/** Deeper than any answer. */
const MAX_DEPTH = 20;
const TOO_LARGE = `The training toolkit sent an answer of more than ${MAX_ANSWER_MIB} MiB.`;
const MAX_POINTS = 2000;
const MAX_REASON = 500;

/**
 * All HTTP to the training toolkit. Its API changes jobs with GET requests, so no request is retried here.
 * Throws `TrainingNotConfigured`, {@link ToolkitUnreachable}, {@link ToolkitRefused}.
 */
@Injectable()
export class ToolkitGateway {
  constructor(private readonly config: ConfigService) {}

  /** Fails unless the toolkit answers and takes our token. */
  async probe(timeoutMs = PROBE_TIMEOUT_MS): Promise<void> {
    await this.call({ method: 'GET', path: '/api/auth', timeoutMs });
  }

  async folders(): Promise<ToolkitFolders> {
    return this.read({ method: 'GET', path: '/api/settings' }, readFolders);
  }

  /**
   * One job, or `null` if the toolkit doesn't have it. The list of all jobs is never read: it has every job's whole config.
   * @param by the toolkit's id of the job, or the `job_ref` that {@link create} gave it
   */
  async job(
    by: { readonly id: string } | { readonly job_ref: string },
  ): Promise<ToolkitJob | null> {
    const call = { method: 'GET', path: '/api/jobs', query: { ...by } } as const;
    return this.read(call, (answer) => (answer === null ? null : readJob(answer)));
  }

  /** Names of a dataset's pictures as the toolkit sees them; `null` if it sees no such folder. */
  async images(dataset: string): Promise<readonly string[] | null> {
    const body = { datasetName: dataset };
    try {
      return await this.read(
        { method: 'POST', path: '/api/datasets/listImages', body },
        readImages,
      );
    } catch (error) {
      if (error instanceof ToolkitRefused && error.status === 404) return null;
      throw error;
    }
  }

  /** Creates a job, which is stopped at first. @returns its id */
  async create({ job_name, gpu_ids, config, marker }: NewJob): Promise<string> {
    const body = {
      name: job_name,
      gpu_ids,
      job_config: config,
      job_type: 'train',
      job_ref: marker,
    };
    const { id } = await this.read({ method: 'POST', path: '/api/jobs', body }, readJob);
    return id;
  }

  /** Replaces the config of a job that isn't running. */
  async update(id: string, name: string, gpuIds: string, config: ToolkitConfig): Promise<void> {
    const body = { id, name, gpu_ids: gpuIds, job_config: config };
    await this.read({ method: 'POST', path: '/api/jobs', body }, readJob);
  }

  /** Queues a job; it runs only when the queue of its GPUs is started after that. */
  async start(id: string): Promise<void> {
    await this.call({ method: 'GET', path: pathOf(id, 'start') });
  }

  async startQueue(gpuIds: string): Promise<void> {
    await this.call({ method: 'GET', path: `/api/queue/${encodeURIComponent(gpuIds)}/start` });
  }

  /** Ends the process of a running job. Without effect on queued jobs and jobs whose process is gone. */
  async stop(id: string): Promise<void> {
    await this.call({ method: 'GET', path: pathOf(id, 'stop') });
  }

  /** Makes the toolkit regard a job as stopped, whatever its process does. */
  async markStopped(id: string): Promise<void> {
    await this.call({ method: 'GET', path: pathOf(id, 'mark_stopped') });
  }

  /** Makes a running trainer make its sample pictures at the end of its step. */
  async sampleNow(id: string): Promise<void> {
    await this.call({ method: 'GET', path: pathOf(id, 'sample_now') });
  }

  /** Makes a running trainer save a checkpoint at the end of its step. */
  async saveNow(id: string): Promise<void> {
    await this.call({ method: 'GET', path: pathOf(id, 'save_now') });
  }

  /** @throws TrainingNotConfigured */
  requireConfigured(): void {
    const { base_url, root } = this.config.current().training;
    if (base_url === null || root === null) throw new TrainingNotConfigured();
  }

  /** The loss after `sinceStep`, oldest first, at most 2,000 points. */
  async loss(id: string, sinceStep: number): Promise<readonly LossPoint[]> {
    const path = pathOf(id, 'loss');
    const query = { key: 'loss/loss', since_step: sinceStep, limit: MAX_POINTS };
    return this.read({ method: 'GET', path, query }, readLoss);
  }

  private async read<T>(call: ToolkitCall, parse: (answer: unknown) => T): Promise<T> {
    const answer = await this.call(call);
    try {
      return parse(answer);
    } catch (error) {
      if (!(error instanceof UnexpectedAnswer)) throw error;
      throw new ToolkitUnreachable(
        `The training toolkit sent an unexpected answer: ${error.message}.`,
        true,
        error,
      );
    }
  }

  private async call(call: ToolkitCall): Promise<unknown> {
    const answer = await this.send(call);
    if (answer.status === 200) return answer.data;
    if (answer.status === 502 || answer.status === 503)
      throw new ToolkitUnreachable('The training toolkit is starting, or overloaded.', true);
    throw new ToolkitRefused(answer.status, refusalOf(answer));
  }

  private async send(call: ToolkitCall): Promise<ToolkitAnswer> {
    const { base_url, token } = this.config.current().training;
    if (base_url === null) throw new TrainingNotConfigured();
    const { method, body, timeoutMs = TIMEOUT_MS } = call;
    const json = body === undefined ? undefined : JSON.stringify(body);
    const timeout = AbortSignal.timeout(timeoutMs);
    const request = requestTo(urlOf(base_url, call), {
      method,
      headers: headersOf(token, json),
      agent: false,
      signal: timeout,
    });
    try {
      const response = await responseTo(request, json);
      const bytes = await bodyOf(response, MAX_ANSWER_BYTES);
      if (bytes === null) throw new ToolkitUnreachable(TOO_LARGE, true);
      const data = parseShallow(bytes.toString('utf8'), MAX_DEPTH);
      return { status: response.statusCode ?? 0, data };
    } catch (error) {
      if (error instanceof ToolkitUnreachable) throw error;
      throw unreachable(error, timeout.aborted ? timeoutMs : null);
    }
  }
}

/** @param what of a job: a change, or what is read of it */
const pathOf = (id: string, what: string): string => `/api/jobs/${encodeURIComponent(id)}/${what}`;

function urlOf(baseUrl: string, { path, query = {} }: ToolkitCall): string {
  const url = new URL(`${baseUrl}${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, `${value}`);
  return url.href;
}

const headersOf = (token: string | null, json: string | undefined): OutgoingHttpHeaders => ({
  Accept: 'application/json',
  'Accept-Encoding': 'identity',
  'User-Agent': 'kinora',
  ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
  ...(json === undefined ? {} : jsonHeaders(json)),
});

/**
 * The message of the error may contain the address and credentials, so it is not passed on.
 * @param timeoutMs the timeout that has ended the request, if one has
 */
function unreachable(error: unknown, timeoutMs: number | null): ToolkitUnreachable {
  if (timeoutMs !== null)
    return new ToolkitUnreachable(
      `The training toolkit gave no answer within ${timeoutMs / 1000} s.`,
      true,
      error,
    );
  if (readConnectionError(error).isUnconnected)
    return new ToolkitUnreachable(
      'The training toolkit cannot be reached: it is not running, or its address is wrong.',
      false,
      error,
    );
  return new ToolkitUnreachable(
    'The training toolkit closed the connection too early.',
    true,
    error,
  );
}

function refusalOf({ status, data }: ToolkitAnswer): string {
  if (status === 401)
    return 'The training toolkit refuses our token: set KINORA_TRAINING_TOKEN to its AI_TOOLKIT_AUTH.';
  const error = isRecord(data) ? data['error'] : undefined;
  const reason =
    typeof error === 'string' ? storable(error).slice(0, MAX_REASON) : `status ${status}`;
  return `The training toolkit refused the request: ${reason}`;
}
