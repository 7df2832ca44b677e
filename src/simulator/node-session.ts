import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { Duplex } from 'node:stream';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import type { ClassCatalogue } from './catalogue/class-catalogue';
import { Interruption, NodeStopped } from './execution/interruption';
import { OutputCache } from './execution/output-cache';
import { PromptExecutor } from './execution/prompt-executor';
import type { Faults } from './faults/faults';
import type { ModelStore } from './files/model.store';
import type { NodeFilesStore } from './files/node-files.store';
import type { Ffmpeg } from './motion/ffmpeg';
import { nodeApp } from './http/node-app';
import { isCrossSite } from './http/origin-check';
import { History } from './queue/history';
import { PromptQueue } from './queue/prompt-queue';
import type { QueueItem } from './queue/queue-item';
import type { RunCounter } from './queue/run-counter';
import type { RouteContext, Routes } from './routes/route-context';
import { comfyRoutes } from './routes/comfy-routes';
import { featuresOf } from './routes/system-routes';
import { WebSocketHub } from './sockets/websocket-hub';
import { isOld } from './validation/prompt-validation';
import type { Writable } from './wire/json';

/** What survives a restart of the simulated node: files, settings, and the run counter for tests. */
export interface SessionServices {
  readonly version: string;
  readonly stepMs: number;
  readonly previews: boolean;
  readonly port: () => number;
  readonly files: NodeFilesStore;
  readonly models: ModelStore;
  readonly ffmpeg: Ffmpeg;
  readonly catalogue: ClassCatalogue;
  readonly faults: Faults;
  readonly runs: RunCounter;
  /** Routes that a real node doesn't have. */
  readonly extraRoutes: (context: RouteContext) => Routes;
}

/** ComfyUI's own list, which has a second `p` instead of `w`. */
const LETTERS = 'abcdefghijklmnopqrstupvxyz';

/** The state of the simulated node between start and stop: queue, history, sockets and cache. */
export class NodeSession {
  /** Answers HTTP requests. */
  readonly serve: RequestListener;
  private readonly ending = new AbortController();
  private readonly interruption = new Interruption();
  private readonly cache = new OutputCache();
  private readonly history = new History();
  private readonly queue: PromptQueue;
  private readonly hub: WebSocketHub;
  private readonly executor: PromptExecutor;
  private readonly tempMarks = new Map<string, string>();
  /** The number of the next prompt, by which ComfyUI orders its queue. */
  private number = 0;
  private forgetWhenIdle = false;
  private working: Promise<void> = Promise.resolve();

  constructor(private readonly services: SessionServices) {
    this.hub = new WebSocketHub({
      status: () => this.status(),
      features: () => featuresOf(services.version),
      runningNode: (clientId) =>
        this.executor.current?.clientId === clientId ? this.executor.current.nodeId : undefined,
      newId: () => randomUUID(),
    });
    this.queue = new PromptQueue(() => this.hub.send('status', { status: this.status() }));
    this.executor = new PromptExecutor(
      {
        ...services,
        cache: this.cache,
        interruption: this.interruption,
        isOld: isOld(services.version),
        tempMark: (nodeId) => this.tempMark(nodeId),
        sleep: async (ms) => this.pause(ms),
      },
      this.hub,
    );
    const context = this.context();
    const routes = { ...services.extraRoutes(context), ...comfyRoutes(context) };
    this.serve = nodeApp(routes, services.faults);
  }

  /** Starts to run prompts. */
  begin(): void {
    this.hub.mute(this.services.faults.mute);
    this.working = this.runPrompts();
  }

  /** Stops: the running prompt is abandoned, web sockets are closed. */
  async end(): Promise<void> {
    this.ending.abort();
    this.interruption.stop();
    this.dropSockets();
    await this.working;
  }

  /** Takes a connection that wants to become a web socket. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const path = (request.url ?? '').split('?')[0];
    if (isCrossSite(request.headers) || (path !== '/ws' && path !== '/api/ws')) {
      socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
      return;
    }
    this.hub.accept(request, socket, head);
  }

  dropSockets(): void {
    this.hub.dropAll();
  }

  mute(muted: boolean): void {
    this.hub.mute(muted);
  }

  private context(): RouteContext {
    const { queue, history, interruption } = this;
    const { models, files } = this.services;
    return {
      ...this.services,
      queue,
      history,
      interruption,
      lists: async () => ({ models: await models.all(), inputs: await files.inputNames() }),
      nextNumber: () => this.number++,
      newId: () => randomUUID(),
      ending: this.ending.signal,
      free: (forget) => this.free(forget),
    };
  }

  private async runPrompts(): Promise<void> {
    while (await this.queue.waitForWork(this.ending.signal)) {
      // Lets the answer to `POST /prompt` go out first.
      await turn();
      const item = this.queue.take();
      if (item !== undefined) await this.run(item).catch(unlessStopped);
      if (this.forgetWhenIdle) this.forget();
    }
  }

  private async run(item: QueueItem): Promise<void> {
    const { runs } = this.services;
    runs.add(item.promptId, 'started');
    const { outcome, events } = await this.executor.execute(item);
    runs.add(item.promptId, 'finished');
    if (outcome.succeeded) runs.add(item.promptId, 'succeeded');
    if (outcome.messages.at(-1)?.[0] === 'execution_interrupted') {
      runs.add(item.promptId, 'interrupted');
    }
    this.queue.finish(() => this.history.record(item, outcome));
    events.idle();
  }

  private async pause(ms: number): Promise<void> {
    const { signal } = this.ending;
    try {
      if (ms > 0) await sleep(ms, undefined, { signal });
      else await turn(undefined, { signal });
    } catch {
      throw new NodeStopped('the node goes down');
    }
  }

  /** `POST /free`. @param forget whether to forget cached outputs: at once, or when the running prompt has ended */
  private free(forget: boolean): void {
    if (!forget) return;
    this.forgetWhenIdle = true;
    if (this.queue.running.length === 0) this.forget();
  }

  private forget(): void {
    this.cache.clear();
    this.forgetWhenIdle = false;
  }

  private status(): Writable {
    return { exec_info: { queue_remaining: this.queue.remaining } };
  }

  private tempMark(nodeId: string): string {
    const existing = this.tempMarks.get(nodeId);
    if (existing !== undefined) return existing;
    const mark = Array.from({ length: 5 }, () => LETTERS[Math.floor(Math.random() * 26)]).join('');
    this.tempMarks.set(nodeId, mark);
    return mark;
  }
}

function unlessStopped(error: unknown): void {
  if (!(error instanceof NodeStopped)) throw error;
}
