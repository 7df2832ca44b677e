import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { CredentialChecker } from '../../../platform/access/credential-checker';
import { mayRead, ownerFilter } from '../../../platform/access/scope';
import { Clock } from '../../../platform/clock/clock';
import { WriteGate } from '../../../platform/database/write-gate';
import { AppError } from '../../../platform/errors/app-error';
import { asDiskError, DiskFull } from '../../../platform/errors/disk-full';
import { Outbox, resyncFor } from '../../../platform/events/outbox';
import { KeyedPasses } from '../../../platform/keyed-passes';
import type { Plain } from '../../../platform/plain';
import { Slots } from '../../../platform/slots';
import { MediaActionsService } from '../bulk/media-actions.service';
import { MAX_ITEMS_PER_CHANGE } from '../catalogue/media-items.repository';
import { MediaListRepository } from '../catalogue/media-list.repository';
import type { MediaOperation } from '../entities/media-operation.entities';
import { OperationNotFound } from '../media.errors';
import type { OperationResponse } from './operation.response';
import { type NewUndo, UndoRepository } from '../undo/undo.repository';
import { type NewOperation, OperationsRepository } from './operations.repository';

/** Operations that run at once, one of each owner. */
const CONCURRENCY = 2;
const RETRY_MS = 10_000;
/** After so many failures of one chunk in a row, the operation ends. */
const MAX_FAILED_ATTEMPTS = 5;

/** Runs operations chunk by chunk, and continues unfinished ones after a start. */
@Injectable()
export class OperationsService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Media');
  private readonly slots = new Slots(CONCURRENCY, { perOwner: 1 });
  private readonly shutdown = new AbortController();
  private readonly runs = new KeyedPasses((id) => this.runAll(id));

  constructor(
    private readonly rows: OperationsRepository,
    private readonly lists: MediaListRepository,
    private readonly actions: MediaActionsService,
    private readonly undos: UndoRepository,
    private readonly credentials: CredentialChecker,
    private readonly gate: WriteGate,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    for (const operation of await this.rows.unfinished()) this.start(operation);
  }

  async onModuleDestroy(): Promise<void> {
    this.shutdown.abort();
    await this.runs.idle();
  }

  /** Stores an operation, and runs it in the background. @throws TooManyOperations */
  async create(operation: NewOperation, undo: NewUndo | null): Promise<MediaOperation> {
    const created = await this.gate.run(async (tx) => {
      if (undo) await this.undos.insert(tx, undo);
      return this.rows.insert(tx, operation);
    });
    this.start(created);
    return created;
  }

  private start({ id, owner_id: ownerId }: MediaOperation): void {
    const { signal } = this.shutdown;
    const run = this.slots.run(() => this.runs.run(id), ownerId ?? '', signal);
    run.catch((error: unknown) => {
      if (!signal.aborted) this.logger.error({ err: error, id }, 'an operation ended early');
    });
  }

  /** @throws OperationNotFound */
  async get(caller: Caller, id: string): Promise<Plain<OperationResponse>> {
    const operation = await this.rows.find(id);
    if (!operation || !mayRead(caller, operation.owner_id)) throw new OperationNotFound();
    const { action, total, changed, failed_count, failed, created_at, finished_at } = operation;
    const { error_code } = operation;
    return {
      id,
      action,
      status: statusOf(operation),
      error_code,
      total,
      changed,
      failed_count,
      failed: [...failed],
      created_at,
      finished_at,
    };
  }

  private async runAll(id: string): Promise<void> {
    while (!this.shutdown.signal.aborted) {
      try {
        if (await this.runChunk(id)) return;
      } catch (error) {
        if (await this.hasFailed(id, error)) return;
        await this.clock.pause(RETRY_MS, this.shutdown.signal);
      }
    }
  }

  /** Ends the operation after too many errors. A full disk or unusable database is waited for. */
  private async hasFailed(id: string, error: unknown): Promise<boolean> {
    if (this.shutdown.signal.aborted) return false;
    this.logger.warn({ err: error, id }, 'a part of an operation failed');
    if (asDiskError(error) instanceof DiskFull) return false;
    try {
      if ((await this.rows.addFailedAttempt(id)) < MAX_FAILED_ATTEMPTS) return false;
      await this.end(id, error instanceof AppError ? error.spec.code : 'internal');
      return true;
    } catch (unwritable) {
      this.logger.warn({ err: unwritable, id }, 'the error of an operation could not be stored');
      return false;
    }
  }

  private async end(id: string, errorCode: string | null): Promise<void> {
    const operation = await this.rows.find(id);
    await this.gate.run(async () => {
      await this.rows.finish(id, errorCode);
      if (operation) await this.outbox.add(resyncFor(operation.owner_id));
    });
  }

  /** @returns whether the operation has ended */
  private async runChunk(id: string): Promise<boolean> {
    const operation = await this.rows.find(id);
    if (operation?.finished_at !== null) return true;
    const { request, before, undo_id: undoId, owner_id: ownerId } = operation;
    const caller = await this.credentials.issuer({ ownerId });
    if (!caller) {
      await this.end(id, 'key_revoked');
      return true;
    }
    const window = { before, limit: MAX_ITEMS_PER_CHANGE };
    const assets = await this.lists.window(request.expression, window);
    const last = assets.at(-1);
    if (!last) {
      await this.end(id, null);
      return true;
    }
    const paths = assets.map(({ path }) => path);
    const { failed } = await this.actions.run(caller, ownerFilter(caller), paths, {
      action: request.action,
      publishes: false,
      also: async (tx, changes) => {
        if (undoId !== null) await this.undos.record(tx, undoId, changes);
        await this.rows.addChanged(tx, id, changes.length);
      },
    });
    await this.rows.advance(id, last.position, failed);
    return false;
  }
}

function statusOf({ finished_at, error_code }: MediaOperation): OperationResponse['status'] {
  if (finished_at === null) return 'running';
  return error_code === null ? 'completed' : 'failed';
}
