import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyCaller, CurrentCaller } from '../../../platform/access/access.decorators';
import type { Caller } from '../../../platform/access/caller';
import { PageQuery } from '../../../platform/http/paging';
import { Fails } from '../../../platform/openapi/fails.decorator';
import type { Plain } from '../../../platform/plain';
import {
  DatasetDto,
  DatasetParams,
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
  type ItemsChanged,
  ItemsChangedResponse,
} from '../dto/dataset.response';
import { DatasetItemsService } from './dataset-items.service';
import { DatasetsService } from './datasets.service';

const DATASET_EXAMPLES = {
  mara: { summary: 'An empty dataset', value: { id: 'mara', name: 'Mara, spring' } },
};
const NEW_ITEMS_EXAMPLES = {
  described: {
    summary: 'One picture, captioned with its description',
    value: { paths: ['kitchen.png'], caption: '[trigger], {description}' },
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
    private readonly items: DatasetItemsService,
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
    return this.datasets.delete(caller, id);
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
      'The copies stay when the media are deleted. A picture that is in the dataset already is copied again, with its new caption.',
  })
  @ApiBody({ type: NewItemsDto, examples: NEW_ITEMS_EXAMPLES })
  @ApiOkResponse({ type: ItemsChangedResponse })
  add(
    @CurrentCaller() caller: Caller,
    @Param() { id }: DatasetParams,
    @Body() body: NewItemsDto,
  ): Promise<ItemsChanged> {
    return this.items.add(caller, id, body);
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
}
