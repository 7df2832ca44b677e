import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyCaller, CurrentCaller } from '../../../platform/access/access.decorators';
import type { Caller } from '../../../platform/access/caller';
import { type Once, OncePerKey, Repeatable } from '../../../platform/http/once-per-key.decorator';
import { Fails } from '../../../platform/openapi/fails.decorator';
import {
  BindDto,
  GridDto,
  PublishDto,
  VerificationParams,
  VerifyDto,
} from '../dto/publishing.request';
import {
  type BoundCharacter,
  BoundCharacterResponse,
  type GridRecord,
  GridResponse,
  type PublishedLoraRecord,
  PublishedLoraResponse,
  type VerificationRecord,
  VerificationResponse,
} from '../dto/publishing.response';
import { CheckpointParams, RunParams } from '../dto/run.request';
import { BindingService } from './binding.service';
import { GridService } from './grid.service';
import { PublishingService } from './publishing.service';
import { VerificationService } from './verification.service';

const WORKFLOW = 'z-image-turbo-t2i';

/** Publishes, compares, verifies and binds checkpoints of training runs. */
@ApiTags('lora-training')
@Controller('api/lora-training/jobs/:job_name')
@AnyCaller()
export class PublishingController {
  constructor(
    private readonly publishing: PublishingService,
    private readonly grids: GridService,
    private readonly verifications: VerificationService,
    private readonly bindings: BindingService,
  ) {}

  @Post('checkpoints/:name/publish')
  @Fails(409, 503, 507)
  @ApiOperation({
    operationId: 'publishCheckpoint',
    summary: 'Copy a checkpoint to the folder from which the nodes read LoRAs',
    description:
      'It is visible to all callers by its name. Nothing is overwritten. The answer says which nodes list it.',
  })
  @ApiBody({
    type: PublishDto,
    examples: { name: { summary: 'With a name of its own', value: { name: 'mara-soft' } } },
  })
  @ApiCreatedResponse({ type: PublishedLoraResponse })
  publish(
    @CurrentCaller() caller: Caller,
    @Param() { job_name, name }: CheckpointParams,
    @Body() body: PublishDto,
  ): Promise<PublishedLoraRecord> {
    return this.publishing.publish(caller, job_name, name, body);
  }

  @Post('grid')
  @Fails(404, 409, 429, 503, 507)
  @ApiOperation({
    operationId: 'renderTrainingGrid',
    summary: 'Render checkpoints of a run side by side',
    description:
      'Every checkpoint at every strength with every prompt and seed, as a batch: its jobs count as yours, and its contact sheet shows them. Checkpoints that are not published are published first.',
  })
  @ApiBody({
    type: GridDto,
    examples: {
      strengths: {
        summary: 'A checkpoint at two strengths',
        value: {
          workflow: WORKFLOW,
          checkpoints: ['mara_v1_000000250.safetensors'],
          strengths: [0.7, 1],
          prompts: ['[trigger], portrait, soft daylight'],
          params: { steps: 9, width: 512, height: 512 },
        },
      },
    },
  })
  @ApiCreatedResponse({ type: GridResponse })
  @Repeatable()
  grid(
    @CurrentCaller() caller: Caller,
    @Param() { job_name }: RunParams,
    @Body() body: GridDto,
    @OncePerKey() once: Once,
  ): Promise<GridRecord> {
    return once(
      body,
      () => this.grids.create(caller, job_name, body),
      (id) => this.grids.find(caller, id),
    );
  }

  @Post('verify')
  @Fails(404, 409, 429, 503, 507)
  @ApiOperation({
    operationId: 'verifyTrainedLora',
    summary: 'Render one seed without and with a checkpoint, to see whether a node applies it',
    description:
      'Two jobs of a batch. `GET …/verify/{id}` says how it ended; a checkpoint that is not published is published first.',
  })
  @ApiBody({
    type: VerifyDto,
    examples: {
      node: {
        summary: 'On one node',
        value: {
          workflow: WORKFLOW,
          provider: 'simulator',
          params: { steps: 9, width: 512, height: 512 },
        },
      },
    },
  })
  @ApiCreatedResponse({ type: VerificationResponse })
  @Repeatable()
  verify(
    @CurrentCaller() caller: Caller,
    @Param() { job_name }: RunParams,
    @Body() body: VerifyDto,
    @OncePerKey() once: Once,
  ): Promise<VerificationRecord> {
    return once(
      body,
      () => this.verifications.start(caller, job_name, body),
      (id) => this.verifications.get(caller, job_name, id),
    );
  }

  @Get('verify/:id')
  @ApiOperation({
    operationId: 'getVerification',
    summary: 'Whether a node applies a checkpoint',
    description: '`not_applied` when both renders have the same pixels.',
  })
  @ApiOkResponse({ type: VerificationResponse })
  verification(
    @CurrentCaller() caller: Caller,
    @Param() { job_name, id }: VerificationParams,
  ): Promise<VerificationRecord> {
    return this.verifications.get(caller, job_name, id);
  }

  @Post('bind')
  @HttpCode(200)
  @Fails(404, 409, 503, 507)
  @ApiOperation({
    operationId: 'bindTrainedLora',
    summary: 'Give a checkpoint to a character',
    description:
      'Publishes it if it is not, and binds it with its strength and trigger. It takes the place of LoRAs that the character has for this workflow from runs with the same trigger word.',
  })
  @ApiBody({
    type: BindDto,
    examples: {
      latest: {
        summary: 'The latest checkpoint',
        value: { character: 'mara', workflow: WORKFLOW, strength: 0.9 },
      },
    },
  })
  @ApiOkResponse({ type: BoundCharacterResponse })
  bind(
    @CurrentCaller() caller: Caller,
    @Param() { job_name }: RunParams,
    @Body() body: BindDto,
  ): Promise<BoundCharacter> {
    return this.bindings.bind(caller, job_name, body);
  }
}
