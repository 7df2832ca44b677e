import { Injectable } from '@nestjs/common';
import type { RequestWithCaller } from '../../../platform/access/access.decorators';
import type { Caller } from '../../../platform/access/caller';
import { Ids } from '../../../platform/clock/clock';
import { ConfigService } from '../../../platform/config/config.service';
import type { Plain } from '../../../platform/plain';
import type { MediaResponse } from '../dto/media.response';
import { MediaRegistrationService, WITHOUT_JOB } from '../intake/media-registration.service';
import type { ReceivedFile } from '../intake/media-receiver.service';
import { MediaRecordsService } from '../catalogue/media-records.service';
import { displayName, freshPath, withoutExtension } from '../storage/stored-name';
import type { UploadForm } from './upload-form';
import { UploadReaderService } from './upload-reader.service';

/** Uploaded files. They are stored byte for byte: an uploaded picture may hold a workflow to import. */
@Injectable()
export class MediaUploadsService {
  constructor(
    private readonly reader: UploadReaderService,
    private readonly registration: MediaRegistrationService,
    private readonly records: MediaRecordsService,
    private readonly config: ConfigService,
    private readonly ids: Ids,
  ) {}

  async upload(caller: Caller, request: RequestWithCaller): Promise<Plain<MediaResponse>> {
    return this.register(caller, await this.reader.read(caller, request));
  }

  private async register(
    caller: Caller,
    { file, filename, fields }: UploadForm<ReceivedFile>,
  ): Promise<Plain<MediaResponse>> {
    const result = await this.registration.register(file, {
      named: (extension) => ({
        path: freshPath(filename, this.ids.uuid(), extension),
        name: displayName(withoutExtension(filename), extension),
      }),
      facts: {
        ...WITHOUT_JOB,
        source: 'uploaded',
        owner_id: caller.ownerId,
        description: fields.description ?? '',
      },
      labels: [],
      origins: [],
      removeMetadata: false,
      verify: true,
      maxOwnerBytes: this.config.current().limits.owner_bytes,
    });
    if (result.outcome === 'deleted') throw new Error('an upload is no output of a job');
    return this.records.one(caller, result.asset);
  }
}
