import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { Ids } from '../../../platform/clock/clock';
import { ConfigService } from '../../../platform/config/config.service';
import type { Plain } from '../../../platform/plain';
import { Slots } from '../../../platform/slots';
import { MediaRecordsService } from '../catalogue/media-records.service';
import { MediaRepository } from '../catalogue/media.repository';
import type { MediaResponse } from '../dto/media.response';
import { MediaReceiverService, type ReceivedFile } from '../intake/media-receiver.service';
import { MediaRegistrationService, WITHOUT_JOB } from '../intake/media-registration.service';
import { displayName, freshPath } from '../storage/stored-name';

/** A picture that was made of other media. */
export interface DerivedPicture {
  readonly file: ReceivedFile;
  /** For people, without an extension. */
  readonly name: string;
  /** Paths of what it was made from. */
  readonly origins: readonly string[];
}

export interface DerivedRecord {
  readonly record: Plain<MediaResponse>;
  /** False if the caller had made the same picture from the same media before. */
  readonly isNew: boolean;
}

/** Enters pictures that were made of other media into the catalogue, as the caller's own. */
@Injectable()
export class DerivedMediaService {
  /** One at a time of each content: two requests for the same picture make one asset. */
  private readonly turns = new Slots(Number.POSITIVE_INFINITY, { perOwner: 1 });

  constructor(
    private readonly registration: MediaRegistrationService,
    private readonly receiver: MediaReceiverService,
    private readonly rows: MediaRepository,
    private readonly records: MediaRecordsService,
    private readonly config: ConfigService,
    private readonly ids: Ids,
  ) {}

  /** Takes over the file: afterwards it is in the catalogue or deleted. @throws QuotaReached, DiskFull */
  async store(caller: Caller, picture: DerivedPicture): Promise<DerivedRecord> {
    const { incoming } = picture.file;
    return this.turns.run(async () => {
      const previous = await this.rows.findDerived(
        caller.ownerId,
        incoming.sha256,
        picture.origins,
      );
      if (!previous) return this.register(caller, picture);
      await this.receiver.discard(picture.file);
      return { record: await this.records.one(caller, previous), isNew: false };
    }, incoming.sha256);
  }

  private async register(
    caller: Caller,
    { file, name, origins }: DerivedPicture,
  ): Promise<DerivedRecord> {
    const result = await this.registration.register(file, {
      named: (extension) => ({
        path: freshPath(name, this.ids.uuid(), extension),
        name: displayName(name, extension),
      }),
      facts: { ...WITHOUT_JOB, source: 'derived', owner_id: caller.ownerId, description: '' },
      labels: [],
      origins,
      removeMetadata: false,
      verify: false,
      maxOwnerBytes: this.config.current().limits.owner_bytes,
    });
    if (result.outcome === 'deleted') throw new Error('a derived picture is no output of a job');
    return { record: await this.records.one(caller, result.asset), isNew: true };
  }
}
