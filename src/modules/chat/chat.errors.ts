import { codedError } from '../../platform/errors/app-error';

/** The same answer for a conversation that doesn't exist and for one of another owner. */
export class ConversationNotFound extends codedError({
  code: 'conversation_not_found',
  status: 404,
  meaning:
    'There is no such conversation, it is not yours, or it was deleted: after 30 days without a message, or as the oldest of 100. Leave conversation_id out to begin another.',
}) {
  constructor() {
    super('There is no conversation with this id.', { hint: 'GET /api/agent/conversations' });
  }
}

export class ConversationBusy extends codedError({
  code: 'conversation_busy',
  status: 409,
  meaning:
    'The assistant still answers the message before in this conversation. Wait for that answer.',
}) {
  constructor() {
    super(
      'The message before is still being answered. Wait for that answer, then send this one again.',
      { headers: { 'Retry-After': '5' } },
    );
  }
}

export class ChatCap extends codedError({
  code: 'chat_cap',
  status: 429,
  meaning:
    'The assistant answers as many messages of the caller at once as one may have. Wait for an answer.',
}) {
  constructor(limit: number) {
    super(
      `${limit} of your messages are being answered, the most there may be. Wait for an answer.`,
      { headers: { 'Retry-After': '5' }, extras: { limit } },
    );
  }
}

export class ChatModelUnreachable extends codedError({
  code: 'chat_model_unreachable',
  status: 502,
  meaning:
    'The language model of `chat.base_url` gave no answer in time. Send the message again later, or ask the operator.',
}) {
  constructor(cause?: unknown) {
    super('The language model gave no answer in time. Send the message again later.', {
      headers: { 'Retry-After': '10' },
      cause,
    });
  }
}

export class ChatModelBusy extends codedError({
  code: 'chat_model_busy',
  status: 503,
  meaning: 'The language model takes no more requests for now (429). Send the message again later.',
}) {
  constructor() {
    super('The language model takes no more requests for now. Try again in a minute.', {
      headers: { 'Retry-After': '60' },
    });
  }
}

export class ChatModelRefused extends codedError({
  code: 'chat_model_refused',
  status: 502,
  meaning:
    'The server of `chat.base_url` refused the request, with the status `model_status`. The operator checks `chat.api_key` and `chat.model`.',
}) {
  constructor(status: number) {
    super(
      `The language model refused the request (${status}). Ask the operator to check its key and name.`,
      { extras: { model_status: status } },
    );
  }
}

export class ChatModelBadAnswer extends codedError({
  code: 'chat_model_bad_answer',
  status: 502,
  meaning: 'The language model answered something that is not a chat completion. Ask the operator.',
}) {
  constructor(cause?: unknown) {
    super('The language model answered something that can’t be read.', { cause });
  }
}
