import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { WriteGate } from './write-gate';

interface OpenTransaction {
  readonly tx: EntityManager;
  readonly effects: (() => void)[];
}

/** The gate: on SQLite a queue of one, on PostgreSQL a plain transaction. */
@Injectable()
export class TypeOrmGate extends WriteGate {
  private readonly open = new AsyncLocalStorage<OpenTransaction>();
  private tail: Promise<unknown> = Promise.resolve();

  constructor(@InjectDataSource() private readonly source: DataSource) {
    super();
  }

  run<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    const outer = this.open.getStore();
    if (outer) return work(outer.tx);
    return this.source.options.type === 'sqlite'
      ? this.afterTheOthers(() => this.transaction(work))
      : this.transaction(work);
  }

  afterCommit(effect: () => void): void {
    const outer = this.open.getStore();
    if (outer) outer.effects.push(effect);
    else effect();
  }

  private afterTheOthers<T>(next: () => Promise<T>): Promise<T> {
    const mine = this.tail.then(next);
    this.tail = mine.catch(() => undefined);
    return mine;
  }

  private async transaction<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    const effects: (() => void)[] = [];
    const result = await this.source.transaction((tx) =>
      this.open.run({ tx, effects }, () => work(tx)),
    );
    // Effects run outside of the transaction's context: what they start must not take itself for a part of it.
    this.open.exit(() => {
      for (const effect of effects) effect();
    });
    return result;
  }
}
