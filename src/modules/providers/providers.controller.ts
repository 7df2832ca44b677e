import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyCaller, CurrentCaller } from '../../platform/access/access.decorators';
import type { Caller } from '../../platform/access/caller';
import { type Page, PageQuery } from '../../platform/http/paging';
import { ProviderParams } from './dto/provider-params';
import {
  ProviderPageResponse,
  type ProviderRecord,
  ProviderResponse,
} from './dto/provider-response';
import { ProvidersService } from './providers.service';

@ApiTags('providers')
@Controller('api/providers')
@AnyCaller()
export class ProvidersController {
  constructor(private readonly providers: ProvidersService) {}

  @Get()
  @ApiOperation({
    operationId: 'listProviders',
    summary: 'The nodes that run jobs',
    description: 'Answers at once from what the service last saw; a dead node delays nothing.',
  })
  @ApiOkResponse({ type: ProviderPageResponse })
  list(@CurrentCaller() caller: Caller, @Query() query: PageQuery): Page<ProviderRecord> {
    return this.providers.list(caller, query);
  }

  @Get(':id')
  @ApiOperation({
    operationId: 'getProvider',
    summary: 'One node as it was last seen',
    description: 'Its state, its devices and its queue, as last seen.',
  })
  @ApiOkResponse({ type: ProviderResponse })
  get(@CurrentCaller() caller: Caller, @Param() { id }: ProviderParams): ProviderRecord {
    return this.providers.get(caller, id);
  }
}
