import {
  OneOf,
  OptionalFlag,
  OptionalNestedArray,
  OptionalStr,
  Str,
} from '../../../platform/validation/body-fields';
import { AllowUnknownParameters } from '../../../platform/validation/field';
import { PageQuery } from '../../../platform/http/paging';
import { QueryStr } from '../../../platform/validation/query-fields';

/** In one request. */
export const MAX_MESSAGES = 200;

/** A message as chat programs send it. */
@AllowUnknownParameters()
export class SentMessageDto {
  @OneOf(['user', 'assistant', 'system']) role: 'user' | 'assistant' | 'system';
  @Str({ limit: 'prompt_chars' }) content: string;
}

/** `POST /api/agent/chat`. Other keys are ignored. */
@AllowUnknownParameters()
export class ChatDto {
  @OptionalStr({ min: 1, limit: 'prompt_chars' }) message?: string;
  @OptionalNestedArray(() => SentMessageDto, { min: 1, max: MAX_MESSAGES })
  messages?: SentMessageDto[];
  @OptionalStr({ min: 1, max: 200 }) conversation_id?: string;
  @OptionalStr({ min: 1, max: 200 }) pending_id?: string;
  @OptionalFlag() stream?: boolean;
}

export class ConversationParams {
  @Str({ min: 1, max: 200, description: "The conversation's id.", example: 'cnv_5kZ2rT9uQw1xA3bC' })
  id: string;
}

/** `GET /api/agent/conversations`. */
export class ConversationsQuery extends PageQuery {
  @QueryStr({
    max: 200,
    description: "Admins: an agent's conversations, or `*` for all. Omitted: your own.",
    example: 'film-crew',
  })
  owner?: string;
}
