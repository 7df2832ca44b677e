import { Injectable } from '@nestjs/common';
import type { RequestWithCaller } from '../../../platform/access/access.decorators';
import type { Caller } from '../../../platform/access/caller';
import { Ids } from '../../../platform/clock/clock';
import { ConfigService } from '../../../platform/config/config.service';
import { asDiskError } from '../../../platform/errors/disk-full';
import { Outbox } from '../../../platform/events/outbox';
import type { Plain } from '../../../platform/plain';
import type { UploadedMediaResponse } from '../dto/media.response';
import { MediaRegistrationService, WITHOUT_JOB } from '../intake/media-registration.service';
import { MediaReceiverService, type ReceivedFile } from '../intake/media-receiver.service';
import { storeMediaEvent } from '../catalogue/media-events';
import { MediaRecordsService } from '../catalogue/media-records.service';
import {
  type ExistingMedia,
  type InsertResult,
  MediaRepository,
} from '../catalogue/media.repository';
import { displayName, freshPath, withoutExtension } from '../storage/stored-name';
import type { UploadForm } from './upload-form';
import { UploadReaderService } from './upload-reader.service';

export type UploadedMedia = Plain<UploadedMediaResponse>;

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
    const field = { name: 'description', maxChars };
    return this.reader.read(caller, request, field, (form, onStored) =>
      this.keep(caller, form, onStored),
    );
  }

  /**
   * Takes over a received file.
   * @param onStored called once the file counts as one of its owner's
   * @throws QuotaReached, and what a damaged or unsafe file throws
   */
  async keep(
    caller: Caller,
    form: UploadForm<ReceivedFile>,
    onStored: () => void,
  ): Promise<UploadedMedia> {
    const { file } = form;
    const existing = await this.discardCopy(caller, file);
    const result = existing ?? (await this.register(caller, form, onStored));
    if (result.outcome === 'deleted') throw new Error('an upload is no output of a job');
    const record = await this.records.one(caller, result.asset);
    if (result.outcome === 'new') return record;
    return { ...record, duplicate: true, ...(result.restored ? { restored: true } : {}) };
  }

  /** Deletes the file if the caller has its content already. */
  private async discardCopy(caller: Caller, file: ReceivedFile): Promise<ExistingMedia | null> {
    try {
      const existing = await this.existing(caller, file.incoming.sha256);
      if (existing) await this.receiver.discardCopy(file, existing.asset.path);
      return existing;
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
    { file, filename, text }: UploadForm<ReceivedFile>,
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
        description: text ?? '',
      },
      labels: [],
      origins: [],
      removeMetadata: false,
      verify: true,
      maxOwnerBytes: this.config.current().limits.owner_bytes,
      onStored,
    });
  }
}
