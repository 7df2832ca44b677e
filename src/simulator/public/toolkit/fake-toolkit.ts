import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { FakeJobs, type FakeJob, type NewJob } from './fake-jobs';
import { FakeTrainer } from './fake-trainer';
import { filesIn } from './toolkit-files';

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  /** Instead of JSON. */
  readonly text?: string;
}

/**
 * What a test makes the toolkit do instead of answering; `endless` sends a character every 100 ms, and `reset` acts first
 * and then breaks the connection.
 */
export type Fault = 'busy' | 'silent' | 'endless' | 'reset' | Answer;

const ENDLESS_INTERVAL_MS = 100;

const ok = (body: unknown): Answer => ({ status: 200, body });
const faultAnswer = (fault: 'busy' | Answer): Answer =>
  fault === 'busy' ? { status: 502, text: 'UI server unavailable' } : fault;
const failed = (status: number, error: string): Answer => ({ status, body: { error } });
const NO_JOB = failed(404, 'Job not found');
/** An unexpected exception. */
const CRASHED: Answer = { status: 500, text: '' };
const CRASHES_WITHOUT_JOB = new Set(['mark_stopped', 'sample_now', 'save_now']);

/** The HTTP API of ai-toolkit 0.12, as far as the service uses it, with a worker that moves by {@link tick} only. */
export class FakeToolkit {
  readonly db = new FakeJobs();
  readonly trainer = new FakeTrainer(this.db);
  readonly calls: string[] = [];
  /** Required of every call when set. */
  token: string | null = null;
  /** By `METHOD /path` without its query; `*` for every call. */
  readonly faults = new Map<string, Fault>();

  /** Calls that are acted upon and never answered. */
  hangs: RegExp | null = null;

  private constructor(
    private readonly server: Server,
    /** Holds `output` and `datasets`. */
    readonly root: string,
  ) {
    server.on('request', (request, response) => void this.handle(request, response));
  }

  static async start(root: string, port = 0): Promise<FakeToolkit> {
    const toolkit = new FakeToolkit(createServer(), root);
    mkdirSync(join(root, 'output'), { recursive: true });
    mkdirSync(join(root, 'datasets'), { recursive: true });
    await new Promise<void>((resolve, reject) => {
      toolkit.server.once('error', reject);
      toolkit.server.listen(port, '127.0.0.1', resolve);
    });
    return toolkit;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Lets seconds pass. */
  tick(seconds = 1): void {
    for (let n = 0; n < seconds; n += 1) this.trainer.tick();
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '/', headers } = request;
    const { pathname, searchParams } = new URL(url, 'http://toolkit');
    const call = `${method} ${pathname}`;
    this.calls.push(call);
    const fault = this.faults.get(call) ?? this.faults.get('*');
    if (fault === 'silent') return;
    if (fault === 'endless') {
      const timer = setInterval(() => response.write(' '), ENDLESS_INTERVAL_MS);
      response.on('close', () => clearInterval(timer));
      return;
    }
    const answer =
      fault === undefined || fault === 'reset'
        ? this.checked(call, searchParams, headers.authorization, Buffer.concat(chunks).toString())
        : faultAnswer(fault);
    if (fault === 'reset') response.destroy();
    else this.respond(call, response, answer);
  }

  private respond(call: string, response: ServerResponse, answer: Answer): void {
    if (this.hangs?.test(call) !== true) send(response, answer);
  }

  private checked(
    call: string,
    query: URLSearchParams,
    authorization: string | undefined,
    body: string,
  ): Answer {
    // Only the second word is compared, whatever the scheme.
    const isOpen = this.token === null || authorization?.split(' ')[1] === this.token;
    return isOpen ? this.answer(call, query, body) : failed(401, 'Unauthorized');
  }

  private answer(call: string, query: URLSearchParams, body: string): Answer {
    const [, method, id, verb] = /^(\w+) \/api\/jobs\/([^/]+)\/(\w+)$/.exec(call) ?? [];
    if (method && id && verb) return this.ofJob(method, id, verb, query);
    const [, gpuIds, change] = /^GET \/api\/queue\/([^/]+)\/(start|stop)$/.exec(call) ?? [];
    if (gpuIds) return ok(this.db.setQueue(decodeURIComponent(gpuIds), change === 'start'));
    return this.atPath(call, query, body);
  }

  private atPath(call: string, query: URLSearchParams, body: string): Answer {
    switch (call) {
      case 'GET /api/auth':
        return ok({ isAuthenticated: true });
      case 'GET /api/settings':
        return ok({
          TRAINING_FOLDER: join(this.root, 'output'),
          DATASETS_FOLDER: join(this.root, 'datasets'),
          MODELS_PATH: join(this.root, 'models'),
          HF_TOKEN: 'hf_secret-of-the-toolkit',
        });
      case 'GET /api/jobs':
        return this.jobs(query);
      case 'POST /api/jobs':
        return this.create(body);
      case 'GET /api/queue':
        return ok({ queues: this.db.queues });
      case 'POST /api/datasets/listImages':
        return this.images(body);
      default:
        return { status: 404, text: 'Not found' };
    }
  }

  private jobs(query: URLSearchParams): Answer {
    const id = query.get('id');
    if (id !== null) return ok(this.db.find(id) ?? null);
    const ref = query.get('job_ref');
    if (ref !== null) return ok(this.db.jobs.find(({ job_ref }) => job_ref === ref) ?? null);
    const type = query.get('job_type');
    return ok({ jobs: this.db.jobs.filter((job) => type === null || job.job_type === type) });
  }

  private create(body: string): Answer {
    const asked = parse(body) as (Partial<NewJob> & { readonly id?: string }) | null;
    if (typeof asked?.gpu_ids !== 'string' || asked.name === undefined || !asked.job_config)
      return failed(500, 'Failed to save training data');
    if (asked.id !== undefined) return this.update(asked.id, asked as NewJob);
    const now = new Date(this.trainer.now).toISOString();
    const job = this.db.create(asked as NewJob, now);
    return job ? ok(job) : failed(409, 'Job name already exists');
  }

  private update(id: string, { name, gpu_ids, job_config }: NewJob): Answer {
    const job = this.db.find(id);
    if (!job) return failed(500, 'Failed to save training data');
    return ok(Object.assign(job, { name, gpu_ids, job_config: JSON.stringify(job_config) }));
  }

  private images(body: string): Answer {
    const { datasetName } = parse(body) as { datasetName: string };
    const folder = join(this.root, 'datasets', datasetName);
    if (!existsSync(folder)) return failed(404, `Folder '${datasetName}' not found`);
    const images = filesIn(folder, /\.(?:png|jpe?g|webp)$/);
    return ok({
      root: `${folder}/`,
      images: images.map(({ path }) => path.slice(folder.length + 1)),
    });
  }

  private ofJob(method: string, id: string, verb: string, query: URLSearchParams): Answer {
    if (method !== 'GET') return { status: 405, text: '' };
    const job = this.db.find(id);
    if (!job) return CRASHES_WITHOUT_JOB.has(verb) ? CRASHED : NO_JOB;
    const before = { ...job };
    switch (verb) {
      case 'start':
        this.db.start(job);
        return ok(before);
      case 'stop':
        this.db.stop(job);
        return ok(before);
      case 'mark_stopped':
        this.db.markStopped(job);
        return ok(before);
      case 'sample_now':
      case 'save_now':
        return ok(Object.assign(job, { [verb]: true }));
      case 'delete':
        rmSync(join(this.root, 'output', job.name), { recursive: true, force: true });
        this.db.remove(job);
        return ok(before);
      default:
        return this.readJob(job, verb, query);
    }
  }

  private readJob(job: FakeJob, what: string, query: URLSearchParams): Answer {
    const folder = join(this.root, 'output', job.name);
    const after = Number(query.get('since_step') ?? 0);
    switch (what) {
      case 'files':
        return ok({ files: filesIn(folder, /\.safetensors$|^optimizer\.pt$/) });
      case 'samples':
        return ok({ samples: filesIn(join(folder, 'samples'), /./).map(({ path }) => path) });
      case 'loss': {
        const key = query.get('key') ?? 'loss';
        const all = key === 'loss/loss' ? (this.trainer.losses.get(job.id) ?? []) : [];
        const points = all.filter(({ step }) => step > after);
        return ok({ key, keys: ['loss/loss', 'learning_rate'], points });
      }
      case 'log':
        return ok(logOf(join(folder, 'log.txt'), query.get('offset')));
      default:
        return { status: 404, text: 'Not found' };
    }
  }
}

function logOf(path: string, offset: string | null) {
  if (!existsSync(path)) return { log: '', offset: 0, reset: true };
  const text = readFileSync(path);
  const from = Number(offset ?? 0);
  const reset = offset === null || from > text.length;
  return { log: text.subarray(reset ? 0 : from).toString(), offset: text.length, reset };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

function send(response: ServerResponse, { status, body, text }: Answer): void {
  const type = text === undefined ? 'application/json' : 'text/plain';
  response.writeHead(status, { 'Content-Type': type }).end(text ?? JSON.stringify(body));
}
