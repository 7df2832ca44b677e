import { DURABLE_KINDS } from '../../../platform/events/event-kinds';
import { PageQuery } from '../../../platform/http/paging';
import {
  OptionalFlag,
  OptionalStr,
  OptionalStrArray,
  ReadOnlyField,
  Str,
  StrArray,
} from '../../../platform/validation/body-fields';
import { PatchDto } from '../../../platform/validation/field';
import { QueryOneOf, QueryStr } from '../../../platform/validation/query-fields';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../delivery/delivery-state';

const URL = {
  min: 1,
  max: 2_000,
  description: 'Where events are sent: an https address of the public internet.',
  example: 'https://example.com/kinora',
};
const EVENTS = {
  min: 1,
  max: 20,
  item: { min: 1, max: 50 },
  description: `Kinds of events: ${DURABLE_KINDS.join(', ')}.`,
  example: ['job', 'output'],
};
const DESCRIPTION = { max: 280, description: 'For people.', example: 'Posts pictures to the chat' };
const ENABLED = { description: 'Whether events are sent.', example: true };
const ALL_OWNERS = {
  description: 'Admins: the events of all owners, instead of their own only.',
  example: false,
};

/** `POST /api/webhooks`. */
export class WebhookDto {
  @Str(URL) url: string;
  @StrArray(EVENTS) events: string[];
  @OptionalStr({ ...DESCRIPTION, default: '' }) description?: string;
  @OptionalFlag({ ...ENABLED, default: true }) enabled?: boolean;
  @OptionalFlag({ ...ALL_OWNERS, default: false }) all_owners?: boolean;
  @ReadOnlyField() id?: unknown;
  @ReadOnlyField() disabled_reason?: unknown;
  @ReadOnlyField() previous_secret_until?: unknown;
  @ReadOnlyField() created_at?: unknown;
  @ReadOnlyField() owner?: unknown;
}

/** `PATCH /api/webhooks/{id}`. */
export class WebhookPatchDto extends PatchDto {
  @OptionalStr({ ...URL, nullable: false }) url?: string;
  @OptionalStrArray({ ...EVENTS, nullable: false }) events?: string[];
  @OptionalStr(DESCRIPTION) description?: string | null;
  @OptionalFlag({
    ...ENABLED,
    nullable: false,
    description: `${ENABLED.description} Deliveries that wait are tried at once when it is set to true.`,
  })
  enabled?: boolean;
  @OptionalFlag({ ...ALL_OWNERS, nullable: false }) all_owners?: boolean;
  @OptionalStr({ nullable: false, description: 'The id in the path; it can’t be changed.' })
  id?: string;
  @ReadOnlyField() disabled_reason?: unknown;
  @ReadOnlyField() previous_secret_until?: unknown;
  @ReadOnlyField() created_at?: unknown;
  @ReadOnlyField() owner?: unknown;
}

export class WebhookParams {
  @Str({ min: 1, max: 200, description: "The webhook's id.", example: 'whk_5kZ2rT9uQw1x' })
  id: string;
}

export class DeliveryParams extends WebhookParams {
  @Str({ min: 1, max: 200, description: "The delivery's id.", example: 'whd_1sE7uP0zYb4n' })
  delivery_id: string;
}

/** `GET /api/webhooks`. */
export class WebhooksQuery extends PageQuery {
  @QueryStr({
    max: 200,
    description: "Admins: an agent's webhooks, or `*` for all. Omitted: your own.",
    example: 'film-crew',
  })
  owner?: string;
}

/** `GET /api/webhooks/{id}/deliveries`. */
export class DeliveriesQuery extends PageQuery {
  @QueryOneOf(DELIVERY_STATUSES, { description: 'Only deliveries in this state.' })
  status?: DeliveryStatus;
}
