import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module';
import { registerFeature } from '../../platform/observability/features';
import { AgentToolsModule } from '../agent-tools/agent-tools.module';
import { WorkflowsModule } from '../workflows/workflows.module';
import { ChatAnswersService } from './chat-answers.service';
import { ChatTurns } from './chat-turns';
import { ChatController } from './chat.controller';
import { ChatService } from './chat.service';
import {
  ChatMessageEntity,
  ConversationEntity,
  PendingActionEntity,
} from './entities/chat.entities';
import { ConversationsRepository } from './conversations/conversations.repository';
import { ConversationsService } from './conversations/conversations.service';
import { PendingActionsRepository } from './conversations/pending-actions.repository';
import { ChatModelGateway } from './model/chat-model.gateway';
import { ModelAssistantService } from './model/model-assistant.service';

registerFeature('chat');

/** An assistant that calls tools: by rules, or with a language model where one is configured. */
@Module({
  imports: [
    AgentToolsModule,
    WorkflowsModule,
    DatabaseModule.forFeature([ConversationEntity, ChatMessageEntity, PendingActionEntity]),
  ],
  controllers: [ChatController],
  providers: [
    ChatAnswersService,
    ChatModelGateway,
    ChatService,
    ChatTurns,
    ConversationsRepository,
    ConversationsService,
    ModelAssistantService,
    PendingActionsRepository,
  ],
})
export class ChatModule {}
