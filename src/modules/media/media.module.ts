import { BulkController } from './bulk/bulk.controller';
import { MediaActionsService } from './bulk/media-actions.service';
import { MediaChangesRepository } from './catalogue/media-changes.repository';
import { BulkRequestsService } from './bulk/bulk-requests.service';
import { SelectionsService } from './bulk/selections.service';
import {
  MediaOperationEntity,
  MediaUndoEntity,
  MediaUndoItemEntity,
} from './entities/media-operation.entities';
import { OperationsController } from './operations/operations.controller';
import { OperationsRepository } from './operations/operations.repository';
import { OperationsService } from './operations/operations.service';
import { UndoController } from './undo/undo.controller';
import { UndoRepository } from './undo/undo.repository';
import { UndoService } from './undo/undo.service';
import { TrashExpiryService } from './trash/trash-expiry.service';
import { RetentionRepository } from './trash/retention.repository';
import { RetentionService } from './trash/retention.service';
import { TrashRepository } from './trash/trash.repository';
import { LinksController, PublicLinksController } from './links/links.controller';
import { LINK_PROVIDERS } from './links/link-providers';
import { MediaLinkEntity, UploadAddressEntity } from './entities/media-link.entities';
import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module';
import { BoundedReads } from '../../platform/database/bounded-reads';
import { ReadConnection } from '../../platform/database/read-connection';
import { ImagingModule } from '../../platform/imaging/imaging.module';
import { LibraryInspectionModule } from './library-inspection.module';
import { DiskSpaceService } from './storage/disk-space.service';
import { MediaAssetEntity } from './entities/media-asset.entity';
import {
  MediaCollectionItemEntity,
  MediaCountEntity,
  MediaDayEntity,
  MediaLabelEntity,
  MediaOriginEntity,
} from './entities/media-label.entities';
import { NearDuplicateEntity } from './entities/near-duplicate.entity';
import { DuplicatesRepository } from './likeness/duplicates.repository';
import { DuplicatesService } from './likeness/duplicates.service';
import { LikenessController } from './likeness/likeness.controller';
import { LikenessService } from './likeness/likeness.service';
import { NearDuplicatesRepository } from './likeness/near-duplicates.repository';
import { MediaReferences } from './public/media-references';
import { MediaOwnerBytesEntity, OwnerOtherBytesEntity } from './entities/media-owner-bytes.entity';
import { MediaTombstoneEntity } from './entities/media-tombstone.entity';
import { ArchiveController } from './archive/archive.controller';
import { MediaArchiveService } from './archive/media-archive.service';
import { DeriveController } from './derive/derive.controller';
import { DerivedMediaService } from './derive/derived-media.service';
import { LastFrameService } from './derive/last-frame.service';
import { MediaSheetService } from './derive/media-sheet.service';
import { MediaFilesController } from './serving/media-files.controller';
import { IncomingFilesStore } from './storage/incoming-files.store';
import { MediaFilesStore } from './storage/media-files.store';
import { MediaInsertionService } from './intake/media-insertion.service';
import { MediaRegistrationService } from './intake/media-registration.service';
import { MediaContentService } from './intake/media-content.service';
import { MediaIntakeService } from './intake/media-intake.service';
import { MediaListRepository } from './catalogue/media-list.repository';
import { MediaReaderService } from './catalogue/media-reader.service';
import { MediaReceiverService } from './intake/media-receiver.service';
import { MediaRecordsService } from './catalogue/media-records.service';
import { MediaRemovalService } from './catalogue/media-removal.service';
import {
  MediaIndexRepository,
  PostgresMediaIndexRepository,
  SqliteMediaIndexRepository,
} from './index/media-index.repository';
import { CollectionMembersRepository } from './catalogue/collection-members.repository';
import { DatasetMediaService } from './catalogue/dataset-media.service';
import { CollectionMediaService } from './catalogue/collection-media.service';
import { MediaScopesService } from './catalogue/media-scopes.service';
import { MediaCountsRepository } from './index/media-counts.repository';
import { MediaIndexingService } from './index/media-indexing.service';
import { MediaItemsRepository } from './catalogue/media-items.repository';
import { MediaPresence } from './catalogue/media-presence';
import { MediaDaysService } from './catalogue/media-days.service';
import { MediaListsService } from './catalogue/media-lists.service';
import { MediaPositions } from './catalogue/media-positions';
import { MediaServingService } from './serving/media-serving.service';
import { MediaStartupService } from './storage/media-startup.service';
import { MediaUploadsService } from './upload/media-uploads.service';
import { PictureUploadsService } from './upload/picture-uploads.service';
import { RunningUploadsService } from './upload/running-uploads.service';
import { UploadReaderService } from './upload/upload-reader.service';
import { MediaController } from './catalogue/media.controller';
import { MediaRepository } from './catalogue/media.repository';
import { MediaService } from './catalogue/media.service';
import { CollectionMedia, CollectionSources } from './public/collection-media';
import { DatasetMedia } from './public/dataset-media';
import { DerivedMedia } from './public/derived-media';
import { DiskSpace } from './public/disk-space';
import { LastFrames } from './public/last-frames';
import { LibraryCheck, LibraryRepair } from './public/library-check';
import { MediaIntake } from './public/media-intake';
import { MediaLists } from './public/media-lists';
import { MediaReader } from './public/media-reader';
import { MediaSelections } from './public/media-selections';
import { OwnerStorage } from './public/owner-storage';
import { PictureUploads } from './public/picture-uploads';
import { OwnerBytesRepository } from './storage/owner-bytes.repository';
import { OwnerStorageService } from './storage/owner-storage.service';
import { ThumbnailRendererService } from './thumbnails/thumbnail-renderer.service';
import { IntakeRenditionsService } from './thumbnails/intake-renditions.service';
import { RenditionBackfillService } from './thumbnails/rendition-backfill.service';
import { RenditionsRepository } from './thumbnails/renditions.repository';
import { ThumbnailsService } from './thumbnails/thumbnails.service';
import { MediaThumbnails } from './public/media-thumbnails';
import { MediaThumbnailsService } from './thumbnails/media-thumbnails.service';
import { ThumbnailsStore } from './thumbnails/thumbnails.store';
import { LibraryCheckService } from './maintenance/library-check.service';
import { LibraryRepairService } from './maintenance/library-repair.service';

const ENTITIES = [
  MediaAssetEntity,
  MediaLabelEntity,
  MediaOriginEntity,
  MediaCollectionItemEntity,
  MediaCountEntity,
  MediaDayEntity,
  NearDuplicateEntity,
  MediaTombstoneEntity,
  MediaOwnerBytesEntity,
  OwnerOtherBytesEntity,
  MediaOperationEntity,
  MediaUndoEntity,
  MediaUndoItemEntity,
  MediaLinkEntity,
  UploadAddressEntity,
];

/** The catalogue of pictures, videos and sound: intake, uploads, serving, lists. */
@Module({
  imports: [DatabaseModule.forFeature(ENTITIES), ImagingModule, LibraryInspectionModule],
  controllers: [
    // Its paths come before `:path`.
    LikenessController,
    LinksController,
    MediaController,
    ArchiveController,
    BulkController,
    OperationsController,
    UndoController,
    DeriveController,
    MediaFilesController,
    PublicLinksController,
  ],
  providers: [
    ...LINK_PROVIDERS,
    DerivedMediaService,
    DiskSpaceService,
    LastFrameService,
    { provide: LastFrames, useExisting: LastFrameService },
    MediaArchiveService,
    IncomingFilesStore,
    MediaFilesStore,
    MediaInsertionService,
    MediaRegistrationService,
    MediaContentService,
    MediaActionsService,
    MediaChangesRepository,
    BulkRequestsService,
    SelectionsService,
    { provide: MediaSelections, useExisting: SelectionsService },
    OperationsRepository,
    OperationsService,
    UndoRepository,
    UndoService,
    TrashExpiryService,
    RetentionRepository,
    RetentionService,
    TrashRepository,
    MediaIntakeService,
    MediaCountsRepository,
    MediaIndexingService,
    MediaItemsRepository,
    MediaPresence,
    MediaListRepository,
    MediaDaysService,
    MediaListsService,
    MediaPositions,
    MediaReaderService,
    MediaReceiverService,
    MediaRecordsService,
    MediaRemovalService,
    MediaRepository,
    MediaService,
    MediaScopesService,
    MediaServingService,
    MediaSheetService,
    MediaStartupService,
    MediaUploadsService,
    OwnerBytesRepository,
    { provide: OwnerStorage, useClass: OwnerStorageService },
    RunningUploadsService,
    UploadReaderService,
    { provide: PictureUploads, useClass: PictureUploadsService },
    IntakeRenditionsService,
    RenditionBackfillService,
    RenditionsRepository,
    DuplicatesRepository,
    DuplicatesService,
    LikenessService,
    MediaReferences,
    NearDuplicatesRepository,
    ThumbnailRendererService,
    ThumbnailsService,
    ThumbnailsStore,
    MediaThumbnailsService,
    { provide: MediaThumbnails, useExisting: MediaThumbnailsService },
    { provide: LibraryCheck, useClass: LibraryCheckService },
    { provide: LibraryRepair, useClass: LibraryRepairService },
    CollectionSources,
    CollectionMembersRepository,
    { provide: CollectionMedia, useClass: CollectionMediaService },
    { provide: DatasetMedia, useClass: DatasetMediaService },
    { provide: DiskSpace, useExisting: DiskSpaceService },
    { provide: DerivedMedia, useExisting: DerivedMediaService },
    { provide: MediaIntake, useExisting: MediaIntakeService },
    { provide: MediaReader, useExisting: MediaReaderService },
    { provide: MediaLists, useExisting: MediaListsService },
    {
      provide: MediaIndexRepository,
      inject: [ReadConnection, BoundedReads],
      useFactory: ({ manager }: ReadConnection, reads: BoundedReads) =>
        manager.connection.options.type === 'postgres'
          ? new PostgresMediaIndexRepository(reads)
          : new SqliteMediaIndexRepository(reads),
    },
  ],
  exports: [
    MediaReferences,
    CollectionMedia,
    CollectionSources,
    DatasetMedia,
    DerivedMedia,
    DiskSpace,
    LastFrames,
    LibraryCheck,
    LibraryRepair,
    MediaIntake,
    MediaLists,
    MediaReader,
    MediaSelections,
    MediaThumbnails,
    OwnerStorage,
    PictureUploads,
  ],
})
export class MediaModule {}
