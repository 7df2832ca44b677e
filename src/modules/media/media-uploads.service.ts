import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Caller } from '../../platform/access/caller';
import { Ids } from '../../platform/clock/clock';
import type { Plain } from '../../platform/plain';
import type { MediaResponse } from './dto/media.response';
import { type AssetFacts, MediaFiling } from './media-filing.service';
import type { Received } from './media-receiver.service';
import { MediaRecords } from './media-records.service';
import { displayName, freshPath, withoutExtension } from './stored-name';
import type { UploadForm } from './upload-form';
import { UploadReader } from './upload-reader.service';

/** Files that callers bring. They are kept byte for byte: an uploaded picture may carry a workflow to import. */
@Injectable()
export class MediaUploads {
  constructor(
    private readonly reader: UploadReader,
    private readonly filing: MediaFiling,
    private readonly records: MediaRecords,
    private readonly ids: Ids,
  ) {}

  async upload(caller: Caller, request: Request): Promise<Plain<MediaResponse>> {
    return this.keep(caller, await this.reader.read(request));
  }

  private async keep(
    caller: Caller,
    { file, filename, fields }: UploadForm<Received>,
  ): Promise<Plain<MediaResponse>> {
    const filed = await this.filing.file(file, {
      named: (extension) => ({
        path: freshPath(filename, this.ids.uuid(), extension),
        name: displayName(withoutExtension(filename), extension),
      }),
      facts: {
        ...UPLOADED,
        owner_id: caller.ownerId,
        description: fields.description ?? '',
      },
      characters: [],
      strip: false,
      verify: true,
    });
    if (filed.outcome === 'deleted') throw new Error('an upload is no output of a job');
    return this.records.one(caller, filed.asset);
  }
}

const UPLOADED: Omit<AssetFacts, 'owner_id' | 'description'> = {
  source: 'uploaded',
  prompt_id: null,
  node_id: null,
  output_index: null,
  prompt: null,
  workflow: null,
  provider: null,
  project: null,
};
