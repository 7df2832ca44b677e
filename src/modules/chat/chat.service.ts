import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import { Clock, Ids } from '../../platform/clock/clock';
import { ValidationFailed } from '../../platform/errors/validation-failed';
import type { Plain } from '../../platform/plain';
import { AgentTools, type ToolSender } from '../agent-tools/public/agent-tools';
import { WorkflowRecords } from '../workflows/public/workflow-records';
import { ChatTurns } from './chat-turns';
import { ConversationNotFound } from './chat.errors';
import type { ChatAction, ConversationRow, PendingActionRow } from './entities/chat.entities';
import { ConversationsRepository, type NewMessage } from './conversations/conversations.repository';
import { PendingActionsRepository } from './conversations/pending-actions.repository';
import type { ChatDto, SentMessageDto } from './dto/chat.dto';
import type { ChatResponse, PendingActionResponse } from './dto/chat.response';
import { ModelAssistantService } from './model/model-assistant.service';
import { describeAction, describeProposal, type Reply } from './rules/describe';
import { answerByRules } from './rules/rules-assistant';
import { answerIn } from './rules/understand';
import { keptActions } from './kept-actions';
import { type ProposedCall, ToolCalls } from './tool-calls';

const MAX_CONVERSATIONS = 100;
const ID_BYTES = 12;
const TITLE_CHARS = 80;
/** How long a call waits for a yes. Milliseconds. */
const PENDING_MS = 15 * 60 * 1000;
/** Messages that an answer may refer to. */
const MAX_HISTORY = 40;

export type ChatAnswer = Plain<ChatResponse>;

/** How a message is answered. */
export interface ChatContext {
  readonly sender: ToolSender;
  /** Ends the answer when aborted. */
  readonly signal: AbortSignal;
  /** Called once the message is stored. */
  readonly onStart: (conversationId: string) => void;
  readonly onAction: (action: ChatAction) => void;
}

/** Answers messages: a yes or no to what waits, else by a language model where one is configured, or by rules. */
@Injectable()
export class ChatService {
  constructor(
    private readonly rows: ConversationsRepository,
    private readonly pending: PendingActionsRepository,
    private readonly turns: ChatTurns,
    private readonly tools: AgentTools,
    private readonly modelAssistant: ModelAssistantService,
    private readonly workflows: WorkflowRecords,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** @throws ValidationFailed, ConversationNotFound, ConversationBusy, ChatCap, what the model's gateway throws */
  async answer(caller: Caller, body: ChatDto, context: ChatContext): Promise<ChatAnswer> {
    const messages = messagesIn(body);
    return this.turns.ofOwner(caller, async () => {
      const conversation = await this.conversation(caller, body.conversation_id, messages);
      return this.turns.ofConversation(conversation.id, async () => {
        const isNew = body.conversation_id === undefined;
        const added = isNew ? messages : messages.slice(-1);
        await this.rows.append(conversation.id, added);
        context.onStart(conversation.id);
        return this.answerLast({ caller, body, id: conversation.id }, added, context);
      });
    });
  }

  /** @throws ConversationNotFound */
  private async conversation(
    caller: Caller,
    id: string | undefined,
    messages: readonly NewMessage[],
  ): Promise<ConversationRow> {
    if (id !== undefined) {
      const existing = await this.rows.findOwn(caller, id);
      if (!existing) throw new ConversationNotFound();
      return existing;
    }
    const now = this.clock.timestamp();
    const conversation = {
      id: `cnv_${this.ids.token(ID_BYTES)}`,
      owner_id: caller.ownerId,
      title: titleOf(messages),
      created_at: now,
      updated_at: now,
    };
    await this.rows.insert(conversation, MAX_CONVERSATIONS);
    return conversation;
  }

  private async answerLast(
    turn: Turn,
    added: readonly NewMessage[],
    context: ChatContext,
  ): Promise<ChatAnswer> {
    const { id } = turn;
    const calls = new ToolCalls(this.tools, context);
    try {
      const reply = await this.reply(turn, added.at(-1)?.content ?? '', calls);
      const proposed = calls.proposed && (await this.keep(id, calls.proposed));
      const shown = proposed ? joined(reply, this.question(proposed)) : reply;
      await this.rows.append(id, [messageOf(shown.text, calls)]);
      return {
        ok: calls.actions.every(({ ok }) => ok),
        reply: shown.text,
        conversation_id: id,
        actions: calls.actions,
        suggestions: [...shown.suggestions],
        pending: proposed,
      };
    } catch (error) {
      // What was done is part of the conversation, also when nobody hears of it now.
      if (calls.actions.length > 0)
        await this.rows.append(id, [messageOf('I was interrupted after this.', calls)]);
      throw error;
    }
  }

  private async reply(
    { caller, body, id }: Turn,
    message: string,
    calls: ToolCalls,
  ): Promise<Reply> {
    const answer = answerIn(message);
    // Any other message takes back what waited.
    const waiting = await this.pending.take(id);
    if (waiting && answer === 'yes') return accepted(waiting, body.pending_id, calls);
    if (waiting && answer === 'no') return { text: 'All right, I left it.', suggestions: ['help'] };
    // The model must not take a late yes for a new request.
    const isLate = answer === 'yes' && body.pending_id !== undefined;
    if (this.modelAssistant.isConfigured() && !isLate)
      return this.modelAssistant.answer(await this.rows.messages(id, MAX_HISTORY), calls);
    if (answer !== 'yes') return answerByRules(message, calls, () => this.workflows.all(caller));
    return { text: 'Nothing waits for a yes here, or it has expired.', suggestions: ['help'] };
  }

  private async keep(
    conversation_id: string,
    call: ProposedCall,
  ): Promise<Plain<PendingActionResponse>> {
    const expires_at = new Date(this.clock.now() + PENDING_MS).toISOString();
    const { tool, arguments: args } = call;
    const pending = { id: this.ids.uuid(), tool, arguments: args, expires_at };
    await this.pending.save({ ...pending, conversation_id });
    return pending;
  }

  private question(proposed: ProposedCall): Reply {
    return describeProposal(proposed, this.tools.find(proposed.tool)?.title ?? proposed.tool);
  }
}

/** A message that is being answered. */
interface Turn {
  readonly caller: Caller;
  readonly body: ChatDto;
  /** The id of the conversation. */
  readonly id: string;
}

/** Runs the call that waits, unless the yes is for another one: then it must be shown first. */
async function accepted(
  waiting: PendingActionRow,
  pendingId: string | undefined,
  calls: ToolCalls,
): Promise<Reply> {
  if (pendingId !== undefined && pendingId !== waiting.id) {
    calls.propose(waiting);
    return {
      text: 'The call that you said yes to is no longer waiting. This one is now:',
      suggestions: [],
    };
  }
  const { ok, body } = await calls.runAccepted(waiting, waiting.id);
  return describeAction({ tool: waiting.tool, arguments: waiting.arguments, ok, result: body });
}

/** Without half a character at its end. */
const titleOf = ([first]: readonly NewMessage[]): string =>
  (first?.content ?? '').slice(0, TITLE_CHARS).replace(/\p{Cs}/gu, '');

/** The sent messages, the one to answer last. @throws ValidationFailed */
function messagesIn({ message, messages }: ChatDto): readonly NewMessage[] {
  if (message !== undefined && messages !== undefined)
    throw ValidationFailed.at(['body', 'messages'], 'Send message or messages, not both.');
  if (message !== undefined) return [newMessage({ role: 'user', content: message })];
  if (messages === undefined)
    throw new ValidationFailed([
      { loc: ['body', 'message'], msg: 'Send message or messages.', type: 'missing' },
    ]);
  if (messages.at(-1)?.role !== 'user')
    throw ValidationFailed.at(
      ['body', 'messages', messages.length - 1],
      'Send a message of the role "user" last.',
    );
  return messages.map(newMessage);
}

const newMessage = ({ role, content }: SentMessageDto): NewMessage => ({
  role: role === 'assistant' ? role : 'user',
  content,
  actions: [],
});

const messageOf = (content: string, { actions }: ToolCalls): NewMessage => ({
  role: 'assistant',
  content,
  actions: keptActions(actions),
});

const joined = (first: Reply, second: Reply): Reply => ({
  text: [first.text, second.text].filter(Boolean).join('\n\n'),
  suggestions: second.suggestions,
});
