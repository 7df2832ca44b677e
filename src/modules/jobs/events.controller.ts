import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Response } from 'express';
import { AnyCaller, CurrentCaller } from '../../platform/access/access.decorators';
import type { Caller } from '../../platform/access/caller';
import { EventHistoryService } from '../../platform/events/event-history.service';
import { EVENT_PAGE_EXAMPLE, EventPageResponse } from '../../platform/events/event-page.response';
import { LiveFeedService } from '../../platform/events/live-feed.service';
import { Fails } from '../../platform/openapi/fails.decorator';
import { AllEventsQuery, EventsQuery, JobParams } from './dto/job-query.dto';
import { JobStreamsService } from './feed/job-streams.service';

const STREAM = { schema: { type: 'string' }, description: 'Server-sent events.' } as const;

@ApiTags('jobs')
@Controller('api')
@AnyCaller()
export class EventsController {
  constructor(
    private readonly streams: JobStreamsService,
    private readonly feed: LiveFeedService,
    private readonly history: EventHistoryService,
  ) {}

  @Get('events')
  @Fails(429, 503)
  @ApiOperation({
    operationId: 'streamEvents',
    summary: 'Live events about everything that the caller may see',
    description:
      'Begins with a `job` per unfinished job and a `provider` per node; then `job`, `progress`, `output`, `preview`, `queue`, `media`, `provider`, ' +
      '`workflow`, `batch`, `character`, `preset`, `collection`, `project`, `take`, `render`, `run`. `Last-Event-ID` replays what was missed, also after a restart of the service and for 24 hours; `resync` says that it can’t. `session` says that the ' +
      'account or its rights have changed: when rights have, `end` follows, and the stream is over. With `since`, the answer is not a ' +
      'stream, but the stored events after that one as JSON; `since=latest` answers where to begin.',
  })
  @ApiExtraModels(EventPageResponse)
  @ApiOkResponse({
    description: 'Server-sent events; with `since`, JSON.',
    content: {
      'text/event-stream': { schema: STREAM.schema },
      'application/json': {
        schema: { $ref: getSchemaPath(EventPageResponse) },
        example: EVENT_PAGE_EXAMPLE,
      },
    },
  })
  async all(
    @CurrentCaller() caller: Caller,
    @Query() { events: kinds, since }: AllEventsQuery,
    @Res() response: Response,
  ): Promise<void> {
    if (since === undefined)
      await this.feed.serve(caller, response, { ...this.streams.all(caller), kinds });
    else response.json(await this.history.page(caller, since, kinds));
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
