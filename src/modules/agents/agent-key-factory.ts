import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock, Ids } from '../../platform/clock/clock';
import type { AgentRow } from './agent.entity';

const KEY_BYTES = 32;
const KEY = /^kin_[A-Za-z0-9_-]{43}$/;

/** The stored form of a key: SHA-256 in hex. `null` for text that can't be one of our keys. */
export function hashOf(key: string): string | null {
  return KEY.test(key) ? createHash('sha256').update(key).digest('hex') : null;
}

/** A key, shown once, and its stored hash. */
export interface GeneratedKey {
  readonly key: string;
  readonly key_hash: string;
}

/** What an account is created from. */
export interface NewAgent {
  readonly id: string;
  readonly name: string;
  readonly is_admin: boolean;
  readonly allowed_characters: readonly string[];
  readonly allowed_workflows: readonly string[];
  readonly max_concurrent_jobs: number | null;
}

/** Creates keys and rows of new accounts. */
@Injectable()
export class AgentKeyFactory {
  constructor(
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** A new random key. */
  generateKey(): GeneratedKey {
    const key = `kin_${this.ids.token(KEY_BYTES)}`;
    const key_hash = hashOf(key);
    if (key_hash === null) throw new Error('a generated key must match the key format');
    return { key, key_hash };
  }

  /** @param earlier number of deleted accounts that had the same id */
  createAgent(agent: NewAgent, { key_hash }: GeneratedKey, earlier: number): AgentRow {
    return {
      owner_id: this.ids.uuid(),
      id: agent.id,
      owner_name: earlier === 0 ? agent.id : `${agent.id}~${earlier + 1}`,
      name: agent.name,
      enabled: true,
      is_admin: agent.is_admin,
      allowed_characters: [...new Set(agent.allowed_characters)],
      allowed_workflows: [...new Set(agent.allowed_workflows)],
      max_concurrent_jobs: agent.max_concurrent_jobs,
      key_hash,
      version: 1,
      avatar: null,
      bio: '',
      created_at: this.now(),
      last_used_at: null,
      deleted_at: null,
    };
  }

  /** The current time, as rows store it. */
  now(): string {
    return this.clock.timestamp();
  }
}
