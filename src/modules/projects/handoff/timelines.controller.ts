import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import contentDisposition from 'content-disposition';
import type { Response } from 'express';
import { AnyCaller, CurrentCaller } from '../../../platform/access/access.decorators';
import type { Caller } from '../../../platform/access/caller';
import { Fails } from '../../../platform/openapi/fails.decorator';
import { ProjectParams } from '../dto/project.request';
import { TimelineQuery } from './timeline.request';
import { TIMELINE_TYPES, TimelinesService } from './timelines.service';

/** Projects as files for editing programs. */
@ApiTags('projects')
@Controller('api/projects')
@AnyCaller()
export class TimelinesController {
  constructor(private readonly timelines: TimelinesService) {}

  @Get(':project_id/timeline')
  @Fails(404, 409)
  @ApiOperation({
    operationId: 'getTimeline',
    summary: 'Hand a project over to an editing program',
    description:
      'The film as it would be rendered now, without rendering it. Files are named by their media paths: save `GET /media/{path}` under that name beside it. Missing files are gaps.',
  })
  @ApiProduces(...TIMELINE_TYPES)
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async get(
    @CurrentCaller() caller: Caller,
    @Param() { project_id }: ProjectParams,
    @Query() query: TimelineQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const { name, type, text } = await this.timelines.file(caller, project_id, query);
    response.set({
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Disposition': contentDisposition(name),
    });
    return text;
  }
}
