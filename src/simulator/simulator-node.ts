import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { lingerOnClose } from '../platform/http/lingering-close';
import { DEFAULT_MODELS } from './catalogue/default-models';
import { ClassCatalogue } from './catalogue/class-catalogue';
import { Faults } from './faults/faults';
import { ModelStore, type ModelLists } from './files/model.store';
import { NodeFilesStore } from './files/node-files.store';
import { isLocalHostHeader } from './http/origin-check';
import { Ffmpeg } from './motion/ffmpeg';
import { NodeSession, type SessionServices } from './node-session';
import { RunCounter, type RunCount } from './queue/run-counter';
import { isOld } from './validation/prompt-validation';
import { faultRoutes } from './routes/fault-routes';

/** How a simulator is started. Everything has a default. */
export interface SimulatorOptions {
  /** Address to listen on; 127.0.0.1. */
  readonly host?: string;
  /** Port to listen on; 0, the default, takes a free one. */
  readonly port?: number;
  /** Milliseconds per sampling step; 30. 0 makes instant jobs. */
  readonly stepMs?: number;
  /** Version to behave as; 0.33.0. `0.3.64` has no `/api/jobs` and answers some things differently. */
  readonly version?: string;
  /** Names of model files to list, by folder, in addition to the files in `<dataDir>/models`. */
  readonly models?: ModelLists;
  /** Folder for input, output and temporary files; by default a temporary folder that is removed with the node. */
  readonly dataDir?: string;
  /** Instead of `dataDir`: a folder that outlives restarts; what is older than a day is removed. */
  readonly persistentDir?: string;
  /** Send previews for prompts without a preview setting; false, as on a real node. */
  readonly previews?: boolean;
  /** Names of the ffmpeg binaries; tests name programs that don't exist. */
  readonly ffmpeg?: Ffmpeg;
  /** Answers only what is addressed to an IP address or `localhost`; false, as a real node does. */
  readonly plainHostsOnly?: boolean;
  /** Opens `POST /simulator/faults` and `GET /simulator/runs`. */
  readonly faults?: boolean;
}

const DEFAULT_STEP_MS = 30;
const DEFAULT_VERSION = '0.33.0';
/** How long an idle connection stays open; the same as in aiohttp. */
const KEEP_ALIVE_MS = 75_000;

/** A ComfyUI node without models: the same HTTP and WebSocket interface, procedural pictures. A process can run several. */
export class SimulatorNode {
  /** Faults injected by tests. */
  readonly faults = new Faults();
  private readonly runCounter = new RunCounter();
  private readonly services: SessionServices;
  private readonly host: string;
  private readonly plainHostsOnly: boolean;
  private server: Server | undefined;
  private session: NodeSession;
  private port: number;

  private constructor(
    options: SimulatorOptions,
    private readonly files: NodeFilesStore,
  ) {
    this.host = options.host ?? '127.0.0.1';
    this.port = options.port ?? 0;
    this.plainHostsOnly = options.plainHostsOnly ?? false;
    const version = options.version ?? DEFAULT_VERSION;
    this.services = {
      version,
      stepMs: options.stepMs ?? DEFAULT_STEP_MS,
      previews: options.previews ?? false,
      port: () => this.port,
      files,
      models: new ModelStore(options.models ?? DEFAULT_MODELS, files, { isOld: isOld(version) }),
      ffmpeg: options.ffmpeg ?? new Ffmpeg(),
      catalogue: new ClassCatalogue(),
      faults: this.faults,
      runs: this.runCounter,
      extraRoutes: (context) =>
        options.faults === true
          ? faultRoutes(context, {
              dropSockets: () => this.dropSockets(),
              mute: () => this.session.mute(this.faults.mute),
              // Lets the answer to the request go out first.
              restart: (downMs) => void setTimeout(() => void this.restart(downMs), 20),
            })
          : {},
    };
    this.session = new NodeSession(this.services);
  }

  /** Starts a node; resolves when it answers. */
  static async start(options: SimulatorOptions = {}): Promise<SimulatorNode> {
    const { dataDir, persistentDir } = options;
    const open =
      persistentDir === undefined
        ? NodeFilesStore.open(dataDir)
        : NodeFilesStore.openPersistent(persistentDir);
    const node = new SimulatorNode(options, await open);
    try {
      await node.listen();
    } catch (error) {
      await node.files.close();
      throw error;
    }
    return node;
  }

  /** Where it listens, without a slash at the end. */
  get url(): string {
    const host = this.host.includes(':') ? `[${this.host}]` : this.host;
    return `http://${host}:${this.port}`;
  }

  /** How often each prompt id was accepted and run, before restarts, too. */
  get runs(): ReadonlyMap<string, RunCount> {
    return this.runCounter.all();
  }

  /** Stops the node and removes its temporary data folder. */
  async stop(): Promise<void> {
    await this.close();
    await this.files.close();
  }

  /** Stops and starts again. Queue, history and sockets are lost; connections are refused for `downMs` milliseconds. */
  async restart(downMs = 0): Promise<void> {
    await this.close();
    await sleep(downMs);
    await this.files.prepare();
    this.session = new NodeSession(this.services);
    await this.listen();
  }

  /** Cuts every web socket. */
  dropSockets(): void {
    this.session.dropSockets();
  }

  /** While muted, no events are sent; sockets stay open. */
  mute(muted: boolean): void {
    this.faults.set({ mute: muted });
    this.session.mute(muted);
  }

  private refuses({ headers }: IncomingMessage): boolean {
    return this.plainHostsOnly && !isLocalHostHeader(headers);
  }

  private async listen(): Promise<void> {
    const { session } = this;
    const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
      if (this.refuses(request)) response.writeHead(403).end();
      else session.serve(request, response);
    });
    // As aiohttp does, the HTTP server of ComfyUI.
    lingerOnClose(server);
    server.on('upgrade', (request, socket, head) => {
      socket.on('error', () => undefined);
      if (this.refuses(request)) socket.destroy();
      else session.upgrade(request, socket, head);
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.port, this.host, resolve);
    });
    this.server = server;
    this.port = (server.address() as AddressInfo).port;
    session.begin();
  }

  private async close(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    const closed = new Promise<void>((resolve) => {
      if (server === undefined) resolve();
      else server.close(() => resolve());
    });
    server?.closeAllConnections();
    await this.session.end();
    await closed;
  }
}
