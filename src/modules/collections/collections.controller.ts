import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyCaller, CurrentCaller } from '../../platform/access/access.decorators';
import type { Caller } from '../../platform/access/caller';
import { type Once, OncePerKey, Repeatable } from '../../platform/http/once-per-key.decorator';
import { Fails } from '../../platform/openapi/fails.decorator';
import type { Plain } from '../../platform/plain';
import { CollectionItemsService } from './collection-items.service';
import { CollectionsService } from './collections.service';
import {
  CollectionDto,
  CollectionItemsDto,
  CollectionParams,
  CollectionPatchDto,
  CollectionsQuery,
} from './dto/collection.request';
import {
  AddedItemsResponse,
  type CollectionPage,
  CollectionPageResponse,
  type CollectionRecord,
  CollectionResponse,
  DeletedCollectionResponse,
  RemovedItemsResponse,
} from './dto/collection.response';

const ITEMS = {
  one: {
    summary: 'One media asset',
    value: { paths: ['kitchen-5f0c3b52-6f0e-4a77-9a1c-9f2b4b1f9a10-19581e27de7c-0.png'] },
  },
};

/** Collections of media. */
@ApiTags('collections')
@Controller('api/collections')
@AnyCaller()
export class CollectionsController {
  constructor(
    private readonly collections: CollectionsService,
    private readonly items: CollectionItemsService,
  ) {}

  @Post()
  @Repeatable()
  @ApiOperation({
    operationId: 'createCollection',
    summary: 'Make a collection of media',
    description:
      'A manual one holds what you put into it; a saved one holds what its filter finds at any time.',
  })
  @ApiBody({
    type: CollectionDto,
    examples: {
      manual: { summary: 'A collection to fill', value: { name: 'Best of the foxes' } },
    },
  })
  @ApiCreatedResponse({ type: CollectionResponse })
  create(
    @CurrentCaller() caller: Caller,
    @Body() body: CollectionDto,
    @OncePerKey() once: Once,
  ): Promise<CollectionRecord> {
    return once(
      body,
      () => this.collections.create(caller, body),
      (id) => this.collections.get(caller, id),
    );
  }

  @Get()
  @ApiOperation({
    operationId: 'listCollections',
    summary: 'List your collections, newest first',
    description: 'Your own; admins see the collections of others with `owner`.',
  })
  @ApiOkResponse({ type: CollectionPageResponse })
  list(@CurrentCaller() caller: Caller, @Query() query: CollectionsQuery): Promise<CollectionPage> {
    return this.collections.page(caller, query);
  }

  @Get(':id')
  @ApiOperation({
    operationId: 'getCollection',
    summary: 'One collection',
    description: 'With how many of its media you can see. `GET /api/media?collection=` lists them.',
  })
  @ApiOkResponse({ type: CollectionResponse })
  get(
    @CurrentCaller() caller: Caller,
    @Param() { id }: CollectionParams,
  ): Promise<CollectionRecord> {
    return this.collections.get(caller, id);
  }

  @Patch(':id')
  @ApiOperation({
    operationId: 'updateCollection',
    summary: 'Rename a collection or replace its filter',
    description: 'Only the sent fields change. Only a saved collection has a filter.',
  })
  @ApiBody({
    type: CollectionPatchDto,
    examples: { name: { summary: 'Another name', value: { name: 'The best foxes' } } },
  })
  @ApiOkResponse({ type: CollectionResponse })
  update(
    @CurrentCaller() caller: Caller,
    @Param() { id }: CollectionParams,
    @Body() body: CollectionPatchDto,
  ): Promise<CollectionRecord> {
    return this.collections.update(caller, id, body);
  }

  @Delete(':id')
  @ApiOperation({
    operationId: 'deleteCollection',
    summary: 'Delete a collection',
    description: 'For good. The media that it held stay.',
  })
  @ApiOkResponse({ type: DeletedCollectionResponse })
  remove(
    @CurrentCaller() caller: Caller,
    @Param() { id }: CollectionParams,
  ): Promise<Plain<DeletedCollectionResponse>> {
    return this.collections.delete(caller, id);
  }

  @Post(':id/items')
  @HttpCode(200)
  @Fails(409)
  @ApiOperation({
    operationId: 'addToCollection',
    summary: 'Put media into a manual collection',
    description: 'What is in it already stays; what you can’t read is named in `failed`.',
  })
  @ApiBody({ type: CollectionItemsDto, examples: ITEMS })
  @ApiOkResponse({ type: AddedItemsResponse })
  addItems(
    @CurrentCaller() caller: Caller,
    @Param() { id }: CollectionParams,
    @Body() { paths }: CollectionItemsDto,
  ): Promise<Plain<AddedItemsResponse>> {
    return this.items.add(caller, id, paths);
  }

  @Delete(':id/items')
  @Fails(409)
  @ApiOperation({
    operationId: 'removeFromCollection',
    summary: 'Take media out of a manual collection',
    description: 'The media themselves stay.',
  })
  @ApiBody({ type: CollectionItemsDto, examples: ITEMS })
  @ApiOkResponse({ type: RemovedItemsResponse })
  removeItems(
    @CurrentCaller() caller: Caller,
    @Param() { id }: CollectionParams,
    @Body() { paths }: CollectionItemsDto,
  ): Promise<Plain<RemovedItemsResponse>> {
    return this.items.remove(caller, id, paths);
  }
}
