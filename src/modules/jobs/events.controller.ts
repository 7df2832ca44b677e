import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { AnyCaller, CurrentCaller } from '../../platform/access/access.decorators';
import type { Caller } from '../../platform/access/caller';
import { LiveFeedService } from '../../platform/events/live-feed.service';
import { Fails } from '../../platform/openapi/fails.decorator';
import { EventsQuery, JobParams } from './dto/job-query.dto';
import { JobStreamsService } from './feed/job-streams.service';

const STREAM = { schema: { type: 'string' }, description: 'Server-sent events.' } as const;

@ApiTags('jobs')
@Controller('api')
@AnyCaller()
export class EventsController {
  constructor(
    private readonly streams: JobStreamsService,
    private readonly feed: LiveFeedService,
  ) {}

  @Get('events')
  @Fails(429, 503)
  @ApiOperation({
    operationId: 'streamEvents',
    summary: 'Live events about everything that the caller may see',
    description:
      'Begins with a `job` per unfinished job and a `provider` per node; then `job`, `progress`, `output`, `preview`, `queue`, `media`, `provider`, ' +
      '`workflow`, `batch`, `character`, `preset`, `collection`, `project`, `render`, `run`. `Last-Event-ID` replays what was missed; `resync` says that it can’t. `session` says that the ' +
      'account or its rights have changed: when rights have, `end` follows, and the stream is over.',
  })
  @ApiProduces('text/event-stream')
  @ApiOkResponse(STREAM)
  all(
    @CurrentCaller() caller: Caller,
    @Query() { events: kinds }: EventsQuery,
    @Res() response: Response,
  ): Promise<void> {
    return this.feed.serve(caller, response, { ...this.streams.all(caller), kinds });
  }

  @Get('jobs/:prompt_id/events')
  @Fails(429, 503)
  @ApiOperation({
    operationId: 'streamJobEvents',
    summary: 'Live events about one job',
    description: 'As `GET /api/events`, for one job; sends `end` and closes when the job ends.',
  })
  @ApiProduces('text/event-stream')
  @ApiOkResponse(STREAM)
  one(
    @CurrentCaller() caller: Caller,
    @Param() { prompt_id }: JobParams,
    @Query() { events: kinds }: EventsQuery,
    @Res() response: Response,
  ): Promise<void> {
    return this.feed.serve(caller, response, { ...this.streams.one(caller, prompt_id), kinds });
  }
}
