import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import { OwnerNames } from '../../platform/access/owner-names';
import { assertMayUseCharacters } from '../../platform/access/character.errors';
import { mayChange } from '../../platform/access/scope';
import { AuditLogService } from '../../platform/audit/audit-log.service';
import { Clock } from '../../platform/clock/clock';
import type { Transaction } from '../../platform/database/write-gate';
import {
  checkObjectSize,
  checkRecordSize,
  requireSameId,
  ValidationFailed,
} from '../../platform/errors/validation-failed';
import { Outbox } from '../../platform/events/outbox';
import { isRecord } from '../../platform/json';
import { type PageQuery, readPage } from '../../platform/http/paging';
import type { Plain } from '../../platform/plain';
import { MediaLists, type MediaPage } from '../media/public/media-lists';
import type { CharacterRow } from './character.entity';
import { type CharacterFields, DEFAULT_FIELDS, foldedText, sentFields } from './character-fields';
import { CharacterImagesService } from './character-images.service';
import { characterEvent } from './character-event';
import { CharactersRepository } from './characters.repository';
import type { CharacterDto, CharacterPatchDto, CharactersQuery } from './dto/character.request';
import {
  type CharacterPage,
  type CharacterRecord,
  type DeletedCharacterResponse,
} from './dto/character.response';
import {
  CharacterLimitReached,
  CharacterNotFound,
  CharacterReadOnly,
} from './public/character-errors';
import { CharacterEditor } from './public/character-editor';
import { MAX_LORAS } from './public/character-reader';

type Verb = 'replace' | 'update' | 'delete';

/**
 * Characters: every key reads those that its list of allowed characters admits; the key that created one, and admins,
 * change it.
 */
@Injectable()
export class CharactersService implements CharacterEditor {
  constructor(
    private readonly rows: CharactersRepository,
    private readonly images: CharacterImagesService,
    private readonly mediaLists: MediaLists,
    private readonly owners: OwnerNames,
    private readonly auditLog: AuditLogService,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates the character, or replaces the one with this id: its creator and its creation time stay. Throws
   * `CharacterLimitReached`, `CharacterNotAllowed`, `CharacterReadOnly`, `MediaNotFound`, `ValidationFailed`.
   */
  async put(caller: Caller, body: CharacterDto): Promise<CharacterRecord> {
    const { id, name, ...fields } = body;
    assertMayUseCharacters(caller, [id]);
    requireCreator(caller, await this.rows.find(id));
    const sent = await this.checkedFields(caller, fields);
    const now = this.clock.timestamp();
    const row = await this.rows.change(id, async (before, tx) => {
      if (before) await this.checkAndAudit(tx, caller, before, 'replace');
      else if ((await this.rows.countOf(tx, caller.ownerId)) >= MAX_CHARACTERS_PER_OWNER)
        throw new CharacterLimitReached(MAX_CHARACTERS_PER_OWNER);
      const creation = before ?? { owner_id: caller.ownerId, created_at: now };
      const { owner_id, created_at } = creation;
      const after = { ...DEFAULT_FIELDS, name, ...sent, id, owner_id, created_at, updated_at: now };
      await this.outbox.add(characterEvent(id, before ? 'updated' : 'created'));
      return completed(after);
    });
    return this.record(caller, row);
  }

  /** Changes the sent fields. Throws `CharacterNotFound` and what {@link put} throws. */
  async update(caller: Caller, id: string, body: CharacterPatchDto): Promise<CharacterRecord> {
    const { id: bodyId, ...fields } = body;
    requireSameId(id, bodyId);
    await this.requireChangeable(caller, id);
    const sent = await this.checkedFields(caller, fields);
    return this.record(caller, await this.edit(caller, id, () => sent));
  }

  async requireChangeable(caller: Caller, id: string): Promise<void> {
    requireCreator(caller, await this.find(caller, id));
  }

  async edit(
    caller: Caller,
    id: string,
    change: (before: CharacterRow) => Partial<CharacterFields>,
  ): Promise<CharacterRow> {
    assertMayUseCharacters(caller, [id]);
    return this.rows.change(id, async (before, tx) => {
      if (!before) throw new CharacterNotFound();
      await this.checkAndAudit(tx, caller, before, 'update');
      await this.outbox.add(characterEvent(id, 'updated'));
      return completed({ ...before, ...change(before), updated_at: this.clock.timestamp() });
    });
  }

  /** Media and jobs keep the id. Throws `CharacterNotAllowed`, `CharacterNotFound`, `CharacterReadOnly`. */
  async delete(caller: Caller, id: string): Promise<Plain<DeletedCharacterResponse>> {
    assertMayUseCharacters(caller, [id]);
    await this.rows.delete(id, async (before, tx) => {
      if (!before) throw new CharacterNotFound();
      await this.checkAndAudit(tx, caller, before, 'delete');
      await this.outbox.add(characterEvent(id, 'deleted'));
    });
    return { ok: true, id };
  }

  /** Throws `CharacterNotAllowed`, `CharacterNotFound`. */
  async get(caller: Caller, id: string): Promise<CharacterRecord> {
    return this.record(caller, await this.find(caller, id));
  }

  /** Media of the caller that show the character. Throws what {@link get} throws. */
  async media(caller: Caller, id: string, query: PageQuery): Promise<Plain<MediaPage>> {
    await this.find(caller, id);
    return this.mediaLists.ofCharacter(caller, id, query);
  }

  /** The characters that the caller may use, newest first. */
  async page(caller: Caller, query: CharactersQuery): Promise<CharacterPage> {
    const { q, category, kind } = query;
    const { allowedCharacters } = caller;
    const ids = allowedCharacters.length === 0 ? undefined : allowedCharacters;
    const filter = { ids, q, category, kind };
    const page = await this.rows.page(caller.ownerId ?? '', filter, readPage(query));
    const readable = await this.images.readable(caller, page.items);
    return { ...page, items: page.items.map((row) => this.recordOf(caller, row, readable)) };
  }

  private async find(caller: Caller, id: string): Promise<CharacterRow> {
    assertMayUseCharacters(caller, [id]);
    const row = await this.rows.find(id);
    if (!row) throw new CharacterNotFound();
    return row;
  }

  private async checkedFields(caller: Caller, body: Omit<CharacterPatchDto, 'id'>) {
    checkSizes(body);
    const { source_images: images } = body;
    if (!images) return sentFields(body);
    return sentFields({ ...body, source_images: await this.images.resolve(caller, images) });
  }

  /** Inside the transaction, because another key may have replaced the character since the first check. */
  private async checkAndAudit(
    tx: Transaction,
    caller: Caller,
    before: CharacterRow,
    verb: Verb,
  ): Promise<void> {
    requireCreator(caller, before);
    const { id, owner_id: ownerId } = before;
    const operation = { action: `character.${verb}`, kind: 'character', subject: id, ownerId };
    await this.auditLog.recordForeign(tx, caller, operation);
  }

  private async record(caller: Caller, row: CharacterRow): Promise<CharacterRecord> {
    return this.recordOf(caller, row, await this.images.readable(caller, [row]));
  }

  private recordOf(
    caller: Caller,
    { owner_id, folded: _, ...row }: CharacterRow,
    readable: ReadonlySet<string>,
  ): CharacterRecord {
    const source_images = row.source_images.filter((path) => readable.has(path));
    const owner = caller.isAdmin ? { owner: this.owners.nameOf(owner_id) } : {};
    return { ...row, source_images, editable: mayChange(caller, owner_id), ...owner };
  }
}

/** Admins change all characters, other keys those that they created. */
function requireCreator(caller: Caller, character: CharacterRow | null): void {
  if (character && !mayChange(caller, character.owner_id)) throw new CharacterReadOnly();
}

const MAX_CHARACTERS_PER_OWNER = 1000;

/** The row to store. @throws ValidationFailed */
function completed(character: Omit<CharacterRow, 'folded'>): CharacterRow {
  if (character.loras.length > MAX_LORAS)
    throw ValidationFailed.at(['body', 'loras'], `A character has at most ${MAX_LORAS} LoRAs.`);
  checkRecordSize(character);
  return { ...character, folded: foldedText(character) };
}

/** Each is checked in every job of the character. */
const MAX_DEFAULTS = 200;

function checkSizes({ defaults, metadata, voice }: Omit<CharacterPatchDto, 'id'>): void {
  checkObjectSize(['body', 'defaults'], defaults);
  checkObjectSize(['body', 'metadata'], metadata);
  checkObjectSize(['body', 'voice', 'settings'], voice?.settings);
  const params = defaults?.['workflow_params'];
  const count = [defaults, isRecord(params) ? params : {}]
    .map((fields) => Object.keys(fields ?? {}).length)
    .reduce((sum, one) => sum + one);
  if (count > MAX_DEFAULTS)
    throw ValidationFailed.at(['body', 'defaults'], `Send at most ${MAX_DEFAULTS} fields.`);
}
