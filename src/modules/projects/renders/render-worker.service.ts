import { AsyncResource } from 'node:async_hooks';
import { Injectable, Logger } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { Clock } from '../../../platform/clock/clock';
import { ConfigService } from '../../../platform/config/config.service';
import type { Transaction } from '../../../platform/database/write-gate';
import { DiskFull } from '../../../platform/errors/disk-full';
import { KeyedPasses } from '../../../platform/keyed-passes';
import { KeyHolders } from '../../agents/public/key-holders';
import { DiskSpace } from '../../media/public/disk-space';
import { FilmFilesStore } from '../film/film-files.store';
import { RenderQueue } from '../public/render-queue';
import type { RenderRow } from '../records/render.entity';
import { RendersRepository } from '../records/renders.repository';
import { RenderEventsService } from './render-events.service';
import { RenderMakerService, RenderStopped } from './render-maker.service';

type OpenRender = Pick<RenderRow, 'id' | 'owner_id' | 'status'>;

/** Crashes of the service without progress in between. The limit ends a render that causes them. */
const MAX_ATTEMPTS = 5;
const DISK_CHECK_INTERVAL_MS = 1000;
/** How long a render is made before that of another owner has its turn. */
const TURN_MS = 10 * 60_000;
const KEY_REVOKED = { code: 'key_revoked', message: 'The key of the owner was revoked.' };
const INTERRUPTED = {
  code: 'render_failed',
  message: `The service stopped ${MAX_ATTEMPTS} times while it made the same part of this render. The log of the render may say why.`,
};

/**
 * Makes renders one at a time; owners take turns. All state is stored, so that a new process continues where the last one
 * stopped.
 */
@Injectable()
export class RenderWorkerService implements RenderQueue {
  private readonly log = new Logger(RenderWorkerService.name);
  private readonly stopping = new AbortController();
  /** Renders run outside of the request that woke them, so that they don't write its idempotency key. */
  private readonly context = new AsyncResource(RenderWorkerService.name);
  private readonly passes = new KeyedPasses(() => this.makeAll());
  private current: { readonly id: string; readonly stopping: AbortController } | null = null;
  private lastOwner = '';
  private isTidy = false;
  private rounds: Promise<void> = Promise.resolve();

  constructor(
    private readonly rows: RendersRepository,
    private readonly maker: RenderMakerService,
    private readonly files: FilmFilesStore,
    private readonly events: RenderEventsService,
    private readonly holders: KeyHolders,
    private readonly disk: DiskSpace,
    private readonly config: ConfigService,
    private readonly clock: Clock,
  ) {}

  start(): void {
    this.rounds = this.clock.repeat({
      signal: this.stopping.signal,
      round: () => this.round(),
      pauseMs: () => this.config.current().jobs.poll_interval_ms,
      onFailure: (err) =>
        this.log.error({ err }, 'a round over the renders failed; the next one follows'),
    });
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.current?.stopping.abort(new RenderStopped(false));
    await this.rounds;
    await this.passes.idle();
  }

  async add(tx: Transaction, id: string): Promise<void> {
    await this.events.store(tx, id);
    this.events.afterCommit(() => this.makeSoon());
  }

  abandon(id: string): boolean {
    if (this.current?.id !== id) return false;
    this.current.stopping.abort(new RenderStopped(true));
    return true;
  }

  private makeSoon(): void {
    const pass = this.context.runInAsyncScope(() => this.passes.run(''));
    pass.catch((error: unknown) => {
      this.log.error({ err: error }, 'making renders failed; the next round tries again');
    });
  }

  /** Notices what no request reports: unfinished renders after a restart, free disk space, a revoked key. */
  private async round(): Promise<void> {
    if (!this.isTidy) await this.tidy();
    this.isTidy = true;
    const open = await this.rows.open();
    await this.endRevoked(open);
    if (open.length > 0) this.makeSoon();
  }

  /** Puts in order what the last process left. */
  private async tidy(): Promise<void> {
    await this.rows.reopenFilms();
    await this.files.removeExcept(() => this.openIds());
  }

  private async openIds(): Promise<ReadonlySet<string>> {
    return new Set((await this.rows.open()).map(({ id }) => id));
  }

  private async endRevoked(open: readonly OpenRender[]): Promise<void> {
    const callers = new Map<string | null, Caller | null>();
    for (const { owner_id } of open)
      if (!callers.has(owner_id)) callers.set(owner_id, await this.holders.callerFor(owner_id));
    for (const render of open.filter(({ owner_id }) => callers.get(owner_id) === null)) {
      const isEnded = await this.maker.end(render, { status: 'cancelled', error: KEY_REVOKED });
      // The files of a running render are deleted once ffmpeg has ended.
      if (isEnded && !this.abandon(render.id)) await this.files.remove(render.id);
    }
  }

  private async makeAll(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const next = this.nextInTurn(await this.rows.open());
      if (!next || !this.disk.hasFreeSpace()) return;
      if (!(await this.make(next))) return;
    }
  }

  /** @returns whether the render has ended */
  private async make({ id, owner_id }: OpenRender): Promise<boolean> {
    const render = await this.rows.whole(id);
    const caller = await this.holders.callerFor(owner_id);
    // The next round ends the renders of a revoked key.
    if (!render || !caller) return false;
    const attempts = render.attempts + 1;
    if (attempts > MAX_ATTEMPTS) {
      await this.maker.end(render, { status: 'failed', error: INTERRUPTED });
      await this.files.remove(id);
      return true;
    }
    if (this.stopping.signal.aborted) return false;
    const stopping = new AbortController();
    // From now on, the files are deleted here.
    this.current = { id, stopping };
    try {
      const started_at = render.started_at ?? this.clock.timestamp();
      const begin = () => this.rows.begin(id, attempts, started_at);
      if (!(await this.events.withEvent(id, begin))) {
        // It was cancelled or deleted in the meantime.
        await this.files.remove(id);
        return true;
      }
      const control = { stopping, beforePart: this.turnOf(owner_id) };
      const made = this.maker.make(caller, { ...render, attempts }, control);
      await this.awaitWatchingDisk(made, stopping);
      return true;
    } finally {
      this.current = null;
    }
  }

  /** Fails the render when the free disk space gets low, before the rest of the service runs out of it. */
  private async awaitWatchingDisk(made: Promise<void>, stopping: AbortController): Promise<void> {
    const done = new AbortController();
    const watching = this.watchDisk(stopping, done.signal).catch((error: unknown) => {
      this.log.error({ err: error }, 'the free disk space could not be read');
    });
    await made.finally(() => done.abort());
    await watching;
  }

  private async watchDisk(stopping: AbortController, done: AbortSignal): Promise<void> {
    while (!done.aborted) {
      if (!this.disk.hasFreeSpace()) stopping.abort(new DiskFull());
      await this.clock.pause(DISK_CHECK_INTERVAL_MS, done);
    }
  }

  /** Ends a long turn if another owner waits for one. The render continues with its next turn. */
  private turnOf(ownerId: string | null): () => Promise<void> {
    const end = this.clock.monotonic() + TURN_MS;
    return async () => {
      if (this.clock.monotonic() < end) return;
      const open = await this.rows.open();
      if (open.some(({ owner_id }) => owner_id !== ownerId)) throw new RenderStopped(false);
    };
  }

  /** Owners take turns. Of one owner, a render that has begun comes first. */
  private nextInTurn(open: readonly OpenRender[]): OpenRender | undefined {
    const owners = [...new Set(open.map(ownerOf))].sort();
    const owner = owners.find((one) => one > this.lastOwner) ?? owners[0];
    const own = open.filter((render) => ownerOf(render) === owner);
    const next = own.find(({ status }) => status === 'running') ?? own[0];
    if (next) this.lastOwner = ownerOf(next);
    return next;
  }
}

const ownerOf = ({ owner_id }: OpenRender): string => owner_id ?? '';
