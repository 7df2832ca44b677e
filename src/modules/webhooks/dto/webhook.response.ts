import { ApiProperty } from '@nestjs/swagger';
import { DURABLE_KINDS } from '../../../platform/events/event-kinds';
import { pageOf } from '../../../platform/http/page.response';
import { ApiNullable, ApiOwner, ApiTime } from '../../../platform/openapi/answer-fields';
import type { Plain } from '../../../platform/plain';
import {
  DELIVERY_ERRORS,
  DELIVERY_STATUSES,
  type DeliveryError,
  type DeliveryStatus,
  DISABLED_REASONS,
  type DisabledReason,
} from '../delivery/delivery-state';

export class WebhookResponse {
  @ApiProperty({ example: 'whk_5kZ2rT9uQw1x' })
  id: string;
  @ApiProperty({ example: 'https://example.com/kinora' })
  url: string;
  @ApiProperty({ enum: DURABLE_KINDS, isArray: true, example: ['job', 'output'] })
  events: string[];
  @ApiProperty({ example: true })
  enabled: boolean;
  @ApiProperty({
    enum: DISABLED_REASONS,
    nullable: true,
    description:
      'Why the service disabled it: a delivery failed for 24 hours, the receiver answered 410, or more than 10,000 deliveries or 32 MiB waited.',
  })
  disabled_reason: DisabledReason | null;
  @ApiProperty({ example: false, description: 'Whether it gets the events of all owners.' })
  all_owners: boolean;
  @ApiProperty({ example: 'Posts pictures to the chat' })
  description: string;
  @ApiTime({
    nullable: true,
    description: 'Until when the secret before the last rotation signs, too.',
  })
  previous_secret_until: string | null;
  @ApiTime()
  created_at: string;
  @ApiOwner()
  owner?: string | null;
}

/** A webhook with its secret, which is answered once. */
export class WebhookWithSecretResponse extends WebhookResponse {
  @ApiProperty({
    example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD3sIzXkBLhCk=',
    description: 'Receivers verify signatures with it. Keep it: it is not shown again.',
  })
  secret: string;
}

/** `GET /api/webhooks`. */
export class WebhookPageResponse extends pageOf(WebhookResponse) {}

export class DeletedWebhookResponse {
  @ApiProperty({ example: true })
  ok: true;
  @ApiProperty({ example: 'whk_5kZ2rT9uQw1x' })
  id: string;
}

export class DeliveryResponse {
  @ApiProperty({ example: 'whd_1sE7uP0zYb4n' })
  id: string;
  @ApiProperty({
    example: 'whd_1sE7uP0zYb4n',
    description: 'The header `webhook-id`: the same for all attempts and repetitions.',
  })
  message_id: string;
  @ApiProperty({ example: 'job', description: 'Kind of the event, `resync` or `test`.' })
  type: string;
  @ApiProperty({ enum: DELIVERY_STATUSES, example: 'delivered' })
  status: DeliveryStatus;
  @ApiProperty({ example: 1, description: 'How often it was tried.' })
  attempts: number;
  @ApiProperty({
    enum: DELIVERY_ERRORS,
    nullable: true,
    description: 'Why the last attempt failed, or why there was none.',
  })
  error: DeliveryError | null;
  @ApiNullable('integer', {
    example: 200,
    description: 'What the receiver answered to the last attempt.',
  })
  http_status: number | null;
  @ApiTime()
  created_at: string;
  @ApiTime({ nullable: true })
  last_attempt_at: string | null;
  @ApiTime({
    nullable: true,
    description: 'Null for deliveries that wait behind an earlier one of the same job.',
  })
  next_attempt_at: string | null;
}

/** `GET /api/webhooks/{id}/deliveries`. */
export class DeliveryPageResponse extends pageOf(DeliveryResponse) {}

export type WebhookRecord = Plain<WebhookResponse>;
export type WebhookWithSecret = Plain<WebhookWithSecretResponse>;
export type WebhookPage = Plain<WebhookPageResponse>;
export type DeliveryRecord = Plain<DeliveryResponse>;
export type DeliveryPage = Plain<DeliveryPageResponse>;
