import { Injectable, Logger } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import { OwnerNames } from '../../platform/access/owner-names';
import { listedOwner } from '../../platform/access/scope';
import { AuditLogService } from '../../platform/audit/audit-log.service';
import { Clock, Ids } from '../../platform/clock/clock';
import { requireSameId, ValidationFailed } from '../../platform/errors/validation-failed';
import { Outbox } from '../../platform/events/outbox';
import { eventPayload } from '../../platform/events/event-payloads';
import { readPage } from '../../platform/http/paging';
import type { Plain } from '../../platform/plain';
import { CollectionMedia, type CollectionSummary } from '../media/public/collection-media';
import {
  narrows,
  type SavedMediaFilterDto,
  usedFilter,
} from '../media/public/saved-media-filter.dto';
import type { CollectionRow } from './collection.entity';
import { CollectionLimitReached, CollectionNotFound } from './collections.errors';
import { CollectionsRepository } from './collections.repository';
import type { CollectionDto, CollectionPatchDto, CollectionsQuery } from './dto/collection.request';
import {
  CollectionEventResponse,
  type CollectionPage,
  type CollectionRecord,
  type DeletedCollectionResponse,
} from './dto/collection.response';

eventPayload('collection', CollectionEventResponse);

const MAX_COLLECTIONS_PER_OWNER = 1000;
const ID_BYTES = 12;

/** Collections of media. */
@Injectable()
export class CollectionsService {
  private readonly logger = new Logger(CollectionsService.name);

  constructor(
    private readonly rows: CollectionsRepository,
    private readonly media: CollectionMedia,
    private readonly owners: OwnerNames,
    private readonly auditLog: AuditLogService,
    private readonly outbox: Outbox,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** Throws `ValidationFailed`, `CollectionLimitReached`. */
  async create(caller: Caller, body: CollectionDto): Promise<CollectionRecord> {
    const { name, kind = 'manual', filter } = body;
    if (kind === 'saved') this.checkFilter(filter ?? {});
    else if (filter) throw filterNeedsSavedCollection();
    const now = this.clock.timestamp();
    const collection: CollectionRow = {
      id: `col_${this.ids.token(ID_BYTES)}`,
      owner_id: caller.ownerId,
      name,
      kind,
      filter: filter ?? null,
      created_at: now,
      updated_at: now,
      deleted_at: null,
    };
    const isInserted = await this.rows.insert(collection, MAX_COLLECTIONS_PER_OWNER, () =>
      this.storeEvent(collection, 'created'),
    );
    if (!isInserted) throw new CollectionLimitReached(MAX_COLLECTIONS_PER_OWNER);
    return this.summarized(caller, collection);
  }

  /** The caller's own, newest first; admins may pass `owner`. */
  async page(caller: Caller, query: CollectionsQuery): Promise<CollectionPage> {
    const filter = { ownerId: listedOwner(caller, query.owner, this.owners), kind: query.kind };
    const page = await this.rows.page(filter, readPage(query));
    const items: CollectionRecord[] = [];
    // One after another, as their counts are read anyway: after one that is refused, no other is.
    for (const row of page.items)
      items.push(
        query.with_counts === true ? await this.summarized(caller, row) : this.record(caller, row),
      );
    return { ...page, items };
  }

  /** @throws CollectionNotFound */
  async get(caller: Caller, id: string): Promise<CollectionRecord> {
    return this.summarized(caller, await this.find(caller, id));
  }

  /** Throws `CollectionNotFound`, `ValidationFailed`. */
  async update(caller: Caller, id: string, patch: CollectionPatchDto): Promise<CollectionRecord> {
    const collection = await this.find(caller, id);
    requireSameId(id, patch.id);
    const { name, filter, kind } = patch;
    if (kind !== undefined && kind !== collection.kind)
      throw ValidationFailed.at(
        ['body', 'kind'],
        'Leave it out, and make another collection: the kind of one stays.',
      );
    if (filter !== undefined) {
      if (collection.kind !== 'saved') throw filterNeedsSavedCollection();
      this.checkFilter(filter);
    }
    const columns = {
      ...(name === undefined ? {} : { name }),
      ...(filter === undefined ? {} : { filter }),
    };
    await this.change(caller, collection, () => Promise.resolve(columns));
    return this.get(caller, id);
  }

  /**
   * Changes the collection in a transaction during which it can't be deleted.
   * @param work answers the columns to change; `null` if nothing has changed
   * @throws CollectionNotFound if it was deleted meanwhile
   */
  async change(
    caller: Caller,
    collection: CollectionRow,
    work: () => Promise<Partial<CollectionRow> | null>,
  ): Promise<void> {
    const { id } = collection;
    const operation = operationOn(collection, 'update');
    const isThere = await this.rows.locked(id, async (tx) => {
      const columns = await work();
      if (!columns) return;
      await this.rows.update(tx, id, { ...columns, updated_at: this.clock.timestamp() });
      await this.auditLog.recordForeign(tx, caller, operation);
      await this.storeEvent(collection, 'updated');
    });
    if (!isThere) throw new CollectionNotFound();
  }

  /** The media that it held stay. @throws CollectionNotFound */
  async delete(caller: Caller, id: string): Promise<Plain<DeletedCollectionResponse>> {
    const collection = await this.find(caller, id);
    const operation = operationOn(collection, 'delete');
    const isDeleted = await this.rows.locked(id, async (tx) => {
      await this.rows.update(tx, id, { deleted_at: this.clock.timestamp() });
      await this.auditLog.recordForeign(tx, caller, operation);
      await this.storeEvent(collection, 'deleted');
    });
    if (!isDeleted) throw new CollectionNotFound();
    await this.finishDelete(id).catch((err: unknown) => {
      this.logger.warn({ err }, 'a deleted collection still has media; trying again in an hour');
    });
    return { ok: true, id };
  }

  /** Takes the media out of a deleted collection, and deletes its row. */
  async finishDelete(id: string): Promise<void> {
    await this.media.clear(id);
    await this.rows.remove(id);
  }

  /** @throws CollectionNotFound */
  async find(caller: Caller, id: string): Promise<CollectionRow> {
    const collection = await this.rows.findFor(caller, id);
    if (!collection) throw new CollectionNotFound();
    return collection;
  }

  private checkFilter(filter: SavedMediaFilterDto): void {
    const loc = ['body', 'filter'];
    if (!narrows(filter))
      throw ValidationFailed.at(loc, 'Send at least one parameter of GET /api/media.');
    this.media.checkFilter(filter, loc);
  }

  private async storeEvent(
    { id, owner_id: ownerId }: CollectionRow,
    action: CollectionEventResponse['action'],
  ): Promise<void> {
    const audience = { to: 'owner' as const, ownerId };
    await this.outbox.add({ kind: 'collection', audience, data: () => ({ id, action }) });
  }

  private async summarized(caller: Caller, collection: CollectionRow): Promise<CollectionRecord> {
    return this.record(caller, collection, await this.media.summary(caller, collection));
  }

  private record(
    { isAdmin }: Caller,
    collection: CollectionRow,
    summary?: CollectionSummary,
  ): CollectionRecord {
    const { id, name, kind, filter, created_at, updated_at } = collection;
    return {
      id,
      name,
      kind,
      ...(filter ? { filter: usedFilter(filter) } : {}),
      ...(summary ? { count: summary.count, capped: summary.capped, cover: summary.cover } : {}),
      created_at,
      updated_at,
      ...(isAdmin ? { owner: this.owners.nameOf(collection.owner_id) } : {}),
    };
  }
}

const operationOn = ({ id, owner_id: ownerId }: CollectionRow, verb: 'update' | 'delete') => ({
  action: `collection.${verb}`,
  kind: 'collection',
  subject: id,
  ownerId,
});

const filterNeedsSavedCollection = (): ValidationFailed =>
  ValidationFailed.at(
    ['body', 'filter'],
    'Send a filter only for a collection of the kind "saved".',
  );
