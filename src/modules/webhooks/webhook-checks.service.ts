import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import { ConfigService } from '../../platform/config/config.service';
import { type ValidationError, ValidationFailed } from '../../platform/errors/validation-failed';
import { DURABLE_KINDS, EVENT_KINDS } from '../../platform/events/event-kinds';
import { nearestNames, withNearest } from '../../platform/nearest-names';
import { urlProblem } from './delivery/webhook-url';

/** Fields of a new or changed webhook. */
interface WebhookFields {
  readonly url?: string;
  readonly events?: readonly string[];
  readonly all_owners?: boolean;
}

/** Checks what a request class can't: addresses by the configuration, kinds of events, rights. */
@Injectable()
export class WebhookChecksService {
  constructor(private readonly config: ConfigService) {}

  /** @throws ValidationFailed with all errors */
  check({ isAdmin }: Caller, { url, events = [], all_owners }: WebhookFields): void {
    const { allow_private } = this.config.current().webhooks;
    const urlMessage = url === undefined ? null : urlProblem(url, allow_private);
    const errors = [
      ...(urlMessage === null ? [] : [valueError(['url'], urlMessage)]),
      ...events.flatMap((kind, at) => {
        const message = kindProblem(kind);
        return message === null ? [] : [valueError(['events', at], message)];
      }),
      ...(all_owners === true && !isAdmin
        ? [
            valueError(
              ['all_owners'],
              'Leave it out: only admin keys receive the events of all owners.',
            ),
          ]
        : []),
    ];
    if (errors.length > 0) throw new ValidationFailed(errors);
  }
}

const valueError = (field: readonly (string | number)[], msg: string): ValidationError => ({
  loc: ['body', ...field],
  msg,
  type: 'value_error',
});

const KINDS: readonly string[] = DURABLE_KINDS;

function kindProblem(kind: string): string | null {
  if (KINDS.includes(kind)) return null;
  if (EVENT_KINDS.some((known) => known === kind))
    return `Leave out \`${kind}\`: only streams of events have it, because it is replaced by its next one or is about the stream itself.`;
  const sentence = `Send kinds of events: ${KINDS.join(', ')}.`;
  return withNearest(sentence, nearestNames(kind, KINDS));
}
