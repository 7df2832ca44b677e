import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { asDiskError } from '../errors/disk-full';
import { WriteGate } from './write-gate';

interface OpenTransaction {
  readonly tx: EntityManager;
  readonly effects: (() => void)[];
  /** Committed or rolled back: what still runs in its context is no part of it any more. */
  over: boolean;
}

/** The gate: on SQLite a queue of one, on PostgreSQL a plain transaction. */
@Injectable()
export class TypeOrmGate extends WriteGate {
  private readonly logger = new Logger('Database');
  private readonly context = new AsyncLocalStorage<OpenTransaction>();
  private tail: Promise<unknown> = Promise.resolve();

  constructor(@InjectDataSource() private readonly source: DataSource) {
    super();
  }

  run<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    const outer = this.outer();
    if (outer) return work(outer.tx);
    const whole = (): Promise<T> => this.transaction(work).catch(raise);
    return this.isSqlite ? this.afterTheOthers(whole) : whole();
  }

  afterCommit(effect: () => void): void {
    const outer = this.outer();
    if (outer) outer.effects.push(effect);
    else effect();
  }

  private get isSqlite(): boolean {
    return this.source.options.type === 'sqlite';
  }

  private outer(): OpenTransaction | null {
    const outer = this.context.getStore();
    return outer && !outer.over ? outer : null;
  }

  private afterTheOthers<T>(next: () => Promise<T>): Promise<T> {
    const mine = this.tail.then(next);
    this.tail = mine.catch(() => undefined);
    return mine;
  }

  private async transaction<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    const effects: (() => void)[] = [];
    const inside = async (tx: EntityManager): Promise<T> => {
      const open = { tx, effects, over: false };
      try {
        return await this.context.run(open, () => work(tx));
      } finally {
        open.over = true;
      }
    };
    const result = await (this.isSqlite ? this.onSqlite(inside) : this.source.transaction(inside));
    // Effects run outside of the transaction's context: what they start must not take itself for a part of it.
    this.context.exit(() => {
      for (const effect of effects) this.attempt(effect);
    });
    return result;
  }

  /**
   * By hand, because TypeORM counts: SQLite ends a transaction by itself when the disk is full, the count then never
   * comes back to zero, and after the next rollback every "commit" is a savepoint of a transaction that nobody commits.
   */
  private async onSqlite<T>(inside: (tx: EntityManager) => Promise<T>): Promise<T> {
    const { manager } = this.source.createQueryRunner();
    await manager.query('BEGIN IMMEDIATE');
    try {
      const result = await inside(manager);
      await manager.query('COMMIT');
      return result;
    } catch (error) {
      // Fails if SQLite has rolled back already.
      await manager.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  /** The write is committed: a failing effect must neither fail it nor stop the other effects. */
  private attempt(effect: () => void): void {
    try {
      effect();
    } catch (error) {
      this.logger.error({ err: error }, 'an after-commit effect failed');
    }
  }
}

function raise(error: unknown): never {
  throw asDiskError(error);
}
