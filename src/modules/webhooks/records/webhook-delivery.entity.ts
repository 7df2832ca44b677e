import { Entity } from 'typeorm';
import {
  FlagColumn,
  IdColumn,
  IntegerColumn,
  JsonColumn,
  TextColumn,
  TimeColumn,
} from '../../../platform/database/columns';
import type { OutboxEvent } from '../../../platform/events/outbox';
import type { Plain } from '../../../platform/plain';
import type { DeliveryError, DeliveryStatus } from '../delivery/delivery-state';

/** An event that is sent to one webhook, and the outcome of the attempts. */
@Entity('webhook_deliveries')
export class WebhookDeliveryEntity {
  @IdColumn() id: string;
  @TextColumn() webhook_id: string;
  /** The header `webhook-id`: the same for every attempt, and for a repetition that somebody asked for. */
  @TextColumn() message_id: string;
  /** Kind of the event, or `test`. */
  @TextColumn() type: string;
  /** A copy, because the outbox keeps events for a day only; null for a test. */
  @JsonColumn({ nullable: true }) event: OutboxEvent | null;
  /** Size of the event's JSON; 0 without one. */
  @IntegerColumn({ initial: 0 }) bytes: number;
  /** Position of the event in the outbox. */
  @IntegerColumn() position: number;
  /** Deliveries of one webhook and lane are sent one after another: the job of the event, or empty. */
  @TextColumn() lane: string;
  /** Somebody asked for it: one attempt, in no lane. */
  @FlagColumn() is_single: boolean;
  @TextColumn() status: DeliveryStatus;
  @IntegerColumn() attempts: number;
  /** Null while another one of its lane is before it, and when it has ended. */
  @TimeColumn({ nullable: true }) next_attempt_at: string | null;
  @TimeColumn({ nullable: true }) last_attempt_at: string | null;
  @IntegerColumn({ nullable: true }) http_status: number | null;
  @TextColumn({ nullable: true }) error: DeliveryError | null;
  @TimeColumn() created_at: string;
}

export type WebhookDeliveryRow = Plain<WebhookDeliveryEntity>;
