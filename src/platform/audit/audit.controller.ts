import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AdminOnly } from '../access/access.decorators';
import type { Plain } from '../plain';
import { AuditService } from './audit.service';
import { AuditQuery } from './dto/audit.query';
import { AuditPageResponse } from './dto/audit.response';

@ApiTags('agents')
@Controller('api/audit')
@AdminOnly()
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @Get()
  @ApiOperation({
    operationId: 'listAudit',
    summary: 'Who changed keys, scopes and resources of other owners',
  })
  @ApiOkResponse({ type: AuditPageResponse })
  list(@Query() query: AuditQuery): Promise<Plain<AuditPageResponse>> {
    return this.audit.page(query);
  }
}
