import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';

const text = (name: string, isNullable = false) => ({ name, type: 'text', isNullable });
const flag = (name: string) => ({ name, type: 'boolean' });
const integer = (name: string, isNullable = false) => ({ name, type: 'bigint', isNullable });

/** Webhooks, what they are to be sent, and how far events have been turned into deliveries. */
export class Webhooks0036 implements MigrationInterface {
  readonly name = 'Webhooks0000000000036';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'webhooks',
        columns: [
          { ...text('id'), isPrimary: true },
          text('owner_id', true),
          text('url'),
          text('events'),
          flag('enabled'),
          text('disabled_reason', true),
          flag('all_owners'),
          text('description'),
          text('secret'),
          text('previous_secret', true),
          text('previous_until', true),
          integer('after_position'),
          text('created_at'),
        ],
        indices: [
          { name: 'webhooks_by_time', columnNames: ['created_at', 'id'] },
          { name: 'webhooks_by_owner', columnNames: ['owner_id', 'created_at', 'id'] },
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'webhook_deliveries',
        columns: [
          { ...text('id'), isPrimary: true },
          text('webhook_id'),
          text('message_id'),
          text('type'),
          text('event', true),
          integer('position'),
          text('lane'),
          flag('is_single'),
          text('status'),
          integer('attempts'),
          text('next_attempt_at', true),
          text('last_attempt_at', true),
          integer('http_status', true),
          text('error', true),
          text('created_at'),
        ],
        indices: [
          {
            name: 'webhook_deliveries_by_webhook',
            columnNames: ['webhook_id', 'created_at', 'id'],
          },
          { name: 'webhook_deliveries_by_time', columnNames: ['created_at'] },
          {
            name: 'webhook_deliveries_due',
            columnNames: ['webhook_id', 'next_attempt_at'],
            where: 'next_attempt_at IS NOT NULL',
          },
          {
            name: 'webhook_deliveries_by_lane',
            columnNames: ['webhook_id', 'status', 'lane', 'position'],
          },
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'webhook_cursor',
        columns: [{ name: 'id', type: 'integer', isPrimary: true }, integer('position')],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('webhook_cursor');
    await runner.dropTable('webhook_deliveries');
    await runner.dropTable('webhooks');
  }
}
