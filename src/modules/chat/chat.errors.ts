import { AppError, errorSpec } from '../../platform/errors/app-error';

const CONVERSATION_NOT_FOUND = errorSpec({
  code: 'conversation_not_found',
  status: 404,
  meaning:
    'There is no such conversation, it is not yours, or it was deleted: after 30 days without a message, or as the oldest of 100. Leave conversation_id out to begin another.',
});

/** The same answer for a conversation that doesn't exist and for one of another owner. */
export class ConversationNotFound extends AppError {
  constructor() {
    super(CONVERSATION_NOT_FOUND, 'There is no conversation with this id.', {
      hint: 'GET /api/agent/conversations',
    });
  }
}

const CONVERSATION_BUSY = errorSpec({
  code: 'conversation_busy',
  status: 409,
  meaning:
    'The assistant still answers the message before in this conversation. Wait for that answer.',
});

export class ConversationBusy extends AppError {
  constructor() {
    super(
      CONVERSATION_BUSY,
      'The message before is still being answered. Wait for that answer, then send this one again.',
    );
  }
}

const CHAT_CAP = errorSpec({
  code: 'chat_cap',
  status: 429,
  meaning:
    'The assistant answers as many messages of the caller at once as one may have. Wait for an answer.',
});

export class ChatCap extends AppError {
  constructor(limit: number) {
    super(
      CHAT_CAP,
      `${limit} of your messages are being answered, the most there may be. Wait for an answer.`,
      { headers: { 'Retry-After': '5' }, extras: { limit } },
    );
  }
}

const MODEL_UNREACHABLE = errorSpec({
  code: 'chat_model_unreachable',
  status: 502,
  meaning:
    'The language model of `chat.base_url` gave no answer in time. Send the message again later, or ask the operator.',
});

export class ChatModelUnreachable extends AppError {
  constructor(cause?: unknown) {
    super(
      MODEL_UNREACHABLE,
      'The language model gave no answer in time. Send the message again later.',
      { headers: { 'Retry-After': '10' }, cause },
    );
  }
}

const MODEL_BUSY = errorSpec({
  code: 'chat_model_busy',
  status: 503,
  meaning: 'The language model takes no more requests for now (429). Send the message again later.',
});

export class ChatModelBusy extends AppError {
  constructor() {
    super(MODEL_BUSY, 'The language model takes no more requests for now. Try again in a minute.', {
      headers: { 'Retry-After': '60' },
    });
  }
}

const MODEL_REFUSED = errorSpec({
  code: 'chat_model_refused',
  status: 502,
  meaning:
    'The server of `chat.base_url` refused the request, with the status `model_status`. The operator checks `chat.api_key` and `chat.model`.',
});

export class ChatModelRefused extends AppError {
  constructor(status: number) {
    super(
      MODEL_REFUSED,
      `The language model refused the request (${status}). Ask the operator to check its key and name.`,
      { extras: { model_status: status } },
    );
  }
}

const MODEL_BAD_ANSWER = errorSpec({
  code: 'chat_model_bad_answer',
  status: 502,
  meaning: 'The language model answered something that is no chat completion. Ask the operator.',
});

export class ChatModelBadAnswer extends AppError {
  constructor(cause?: unknown) {
    super(MODEL_BAD_ANSWER, 'The language model answered something that can’t be read.', { cause });
  }
}
