import { Injectable } from '@nestjs/common';
import type { RequestWithCaller } from '../../../platform/access/access.decorators';
import type { Caller } from '../../../platform/access/caller';
import { Ids } from '../../../platform/clock/clock';
import { ConfigService } from '../../../platform/config/config.service';
import { ownerFilter } from '../../../platform/access/scope';
import { asDiskError } from '../../../platform/errors/disk-full';
import { Outbox } from '../../../platform/events/outbox';
import type { Plain } from '../../../platform/plain';
import type { UploadedMediaResponse } from '../dto/media.response';
import { MAX_REFERENCE_CHARS } from '../dto/upload.schema';
import { MediaRegistrationService, WITHOUT_JOB } from '../intake/media-registration.service';
import { MediaReceiverService, type ReceivedFile } from '../intake/media-receiver.service';
import { storeMediaEvent } from '../catalogue/media-events';
import { MediaRecordsService } from '../catalogue/media-records.service';
import {
  type ExistingMedia,
  type InsertResult,
  MediaRepository,
} from '../catalogue/media.repository';
import { MediaNotFound } from '../public/media-not-found';
import { mediaPath } from '../public/media-path';
import { displayName, freshPath, withoutExtension } from '../storage/stored-name';
import type { UploadForm } from './upload-form';
import { UploadReaderService } from './upload-reader.service';

export type UploadedMedia = Plain<UploadedMediaResponse>;

/** A received file, and what its sender says of it. */
export interface FileToKeep extends Pick<UploadForm<ReceivedFile>, 'file' | 'filename'> {
  readonly description?: string | undefined;
  /** Path or URL of the media asset that it was made from. */
  readonly madeFrom?: string | undefined;
}

/** Uploaded files. They are stored byte for byte: an uploaded picture may hold a workflow to import. */
@Injectable()
export class MediaUploadsService {
  constructor(
    private readonly reader: UploadReaderService,
    private readonly receiver: MediaReceiverService,
    private readonly rows: MediaRepository,
    private readonly registration: MediaRegistrationService,
    private readonly records: MediaRecordsService,
    private readonly config: ConfigService,
    private readonly outbox: Outbox,
    private readonly ids: Ids,
  ) {}

  /** The same bytes are stored once for each owner: a second upload answers the asset of the first. */
  async upload(caller: Caller, request: RequestWithCaller): Promise<UploadedMedia> {
    const { prompt_chars: maxChars } = this.config.current().limits;
    const fields = [
      { name: 'description', maxChars },
      { name: 'made_from', maxChars: MAX_REFERENCE_CHARS },
    ];
    return this.reader.read(caller, request, fields, ({ texts, ...form }, onStored) => {
      const sent = { description: texts.get('description'), madeFrom: texts.get('made_from') };
      return this.keep(caller, { ...form, ...sent }, onStored);
    });
  }

  /**
   * Takes over a received file.
   * @param onStored called once the file counts as one of its owner's
   * @throws MediaNotFound for what it was made from, QuotaReached, and what a damaged or unsafe file throws
   */
  async keep(caller: Caller, toKeep: FileToKeep, onStored: () => void): Promise<UploadedMedia> {
    const { file, madeFrom } = toKeep;
    const origins = await this.orDiscard(file, () => this.origins(caller, madeFrom));
    const existing = await this.orDiscard(file, () => this.discardCopy(caller, file));
    const result = existing ?? (await this.register(caller, toKeep, origins, onStored));
    if (result.outcome === 'deleted') throw new Error('an upload is not an output of a job');
    const record = await this.records.one(caller, result.asset);
    if (result.outcome === 'new') return record;
    return { ...record, duplicate: true, ...(result.restored ? { restored: true } : {}) };
  }

  /** Deletes the file if the caller has its content already. */
  private async discardCopy(caller: Caller, file: ReceivedFile): Promise<ExistingMedia | null> {
    const existing = await this.existing(caller, file.incoming.sha256);
    if (existing) await this.receiver.discardCopy(file, existing.asset.path);
    return existing;
  }

  /** The path of the asset that a file was made from. @throws MediaNotFound for one that the caller can't read */
  private async origins(caller: Caller, madeFrom: string | undefined): Promise<string[]> {
    if (madeFrom === undefined) return [];
    const path = mediaPath(madeFrom);
    const origin = path === null ? null : await this.rows.find(ownerFilter(caller), path);
    if (!origin) throw new MediaNotFound('made_from', madeFrom);
    return [origin.path];
  }

  /** Deletes the file if `work` fails. */
  private async orDiscard<T>(file: ReceivedFile, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await this.receiver.discard(file);
      throw asDiskError(error);
    }
  }

  private async existing({ ownerId }: Caller, sha256: string): Promise<ExistingMedia | null> {
    const tileOf = await this.records.tileMaker();
    return this.rows.existingUpload(ownerId, sha256, (asset) =>
      storeMediaEvent(this.outbox, ownerId, 'restored', tileOf(asset)),
    );
  }

  private async register(
    caller: Caller,
    { file, filename, description = '' }: FileToKeep,
    origins: readonly string[],
    onStored: () => void,
  ): Promise<InsertResult> {
    return this.registration.register(file, {
      named: (extension) => ({
        path: freshPath(filename, this.ids.uuid(), extension),
        name: displayName(withoutExtension(filename), extension),
      }),
      facts: {
        ...WITHOUT_JOB,
        source: 'uploaded',
        owner_id: caller.ownerId,
        description,
      },
      labels: [],
      origins,
      removeMetadata: false,
      verify: true,
      maxOwnerBytes: this.config.current().limits.owner_bytes,
      onStored,
    });
  }
}
