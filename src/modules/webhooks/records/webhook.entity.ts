import { Entity } from 'typeorm';
import {
  FlagColumn,
  IdColumn,
  IdNumberColumn,
  IntegerColumn,
  JsonColumn,
  TextColumn,
  TimeColumn,
} from '../../../platform/database/columns';
import type { Plain } from '../../../platform/plain';
import type { DisabledReason } from '../delivery/delivery-state';

/** An address that events are sent to. */
@Entity('webhooks')
export class WebhookEntity {
  @IdColumn() id: string;
  @TextColumn({ nullable: true }) owner_id: string | null;
  @TextColumn() url: string;
  /** Kinds of events. */
  @JsonColumn() events: string[];
  @FlagColumn() enabled: boolean;
  /** Why the service disabled it; null when it is enabled or its owner disabled it. */
  @TextColumn({ nullable: true }) disabled_reason: DisabledReason | null;
  /** An admin's webhook for the events of everybody. */
  @FlagColumn() all_owners: boolean;
  @TextColumn() description: string;
  /** `whsec_` and base64. Stored as it is, because signing needs it; never logged, answered once. */
  @TextColumn() secret: string;
  /** The secret before the last rotation, which signs too until `previous_until`. */
  @TextColumn({ nullable: true }) previous_secret: string | null;
  @TimeColumn({ nullable: true }) previous_until: string | null;
  /** Position of the newest event when the webhook was created or last enabled: it receives later ones only. */
  @IntegerColumn() after_position: number;
  @TimeColumn() created_at: string;
}

export type WebhookRow = Plain<WebhookEntity>;

/** How far events have been turned into deliveries. One row. */
@Entity('webhook_cursor')
export class WebhookCursorEntity {
  @IdNumberColumn() id: number;
  @IntegerColumn() position: number;
}
