import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import { OwnerNames } from '../../platform/access/owner-names';
import { listedOwner } from '../../platform/access/scope';
import { AuditLogService } from '../../platform/audit/audit-log.service';
import { Clock, Ids } from '../../platform/clock/clock';
import { requireSameId, ValidationFailed } from '../../platform/errors/validation-failed';
import { Outbox } from '../../platform/events/outbox';
import { readPage } from '../../platform/http/paging';
import type { Plain } from '../../platform/plain';
import { WorkflowCatalogue } from '../workflows/public/workflow';
import { workflowFor } from '../workflows/public/workflow-access';
import type { PresetDto, PresetPatchDto, PresetsQuery } from './dto/preset.request';
import {
  type DeletedPresetResponse,
  PresetEventResponse,
  type PresetPage,
  type PresetRecord,
} from './dto/preset.response';
import type { PresetRow } from './preset.entity';
import { PresetLimitReached, PresetNotFound } from './presets.errors';
import { PresetsRepository } from './presets.repository';
import { eventPayload } from '../../platform/events/event-payloads';

eventPayload('preset', PresetEventResponse);

const MAX_VALUES_BYTES = 64 * 1024;
/** Presets that one owner may have. */
const MAX_PRESETS = 500;
const ID_BYTES = 12;

/** Values of a form that callers keep under a name. */
@Injectable()
export class PresetsService {
  constructor(
    private readonly rows: PresetsRepository,
    private readonly catalogue: WorkflowCatalogue,
    private readonly owners: OwnerNames,
    private readonly auditLog: AuditLogService,
    private readonly outbox: Outbox,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** Throws `WorkflowNotAllowed`, `WorkflowNotFound`, `ValidationFailed`, `PresetLimitReached`. */
  async create(caller: Caller, { name, workflow, values }: PresetDto): Promise<PresetRecord> {
    workflowFor(caller, this.catalogue, workflow);
    checkSize(values);
    const now = this.clock.timestamp();
    const id = `pre_${this.ids.token(ID_BYTES)}`;
    const times = { created_at: now, updated_at: now };
    const preset = { id, owner_id: caller.ownerId, name, workflow, values, ...times };
    const isInserted = await this.rows.insert(preset, MAX_PRESETS, () =>
      this.storeEvent(preset, 'created'),
    );
    if (!isInserted) throw new PresetLimitReached(MAX_PRESETS);
    return this.record(caller, preset);
  }

  /** The caller's own, newest first; admins may pass `owner`. */
  async page(caller: Caller, query: PresetsQuery): Promise<PresetPage> {
    const ownerId = listedOwner(caller, query.owner, this.owners);
    const page = await this.rows.page({ ownerId, workflow: query.workflow }, readPage(query));
    return { ...page, items: page.items.map((preset) => this.record(caller, preset)) };
  }

  /** @throws PresetNotFound */
  async get(caller: Caller, id: string): Promise<PresetRecord> {
    return this.record(caller, await this.find(caller, id));
  }

  /** Throws `PresetNotFound` and what {@link create} throws. */
  async update(caller: Caller, id: string, patch: PresetPatchDto): Promise<PresetRecord> {
    const preset = await this.find(caller, id);
    requireSameId(id, patch.id);
    const { name, workflow, values } = patch;
    if (workflow !== undefined) workflowFor(caller, this.catalogue, workflow);
    if (values !== undefined) checkSize(values);
    const columns = {
      ...(name === undefined ? {} : { name }),
      ...(workflow === undefined ? {} : { workflow }),
      ...(values === undefined ? {} : { values }),
      updated_at: this.clock.timestamp(),
    };
    const operation = operationOn(preset, 'update');
    const isChanged = await this.rows.update(id, columns, async (tx) => {
      await this.auditLog.recordForeign(tx, caller, operation);
      await this.storeEvent(preset, 'updated');
    });
    if (!isChanged) throw new PresetNotFound();
    return this.get(caller, id);
  }

  /** @throws PresetNotFound */
  async delete(caller: Caller, id: string): Promise<Plain<DeletedPresetResponse>> {
    const preset = await this.find(caller, id);
    const operation = operationOn(preset, 'delete');
    const isDeleted = await this.rows.delete(id, async (tx) => {
      await this.auditLog.recordForeign(tx, caller, operation);
      await this.storeEvent(preset, 'deleted');
    });
    if (!isDeleted) throw new PresetNotFound();
    return { ok: true, id };
  }

  private async find(caller: Caller, id: string): Promise<PresetRow> {
    const preset = await this.rows.findFor(caller, id);
    if (!preset) throw new PresetNotFound();
    return preset;
  }

  private async storeEvent(
    { id, owner_id: ownerId }: PresetRow,
    action: PresetEventResponse['action'],
  ): Promise<void> {
    const audience = { to: 'owner' as const, ownerId };
    await this.outbox.add({ kind: 'preset', audience, data: () => ({ id, action }) });
  }

  private record({ isAdmin }: Caller, preset: PresetRow): PresetRecord {
    const { id, name, workflow, values, created_at, updated_at } = preset;
    const owner = isAdmin ? { owner: this.owners.nameOf(preset.owner_id) } : {};
    return { id, name, workflow, values, created_at, updated_at, ...owner };
  }
}

const operationOn = ({ id, owner_id: ownerId }: PresetRow, verb: 'update' | 'delete') => ({
  action: `preset.${verb}`,
  kind: 'preset',
  subject: id,
  ownerId,
});

function checkSize(values: object): void {
  if (Buffer.byteLength(JSON.stringify(values)) > MAX_VALUES_BYTES)
    throw ValidationFailed.at(['body', 'values'], 'Send at most 64 kB of values.');
}
