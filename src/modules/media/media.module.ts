import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module';
import { ReadSource } from '../../platform/database/read-source';
import { ImagingModule } from '../../platform/imaging/imaging.module';
import { DiskWatchService } from './disk-watch.service';
import { MediaAssetEntity } from './entities/media-asset.entity';
import {
  MediaCharacterEntity,
  MediaDatasetEntity,
  MediaTagEntity,
} from './entities/media-label.entities';
import { MediaTombstoneEntity } from './entities/media-tombstone.entity';
import { MediaBytesService } from './media-bytes.service';
import { MediaFilesController } from './media-files.controller';
import { MediaFilesStore } from './media-files.store';
import { MediaFiling } from './media-filing.service';
import { MediaHealth } from './media-health.service';
import { MediaInspector } from './media-inspector.service';
import { MediaIntakeService } from './media-intake.service';
import { MediaListRepository } from './media-list.repository';
import { MediaNews } from './media-news.service';
import { MediaReaderService } from './media-reader.service';
import { MediaReceiver } from './media-receiver.service';
import { MediaRecords } from './media-records.service';
import { MediaRemoval } from './media-removal.service';
import { MediaSearch, PostgresMediaSearch, SqliteMediaSearch } from './media-search.repository';
import { MediaServing } from './media-serving.service';
import { MediaStart } from './media-start.service';
import { MediaUploads } from './media-uploads.service';
import { UploadReader } from './upload-reader.service';
import { MediaController } from './media.controller';
import { MediaRepository } from './media.repository';
import { MediaService } from './media.service';
import { DiskWatch } from './public/disk-watch';
import { MediaBytes } from './public/media-bytes';
import { MediaIntake } from './public/media-intake';
import { MediaReader } from './public/media-reader';
import { StillPictures } from './still-pictures.service';
import { Thumbnails } from './thumbnails.service';
import { ThumbnailsStore } from './thumbnails.store';

const ENTITIES = [
  MediaAssetEntity,
  MediaTagEntity,
  MediaCharacterEntity,
  MediaDatasetEntity,
  MediaTombstoneEntity,
];

/** The catalogue of pictures, videos and sound: intake, uploads, serving, lists. */
@Module({
  imports: [DatabaseModule.forFeature(ENTITIES), ImagingModule],
  controllers: [MediaController, MediaFilesController],
  providers: [
    DiskWatchService,
    MediaFilesStore,
    MediaFiling,
    MediaHealth,
    MediaInspector,
    MediaIntakeService,
    MediaListRepository,
    MediaNews,
    MediaReaderService,
    MediaReceiver,
    MediaRecords,
    MediaRemoval,
    MediaRepository,
    MediaService,
    MediaServing,
    MediaStart,
    MediaUploads,
    UploadReader,
    StillPictures,
    Thumbnails,
    ThumbnailsStore,
    { provide: DiskWatch, useExisting: DiskWatchService },
    { provide: MediaBytes, useClass: MediaBytesService },
    { provide: MediaIntake, useExisting: MediaIntakeService },
    { provide: MediaReader, useExisting: MediaReaderService },
    {
      provide: MediaSearch,
      inject: [ReadSource],
      useFactory: ({ manager }: ReadSource) =>
        manager.connection.options.type === 'postgres'
          ? new PostgresMediaSearch()
          : new SqliteMediaSearch(),
    },
  ],
  exports: [DiskWatch, MediaBytes, MediaIntake, MediaReader],
})
export class MediaModule {}
