import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiCreatedResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import {
  AnyCaller,
  CurrentCaller,
  type RequestWithCaller,
} from '../../../platform/access/access.decorators';
import type { Caller } from '../../../platform/access/caller';
import { StreamedBody } from '../../../platform/http/body.interceptor';
import { PageQuery } from '../../../platform/http/paging';
import { Fails } from '../../../platform/openapi/fails.decorator';
import type { Plain } from '../../../platform/plain';
import {
  DatasetDto,
  DatasetParams,
  DatasetReportQuery,
  DatasetsQuery,
  ItemNamesDto,
  NewItemsDto,
} from '../dto/dataset.request';
import {
  type DatasetItemPage,
  DatasetItemPageResponse,
  type DatasetPage,
  DatasetPageResponse,
  type DatasetRecord,
  DatasetResponse,
  DeletedDatasetResponse,
  type ItemsAdded,
  ItemsAddedResponse,
  type ItemsChanged,
  ItemsChangedResponse,
} from '../dto/dataset.response';
import { ITEM_UPLOAD_SCHEMA } from '../dto/item-upload.schema';
import { type DatasetReport, DatasetReportResponse } from '../dto/report.response';
import { DatasetReportService } from '../report/dataset-report.service';
import { DatasetDeletionService } from './dataset-deletion.service';
import { DatasetItemsService } from './dataset-items.service';
import { DatasetUploadsService } from './dataset-uploads.service';
import { DatasetsService } from './datasets.service';

const DATASET_EXAMPLES = {
  mara: { summary: 'An empty dataset', value: { id: 'mara', name: 'Mara, spring' } },
};
const NEW_ITEMS_EXAMPLES = {
  described: {
    summary: 'One picture, captioned with its description',
    value: { paths: ['kitchen.png'], caption: '[trigger], {description}' },
  },
  marked: {
    summary: 'Which of the favourites that are marked for training would be copied',
    value: {
      filter: { favourite: true },
      included_in_training_dataset: true,
      caption: '[trigger], {description}',
      dry_run: true,
    },
  },
};
const ITEM_NAMES_EXAMPLES = {
  one: { summary: 'One picture', value: { names: ['kitchen.png'] } },
};

/** Datasets of training runs. */
@ApiTags('lora-training')
@Controller('api/lora-training/datasets')
@AnyCaller()
export class DatasetsController {
  constructor(
    private readonly datasets: DatasetsService,
    private readonly deletion: DatasetDeletionService,
    private readonly items: DatasetItemsService,
    private readonly uploads: DatasetUploadsService,
    private readonly reports: DatasetReportService,
  ) {}

  @Get()
  @Fails(503)
  @ApiOperation({
    operationId: 'listDatasets',
    summary: 'List your datasets, newest first',
    description: 'With the number of pictures in each.',
  })
  @ApiOkResponse({ type: DatasetPageResponse })
  list(@CurrentCaller() caller: Caller, @Query() query: DatasetsQuery): Promise<DatasetPage> {
    return this.datasets.page(caller, query);
  }

  @Post()
  @Fails(409, 503, 507)
  @ApiOperation({
    operationId: 'createDataset',
    summary: 'Make a dataset',
    description:
      'Creates its folder under `datasets` of the training root; add pictures with `POST …/items`. An admin may name a folder that is there already.',
  })
  @ApiBody({ type: DatasetDto, examples: DATASET_EXAMPLES })
  @ApiCreatedResponse({ type: DatasetResponse })
  create(@CurrentCaller() caller: Caller, @Body() body: DatasetDto): Promise<DatasetRecord> {
    return this.datasets.create(caller, body);
  }

  @Get(':id')
  @Fails(503)
  @ApiOperation({
    operationId: 'getDataset',
    summary: 'One dataset',
    description: 'Its pictures are at `GET …/items`.',
  })
  @ApiOkResponse({ type: DatasetResponse })
  get(@CurrentCaller() caller: Caller, @Param() { id }: DatasetParams): Promise<DatasetRecord> {
    return this.datasets.get(caller, id);
  }

  @Delete(':id')
  @Fails(409, 503)
  @ApiOperation({
    operationId: 'deleteDataset',
    summary: 'Delete a dataset',
    description:
      'With its folder, if this service made it; a registered folder stays. The media that it was made from stay, too.',
  })
  @ApiOkResponse({ type: DeletedDatasetResponse })
  remove(
    @CurrentCaller() caller: Caller,
    @Param() { id }: DatasetParams,
  ): Promise<Plain<DeletedDatasetResponse>> {
    return this.deletion.delete(caller, id);
  }

  @Get(':id/items')
  @Fails(503)
  @ApiOperation({
    operationId: 'listDatasetItems',
    summary: 'The pictures of a dataset, by name',
    description: 'Each with its caption.',
  })
  @ApiOkResponse({ type: DatasetItemPageResponse })
  listItems(
    @CurrentCaller() caller: Caller,
    @Param() { id }: DatasetParams,
    @Query() query: PageQuery,
  ): Promise<DatasetItemPage> {
    return this.items.page(caller, id, query);
  }

  @Post(':id/items')
  @HttpCode(200)
  @Fails(409, 503, 507)
  @ApiOperation({
    operationId: 'addDatasetItems',
    summary: 'Copy pictures into a dataset',
    description:
      'By path, or those that a filter finds: all are copied or none. The copies stay when the media are deleted. A picture that is in the dataset already is copied again, with its new caption.',
  })
  @ApiBody({ type: NewItemsDto, examples: NEW_ITEMS_EXAMPLES })
  @ApiOkResponse({ type: ItemsAddedResponse })
  add(
    @CurrentCaller() caller: Caller,
    @Param() { id }: DatasetParams,
    @Body() body: NewItemsDto,
  ): Promise<ItemsAdded> {
    return this.items.add(caller, id, body);
  }

  @Post(':id/items/upload')
  @HttpCode(200)
  @StreamedBody('multipart/form-data')
  @Fails(409, 429, 503, 507)
  @ApiOperation({
    operationId: 'uploadDatasetItem',
    summary: 'Upload a picture into a dataset',
    description:
      'PNG, JPEG or WebP, with the checks of `POST /api/media`. It does not get into the library. The same file again replaces the first, with its new caption.',
  })
  @ApiConsumes('multipart/form-data')
  @ApiBody({ schema: ITEM_UPLOAD_SCHEMA })
  @ApiOkResponse({ type: ItemsChangedResponse })
  upload(
    @CurrentCaller() caller: Caller,
    @Param() { id }: DatasetParams,
    @Req() request: RequestWithCaller,
  ): Promise<ItemsChanged> {
    return this.uploads.upload(caller, id, request);
  }

  @Delete(':id/items')
  @Fails(409, 503)
  @ApiOperation({
    operationId: 'removeDatasetItems',
    summary: 'Take pictures out of a dataset',
    description: 'Deletes the copies with their captions.',
  })
  @ApiBody({ type: ItemNamesDto, examples: ITEM_NAMES_EXAMPLES })
  @ApiOkResponse({ type: ItemsChangedResponse })
  removeItems(
    @CurrentCaller() caller: Caller,
    @Param() { id }: DatasetParams,
    @Body() { names }: ItemNamesDto,
  ): Promise<ItemsChanged> {
    return this.items.remove(caller, id, names);
  }

  @Get(':id/report')
  @Fails(503)
  @ApiOperation({
    operationId: 'getDatasetReport',
    summary: 'What could spoil a training run on a dataset',
    description:
      'Decodes the pictures: damaged, small and similar ones, missing captions, and what the toolkit crops of each.',
  })
  @ApiOkResponse({ type: DatasetReportResponse })
  report(
    @CurrentCaller() caller: Caller,
    @Param() { id }: DatasetParams,
    @Query() query: DatasetReportQuery,
  ): Promise<DatasetReport> {
    return this.reports.report(caller, id, query);
  }
}
