import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { ownerFilter } from '../../../platform/access/scope';
import { Ids } from '../../../platform/clock/clock';
import { ConfigService } from '../../../platform/config/config.service';
import type { Plain } from '../../../platform/plain';
import { Slots } from '../../../platform/slots';
import { mediaFileOf } from '../catalogue/media-reader.service';
import { MediaRecordsService } from '../catalogue/media-records.service';
import { MediaRepository } from '../catalogue/media.repository';
import type { MediaResponse } from '../dto/media.response';
import type { MediaAsset } from '../entities/media-asset.entity';
import { CONTAINERS } from '../intake/containers';
import { detectKind } from '../intake/media-kind';
import {
  type DetectKind,
  MediaReceiverService,
  type ReceivedFile,
} from '../intake/media-receiver.service';
import { MediaRegistrationService, WITHOUT_JOB } from '../intake/media-registration.service';
import { type DerivedFile, DerivedMedia, type LocatedFile } from '../public/derived-media';
import { MediaNotFound } from '../public/media-not-found';
import type { MediaFile } from '../public/media-reader';
import { MediaFilesStore } from '../storage/media-files.store';
import { displayName, freshPath } from '../storage/stored-name';

export interface ReceivedDerivedFile extends Omit<DerivedFile, 'type'> {
  readonly file: ReceivedFile;
}

export interface DerivedRecord {
  readonly record: Plain<MediaResponse>;
  /** False if the caller had made the same picture from the same media before. */
  readonly isNew: boolean;
}

/** Enters files that were made of other media, or of texts, into the catalogue, as the caller's own. */
@Injectable()
export class DerivedMediaService implements DerivedMedia {
  /** Files with the same content are entered one after another, so that two requests for the same picture make one asset. */
  private readonly turns = new Slots(Number.POSITIVE_INFINITY, { perOwner: 1 });

  constructor(
    private readonly registration: MediaRegistrationService,
    private readonly receiver: MediaReceiverService,
    private readonly files: MediaFilesStore,
    private readonly rows: MediaRepository,
    private readonly records: MediaRecordsService,
    private readonly config: ConfigService,
    private readonly ids: Ids,
  ) {}

  async receive(
    caller: Caller,
    file: DerivedFile,
    stream: Readable,
    maxBytes: number,
  ): Promise<MediaFile> {
    const received = await this.receiver.receive(stream, { maxBytes, detect: detectType(file) });
    return mediaFileOf((await this.enter(caller, { ...file, file: received })).asset);
  }

  async produce(
    caller: Caller,
    file: DerivedFile,
    write: (target: string) => Promise<void>,
  ): Promise<MediaFile> {
    const received = await this.receiver.produce(write, detectType(file));
    return mediaFileOf((await this.enter(caller, { ...file, file: received })).asset);
  }

  async locate(caller: Caller, path: string): Promise<LocatedFile> {
    const owner = ownerFilter(caller);
    const asset = await this.rows.find(owner, path, { trashed: true });
    // The file itself may have been deleted on the disk.
    if (!asset || !(await this.files.has(path))) throw new MediaNotFound();
    const { mime, width, height } = asset;
    const demuxer = CONTAINERS[mime]?.demuxer ?? null;
    return { file: this.files.locate(path), demuxer, width, height };
  }

  /** Takes over the file: afterwards it is in the catalogue or deleted. @throws QuotaReached, DiskFull */
  async store(caller: Caller, derived: ReceivedDerivedFile): Promise<DerivedRecord> {
    const { asset, isNew } = await this.enter(caller, derived);
    return { record: await this.records.one(caller, asset), isNew };
  }

  /** Enters the file, or discards it when the caller has already made the same one from the same media. */
  private enter(
    caller: Caller,
    derived: ReceivedDerivedFile,
  ): Promise<{ readonly asset: MediaAsset; readonly isNew: boolean }> {
    const { file, origins } = derived;
    return this.turns.run(async () => {
      const { sha256 } = file.incoming;
      const previous = await this.rows
        .findDerived(caller.ownerId, sha256, origins)
        .catch(async (error: unknown) => {
          await this.receiver.discard(file);
          throw error;
        });
      if (!previous) return { asset: await this.register(caller, derived), isNew: true };
      await this.receiver.discard(file);
      await derived.also?.(previous.path);
      return { asset: previous, isNew: false };
    }, file.incoming.sha256);
  }

  private async register({ ownerId }: Caller, derived: ReceivedDerivedFile): Promise<MediaAsset> {
    const { file, name, description = '', project = null, characters = [], origins } = derived;
    const { also } = derived;
    const result = await this.registration.register(file, {
      named: (extension) => ({
        path: freshPath(name, this.ids.uuid(), extension),
        name: displayName(name, extension),
      }),
      facts: { ...WITHOUT_JOB, source: 'derived', owner_id: ownerId, description, project },
      labels: characters.map((value) => ({ kind: 'character', value })),
      origins,
      removeMetadata: false,
      verify: false,
      maxOwnerBytes: this.config.current().limits.owner_bytes,
      also: async ({ path }) => {
        await also?.(path);
        return true;
      },
    });
    if (result.outcome === 'deleted') throw new Error('a derived file is not an output of a job');
    return result.asset;
  }
}

const detectType =
  ({ type }: DerivedFile): DetectKind =>
  (head) => {
    const kind = detectKind(head);
    return kind?.type === type ? kind : null;
  };
