import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyCaller, CurrentCaller } from '../../platform/access/access.decorators';
import type { Caller } from '../../platform/access/caller';
import { type Once, OncePerKey, Repeatable } from '../../platform/http/once-per-key.decorator';
import { Fails } from '../../platform/openapi/fails.decorator';
import type { Plain } from '../../platform/plain';
import {
  DeliveriesQuery,
  DeliveryParams,
  WebhookDto,
  WebhookParams,
  WebhookPatchDto,
  WebhooksQuery,
} from './dto/webhook.request';
import {
  DeletedWebhookResponse,
  type DeliveryPage,
  DeliveryPageResponse,
  type DeliveryRecord,
  DeliveryResponse,
  type WebhookPage,
  WebhookPageResponse,
  type WebhookRecord,
  WebhookResponse,
  type WebhookWithSecret,
  WebhookWithSecretResponse,
} from './dto/webhook.response';
import { WebhookDeliveriesService } from './webhook-deliveries.service';
import { WebhookSecretsService } from './webhook-secrets.service';
import { WebhooksService } from './webhooks.service';

/** Events sent to other servers. */
@ApiTags('webhooks')
@Controller('api/webhooks')
@AnyCaller()
export class WebhooksController {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly secrets: WebhookSecretsService,
    private readonly deliveries: WebhookDeliveriesService,
  ) {}

  @Post()
  @Fails(409)
  @Repeatable()
  @ApiOperation({
    operationId: 'createWebhook',
    summary: 'Send events to an address',
    description:
      'Later events are sent as `{type, timestamp, data}`, signed as Standard Webhooks describes, at least once and in order for each job. `secret` verifies the signatures and is not shown again. At most 20 per key.',
  })
  @ApiBody({
    type: WebhookDto,
    examples: {
      jobs: {
        summary: 'Jobs and their outputs',
        value: {
          url: 'https://example.com/kinora',
          events: ['job', 'output'],
          description: 'Posts pictures to the chat',
        },
      },
    },
  })
  @ApiCreatedResponse({ type: WebhookWithSecretResponse })
  create(
    @CurrentCaller() caller: Caller,
    @Body() body: WebhookDto,
    @OncePerKey() once: Once,
  ): Promise<WebhookWithSecret> {
    return once(
      body,
      () => this.secrets.create(caller, body),
      (id) => this.secrets.get(caller, id),
    );
  }

  @Get()
  @ApiOperation({
    operationId: 'listWebhooks',
    summary: 'List your webhooks, newest first',
    description: 'Your own; admins see those of others with `owner`. Never with their secrets.',
  })
  @ApiOkResponse({ type: WebhookPageResponse })
  list(@CurrentCaller() caller: Caller, @Query() query: WebhooksQuery): Promise<WebhookPage> {
    return this.webhooks.page(caller, query);
  }

  @Get(':id')
  @ApiOperation({
    operationId: 'getWebhook',
    summary: 'One webhook',
    description: '`disabled_reason` says why the service has stopped sending.',
  })
  @ApiOkResponse({ type: WebhookResponse })
  get(@CurrentCaller() caller: Caller, @Param() { id }: WebhookParams): Promise<WebhookRecord> {
    return this.webhooks.get(caller, id);
  }

  @Patch(':id')
  @ApiOperation({
    operationId: 'updateWebhook',
    summary: 'Change a webhook',
    description:
      'Only the sent fields change. What happens while it is disabled is not sent; deliveries that waited already are kept and continue when it is enabled.',
  })
  @ApiBody({
    type: WebhookPatchDto,
    examples: { enable: { summary: 'Enable it again', value: { enabled: true } } },
  })
  @ApiOkResponse({ type: WebhookResponse })
  update(
    @CurrentCaller() caller: Caller,
    @Param() { id }: WebhookParams,
    @Body() body: WebhookPatchDto,
  ): Promise<WebhookRecord> {
    return this.webhooks.update(caller, id, body);
  }

  @Delete(':id')
  @ApiOperation({
    operationId: 'deleteWebhook',
    summary: 'Delete a webhook',
    description: 'With its deliveries, also those that wait.',
  })
  @ApiOkResponse({ type: DeletedWebhookResponse })
  remove(
    @CurrentCaller() caller: Caller,
    @Param() { id }: WebhookParams,
  ): Promise<Plain<DeletedWebhookResponse>> {
    return this.webhooks.delete(caller, id);
  }

  @Post(':id/rotate')
  @HttpCode(200)
  @Repeatable()
  @ApiOperation({
    operationId: 'rotateWebhookSecret',
    summary: 'Replace the secret of a webhook',
    description:
      'For 24 hours messages carry a signature with each of both secrets. If the answer is lost, repeat it with the same `Idempotency-Key`: another rotation would end the secret that the receiver knows.',
  })
  @ApiOkResponse({ type: WebhookWithSecretResponse })
  rotate(
    @CurrentCaller() caller: Caller,
    @Param() { id }: WebhookParams,
    @OncePerKey() once: Once,
  ): Promise<WebhookWithSecret> {
    return once(
      null,
      () => this.secrets.rotate(caller, id),
      (subject) => this.secrets.get(caller, subject),
    );
  }

  @Post(':id/test')
  @HttpCode(200)
  @Fails(429)
  @ApiOperation({
    operationId: 'testWebhook',
    summary: 'Send a test message now',
    description:
      'One attempt, also for a disabled webhook; answers how it went. `type` is `test`, `data` names the webhook.',
  })
  @ApiOkResponse({ type: DeliveryResponse })
  test(@CurrentCaller() caller: Caller, @Param() { id }: WebhookParams): Promise<DeliveryRecord> {
    return this.deliveries.test(caller, id);
  }

  @Get(':id/deliveries')
  @ApiOperation({
    operationId: 'listWebhookDeliveries',
    summary: 'What was sent to a webhook and what waits, newest first',
    description:
      'Of the last seven days, 10,000 or 32 MiB at most. Never what the receiver answered.',
  })
  @ApiOkResponse({ type: DeliveryPageResponse })
  listDeliveries(
    @CurrentCaller() caller: Caller,
    @Param() { id }: WebhookParams,
    @Query() query: DeliveriesQuery,
  ): Promise<DeliveryPage> {
    return this.deliveries.page(caller, id, query);
  }

  @Post(':id/deliveries/:delivery_id/redeliver')
  @HttpCode(200)
  @Fails(429)
  @ApiOperation({
    operationId: 'redeliverWebhook',
    summary: 'Send a message again now',
    description:
      'One attempt, with the same `webhook-id`; answers the new delivery. The data is what the owner of the webhook may see now.',
  })
  @ApiOkResponse({ type: DeliveryResponse })
  redeliver(
    @CurrentCaller() caller: Caller,
    @Param() { id, delivery_id }: DeliveryParams,
  ): Promise<DeliveryRecord> {
    return this.deliveries.redeliver(caller, id, delivery_id);
  }
}
