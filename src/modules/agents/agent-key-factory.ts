import { Injectable } from '@nestjs/common';
import { Clock, Ids } from '../../platform/clock/clock';
import type { AgentRow } from './agent.entity';
import { hashOf, KEY_BYTES, keyOf } from './key';

/** A key, shown once, and what is kept of it. */
export interface GeneratedKey {
  readonly key: string;
  readonly key_hash: string;
}

/** What an account is made from. */
export interface NewAgent {
  readonly id: string;
  readonly name: string;
  readonly is_admin: boolean;
  readonly allowed_characters: readonly string[];
  readonly allowed_workflows: readonly string[];
  readonly max_concurrent_jobs: number | null;
}

/** Makes keys and accounts out of chance and time. */
@Injectable()
export class AgentKeyFactory {
  constructor(
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  key(): GeneratedKey {
    const key = keyOf(this.ids.token(KEY_BYTES));
    const key_hash = hashOf(key);
    if (key_hash === null) throw new Error('a key that we make has the form of our keys');
    return { key, key_hash };
  }

  /** `earlier`: accounts that have had this id and are gone. */
  agent(given: NewAgent, { key_hash }: GeneratedKey, earlier: number): AgentRow {
    return {
      owner_id: this.ids.uuid(),
      id: given.id,
      owner_name: earlier === 0 ? given.id : `${given.id}~${earlier + 1}`,
      name: given.name,
      enabled: true,
      is_admin: given.is_admin,
      allowed_characters: [...new Set(given.allowed_characters)],
      allowed_workflows: [...new Set(given.allowed_workflows)],
      max_concurrent_jobs: given.max_concurrent_jobs,
      key_hash,
      version: 1,
      avatar: null,
      bio: '',
      created_at: this.now(),
      last_used_at: null,
      deleted_at: null,
    };
  }

  now(): string {
    return this.clock.timestamp();
  }
}
