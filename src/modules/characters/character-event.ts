import { eventPayload } from '../../platform/events/event-payloads';
import type { NewOutboxEvent } from '../../platform/events/outbox';
import { CharacterEventResponse } from './dto/character.response';

eventPayload('character', CharacterEventResponse);

/** Tells everybody who may use the character of its change. */
export const characterEvent = (
  id: string,
  action: CharacterEventResponse['action'],
): NewOutboxEvent => ({
  kind: 'character',
  audience: { to: 'character', id },
  data: () => ({ id, action }),
});
