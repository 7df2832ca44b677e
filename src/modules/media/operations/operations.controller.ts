import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyCaller, CurrentCaller } from '../../../platform/access/access.decorators';
import type { Caller } from '../../../platform/access/caller';
import type { Plain } from '../../../platform/plain';
import { OperationParams, OperationResponse } from './operation.response';
import { OperationsService } from './operations.service';

@ApiTags('media')
@Controller('api/operations')
@AnyCaller()
export class OperationsController {
  constructor(private readonly operations: OperationsService) {}

  @Get(':id')
  @ApiOperation({
    operationId: 'getOperation',
    summary: 'Progress of a change of many media',
    description: 'Kept for 7 days after its end. It continues after a restart of the service.',
  })
  @ApiOkResponse({ type: OperationResponse })
  get(
    @CurrentCaller() caller: Caller,
    @Param() { id }: OperationParams,
  ): Promise<Plain<OperationResponse>> {
    return this.operations.get(caller, id);
  }
}
