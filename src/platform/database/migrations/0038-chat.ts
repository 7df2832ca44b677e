import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';

const text = (name: string, isPrimary = false) => ({ name, type: 'text', isPrimary });
const optional = (name: string) => ({ ...text(name), isNullable: true });

const CONVERSATIONS = new Table({
  name: 'chat_conversations',
  columns: [
    text('id', true),
    optional('owner_id'),
    text('title'),
    text('created_at'),
    text('updated_at'),
  ],
  indices: [
    { name: 'chat_conversations_by_time', columnNames: ['updated_at', 'id'] },
    { name: 'chat_conversations_by_owner', columnNames: ['owner_id', 'updated_at', 'id'] },
  ],
});

const MESSAGES = new Table({
  name: 'chat_messages',
  columns: [
    text('conversation_id', true),
    { name: 'position', type: 'integer', isPrimary: true },
    text('role'),
    text('content'),
    text('actions'),
    text('created_at'),
  ],
});

const PENDING_ACTIONS = new Table({
  name: 'chat_pending_actions',
  columns: [
    text('conversation_id', true),
    text('id'),
    text('tool'),
    text('arguments'),
    text('expires_at'),
  ],
});

/** Conversations with the assistant, and the actions that wait for a yes in them. */
export class Chat0038 implements MigrationInterface {
  readonly name = 'Chat0000000000038';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of [CONVERSATIONS, MESSAGES, PENDING_ACTIONS]) await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [CONVERSATIONS, MESSAGES, PENDING_ACTIONS]) await runner.dropTable(table);
  }
}
