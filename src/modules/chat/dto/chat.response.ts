import { ApiProperty } from '@nestjs/swagger';
import type { JsonRecord } from '../../../platform/json';
import { pageOf } from '../../../platform/http/page.response';
import { ApiOwner, ApiTime } from '../../../platform/openapi/answer-fields';
import type { Plain } from '../../../platform/plain';

const ID = 'cnv_5kZ2rT9uQw1xA3bC';
const ANY = { type: 'object', additionalProperties: true } as const;

/** A call of a tool. */
export class ChatActionResponse {
  @ApiProperty({ example: 'make_image' })
  tool: string;
  @ApiProperty({ ...ANY, example: { prompt: 'a lighthouse' } })
  arguments: JsonRecord;
  @ApiProperty({ example: true })
  ok: boolean;
  @ApiProperty({ ...ANY, description: 'What the tool answered, or the error.' })
  result: JsonRecord;
}

/** A call that waits for a yes. */
export class PendingActionResponse {
  @ApiProperty({
    example: '2f1c8f5e-6c1b-4d0b-9a3e-0d5b8f0c7a11',
    description: 'Send it as `pending_id` with the "yes", so that no other call runs.',
  })
  id: string;
  @ApiProperty({ example: 'make_video' })
  tool: string;
  @ApiProperty({ ...ANY, description: 'With exactly these it runs.' })
  arguments: JsonRecord;
  @ApiTime()
  expires_at: string;
}

/** `POST /api/agent/chat`. */
export class ChatResponse {
  @ApiProperty({ description: 'False when a call of a tool failed.', example: true })
  ok: boolean;
  @ApiProperty({ description: 'Plain text.', example: 'I’m making a picture: “a lighthouse” …' })
  reply: string;
  @ApiProperty({ description: 'Send it with the next message.', example: ID })
  conversation_id: string;
  @ApiProperty({ type: [ChatActionResponse], description: 'What the assistant did, in order.' })
  actions: Plain<ChatActionResponse>[];
  @ApiProperty({ type: [String], description: 'What you may send next.', example: ['status'] })
  suggestions: string[];
  @ApiProperty({
    type: PendingActionResponse,
    nullable: true,
    description: 'Runs once you answer "yes" in this conversation.',
  })
  pending: Plain<PendingActionResponse> | null;
}

export class ConversationResponse {
  @ApiProperty({ example: ID })
  id: string;
  @ApiProperty({ description: 'The beginning of its first message.', example: 'make a picture' })
  title: string;
  @ApiTime()
  created_at: string;
  @ApiTime({ description: 'Of its latest message.' })
  updated_at: string;
  @ApiOwner()
  owner?: string | null;
}

/** `GET /api/agent/conversations`. */
export class ConversationPageResponse extends pageOf(ConversationResponse) {}

export class ChatMessageResponse {
  @ApiProperty({ enum: ['user', 'assistant'] })
  role: 'user' | 'assistant';
  @ApiProperty({ example: 'make a picture of a lighthouse' })
  content: string;
  @ApiProperty({ type: [ChatActionResponse] })
  actions: Plain<ChatActionResponse>[];
  @ApiTime()
  created_at: string;
}

/** `GET /api/agent/conversations/{id}`. */
export class WholeConversationResponse extends ConversationResponse {
  @ApiProperty({
    type: [ChatMessageResponse],
    description: 'The latest 200, of at most 500,000 characters, the oldest first.',
  })
  messages: Plain<ChatMessageResponse>[];
  @ApiProperty({
    type: PendingActionResponse,
    nullable: true,
    description: 'What waits for a "yes", as the answer had it.',
  })
  pending: Plain<PendingActionResponse> | null;
}

export class DeletedConversationResponse {
  @ApiProperty({ example: true })
  ok: true;
  @ApiProperty({ example: ID })
  id: string;
}
