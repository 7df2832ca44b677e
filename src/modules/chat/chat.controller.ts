import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { AnyCaller, CurrentCaller } from '../../platform/access/access.decorators';
import type { Caller } from '../../platform/access/caller';
import { LIMIT_KEYWORD, type LimitName } from '../../platform/validation/field';
import { type Once, OncePerKey, Repeatable } from '../../platform/http/once-per-key.decorator';
import { Fails } from '../../platform/openapi/fails.decorator';
import type { Plain } from '../../platform/plain';
import { ChatAnswersService } from './chat-answers.service';
import { ConversationsService } from './conversations/conversations.service';
import { ChatDto, ConversationParams, ConversationsQuery, MAX_MESSAGES } from './dto/chat.dto';
import {
  ChatResponse,
  ConversationPageResponse,
  DeletedConversationResponse,
  WholeConversationResponse,
} from './dto/chat.response';

const TEXT = { type: 'string', [LIMIT_KEYWORD]: 'prompt_chars' satisfies LimitName };

const MESSAGE = {
  type: 'object',
  required: ['role', 'content'],
  additionalProperties: true,
  properties: {
    role: { type: 'string', enum: ['user', 'assistant', 'system'] },
    content: TEXT,
  },
};

const CHAT_BODY = {
  type: 'object',
  additionalProperties: true,
  properties: {
    message: {
      ...TEXT,
      minLength: 1,
      description: 'What you want, in plain English; "yes" or "no" to a call that waits.',
    },
    messages: {
      type: 'array',
      items: MESSAGE,
      minItems: 1,
      maxItems: MAX_MESSAGES,
      description:
        'Instead of message: the last is answered; those before it begin a new conversation.',
    },
    conversation_id: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description: 'Of an earlier answer. Omitted: a new one.',
    },
    pending_id: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description:
        'The `pending.id` of the call that a "yes" is for. If another call waits by then, it is shown and not run.',
    },
    stream: {
      type: 'boolean',
      description: 'Answers with server-sent events, as `Accept: text/event-stream` does.',
    },
  },
};

/** The assistant inside the service. */
@ApiTags('chat')
@Controller('api/agent')
@AnyCaller()
export class ChatController {
  constructor(
    private readonly answers: ChatAnswersService,
    private readonly conversations: ConversationsService,
  ) {}

  @Post('chat')
  @HttpCode(200)
  @Repeatable()
  @Fails(404, 409, 429, 502, 503)
  @ApiOperation({
    operationId: 'chat',
    summary: 'Ask the assistant',
    description:
      'It calls the tools of assistants with your rights. One picture is made at once; other calls that cost, end or share something are answered in `pending` and run when the next message is "yes". As a stream: the events `start`, `action` for each call, then `answer` with the whole answer, or `error`.',
  })
  @ApiBody({
    schema: CHAT_BODY,
    examples: {
      help: { summary: 'What it can do', value: { message: 'help' } },
      find: { summary: 'Find pictures', value: { message: 'find pictures of a lighthouse' } },
    },
  })
  @ApiOkResponse({ type: ChatResponse })
  chat(
    @CurrentCaller() caller: Caller,
    @OncePerKey() once: Once,
    @Body() body: ChatDto,
    @Res() response: Response,
  ): Promise<void> {
    return this.answers.send({ caller, body, once }, response);
  }

  @Get('conversations')
  @ApiOperation({
    operationId: 'listConversations',
    summary: 'List your conversations, the latest first',
    description:
      'Without their messages. They are deleted after 30 days without a message; a key keeps its latest 100.',
  })
  @ApiOkResponse({ type: ConversationPageResponse })
  list(
    @CurrentCaller() caller: Caller,
    @Query() query: ConversationsQuery,
  ): Promise<Plain<ConversationPageResponse>> {
    return this.conversations.page(caller, query);
  }

  @Get('conversations/:id')
  @ApiOperation({
    operationId: 'getConversation',
    summary: 'One conversation with its messages',
    description:
      'The latest 200 messages, of at most 500,000 characters together, with the calls that the assistant made for each answer.',
  })
  @ApiOkResponse({ type: WholeConversationResponse })
  get(
    @CurrentCaller() caller: Caller,
    @Param() { id }: ConversationParams,
  ): Promise<Plain<WholeConversationResponse>> {
    return this.conversations.get(caller, id);
  }

  @Delete('conversations/:id')
  @ApiOperation({
    operationId: 'deleteConversation',
    summary: 'Delete a conversation',
    description: 'For good. What the assistant made stays.',
  })
  @ApiOkResponse({ type: DeletedConversationResponse })
  delete(
    @CurrentCaller() caller: Caller,
    @Param() { id }: ConversationParams,
  ): Promise<Plain<DeletedConversationResponse>> {
    return this.conversations.delete(caller, id);
  }
}
