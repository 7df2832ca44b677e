import { Body, Controller, HttpCode, Param, Post, Get } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiTags, refs } from '@nestjs/swagger';
import { AnyCaller, CurrentCaller } from '../../platform/access/access.decorators';
import type { Caller } from '../../platform/access/caller';
import { type Once, OncePerKey, Repeatable } from '../../platform/http/once-per-key.decorator';
import { Fails } from '../../platform/openapi/fails.decorator';
import { IMAGE_EXAMPLES, VIDEO_EXAMPLES } from './dto/generate.examples';
import { ImageGenerateResponse, VideoGenerateResponse } from './dto/generate.response';
import { ImageGenerateDto } from './dto/image-generate.dto';
import { RerunDto, RerunParams } from './dto/rerun.dto';
import { StoredRequestResponse } from './dto/stored-request.response';
import { VideoGenerateDto } from './dto/video-generate.dto';
import { AdviseOnBodyErrors } from './request/body-advice.interceptor';
import type { ImageAnswer, VideoAnswer } from './submit/generate-answers';
import { GenerationService } from './submit/generation.service';
import { RerunService } from './submit/rerun.service';
import { StoredRequestService } from './submit/stored-request.service';

@Controller('api')
@AnyCaller()
export class GenerationController {
  constructor(
    private readonly generation: GenerationService,
    private readonly reruns: RerunService,
    private readonly storedRequests: StoredRequestService,
  ) {}

  @Post('image/generate')
  @HttpCode(200)
  @ApiTags('generate')
  @ApiOperation({
    operationId: 'generateImage',
    summary: 'Submit one image generation job',
    description:
      'Answers as soon as the node has accepted or refused the job, or at once when it has to wait; then follow it with GET /api/jobs/{prompt_id}?wait=30. Fields that the workflow has no param for are refused, so read GET /api/workflows/{workflow_id} first.',
  })
  @ApiBody({ type: ImageGenerateDto, examples: IMAGE_EXAMPLES })
  @ApiOkResponse({ type: ImageGenerateResponse })
  @Fails(404, 409, 429, 507)
  @Repeatable()
  @AdviseOnBodyErrors('image')
  image(
    @CurrentCaller() caller: Caller,
    @Body() body: ImageGenerateDto,
    @OncePerKey() once: Once,
  ): Promise<ImageAnswer> {
    return once(
      body,
      () => this.generation.generate(caller, 'image', body),
      (id) => this.generation.answered<'image'>(caller, id),
    );
  }

  @Post('video/generate')
  @HttpCode(200)
  @ApiTags('generate')
  @ApiOperation({
    operationId: 'generateVideo',
    summary: 'Submit one video generation job (t2v, i2v or v2v)',
    description:
      'Answers as soon as the node has accepted or refused the job, or at once when it has to wait; then follow it with GET /api/jobs/{prompt_id}?wait=30. Files that go in are media paths of yours. Fields that the workflow has no param for are refused, so read GET /api/workflows/{workflow_id} first.',
  })
  @ApiBody({ type: VideoGenerateDto, examples: VIDEO_EXAMPLES })
  @ApiOkResponse({ type: VideoGenerateResponse })
  @Fails(404, 409, 429, 507)
  @Repeatable()
  @AdviseOnBodyErrors('video')
  video(
    @CurrentCaller() caller: Caller,
    @Body() body: VideoGenerateDto,
    @OncePerKey() once: Once,
  ): Promise<VideoAnswer> {
    return once(
      body,
      () => this.generation.generate(caller, 'video', body),
      (id) => this.generation.answered<'video'>(caller, id),
    );
  }

  @Get('jobs/:prompt_id/request')
  @ApiTags('jobs')
  @ApiOperation({
    operationId: 'getJobRequest',
    summary: 'The request that made a job',
    description:
      'The body that was sent, with the seed that was used: change it and send it to the generate route of its type. `unavailable` lists what no longer exists or is no longer allowed.',
  })
  @ApiOkResponse({ type: StoredRequestResponse })
  request(
    @CurrentCaller() caller: Caller,
    @Param() { prompt_id }: RerunParams,
  ): Promise<StoredRequestResponse> {
    return this.storedRequests.read(caller, prompt_id);
  }

  @Post('jobs/:prompt_id/rerun')
  @HttpCode(200)
  @ApiTags('jobs')
  @ApiOperation({
    operationId: 'rerunJob',
    summary: 'Run a job again, with changes',
    description:
      "Uses the job's request with its resolved seed, merges the changes, and submits it with the rights of the calling key. All checks are made again. Answers as the generate call of its kind does.",
  })
  @ApiBody({
    type: RerunDto,
    examples: {
      another_seed: { summary: 'With a new seed', value: { changes: { seed: null } } },
      graph_only: { summary: 'The graph that it would run', value: { changes: { submit: false } } },
    },
  })
  @ApiOkResponse({ schema: { anyOf: refs(ImageGenerateResponse, VideoGenerateResponse) } })
  @Fails(409, 429, 507)
  @Repeatable()
  rerun(
    @CurrentCaller() caller: Caller,
    @Param() { prompt_id }: RerunParams,
    @Body() body: RerunDto,
    @OncePerKey() once: Once,
  ): Promise<ImageAnswer | VideoAnswer> {
    return once(
      body,
      () => this.reruns.rerun(caller, prompt_id, body),
      (id) => this.generation.answered(caller, id),
    );
  }
}
