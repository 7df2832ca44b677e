import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { requestContext } from '../http/request-context';
import { DiskFull } from '../errors/disk-full';
import { DatabaseProblems } from './database-problems';
import { WriteGate } from './write-gate';

describe('WriteGate on SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-gate-'));
  const database = join(folder, 'gate.sqlite');
  let source: DataSource;
  /** Another connection: sees what is committed, and nothing else. */
  let reader: DataSource;
  let gate: WriteGate;

  beforeEach(async () => {
    source = await new DataSource({ type: 'sqlite', database, enableWAL: true }).initialize();
    reader = await new DataSource({ type: 'sqlite', database }).initialize();
    gate = new WriteGate(source);
    await source.query('DROP TABLE IF EXISTS words');
    await source.query('CREATE TABLE words (word text)');
  });
  afterEach(async () => {
    await source.destroy();
    await reader.destroy();
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const say = (word: string) => (tx: EntityManager) =>
    tx.query<unknown>('INSERT INTO words VALUES (?)', [word]);

  async function committed(): Promise<string[]> {
    const rows = await reader.query<{ word: string }[]>('SELECT word FROM words ORDER BY rowid');
    return rows.map(({ word }) => word);
  }

  const undone = async (tx: EntityManager): Promise<void> => {
    await say('undone')(tx);
    throw new Error('undone');
  };

  it('commits one transaction after the other, also after a rollback', async () => {
    const first = gate.run(say('first'));
    const failed = gate.run(undone);
    const last = gate.run(say('last'));
    await expect(failed).rejects.toThrow('undone');
    await Promise.all([first, last]);
    expect(await committed()).toEqual(['first', 'last']);
  });

  it('lets the owners of requests and the service itself take turns', async () => {
    const order: string[] = [];
    const write = (word: string): Promise<void> =>
      gate.run(async (tx) => {
        await say(word)(tx);
        order.push(word);
      });
    const request = (owner: string, word: string): Promise<void> =>
      requestContext.run({ requestId: word, owner }, () => write(word));
    await Promise.all([
      ...['anna 1', 'anna 2', 'anna 3'].map((word) => request('anna', word)),
      request('bert', 'bert'),
      write('service'),
    ]);
    expect(order).toEqual(['anna 1', 'anna 2', 'bert', 'service', 'anna 3']);
  });

  it('joins the running transaction when called inside it', async () => {
    const failed = gate.run(async () => {
      await gate.run(say('inner'));
      throw new Error('undone');
    });
    await expect(failed).rejects.toThrow('undone');
    expect(await committed()).toEqual([]);
  });

  it('reports a full disk until a write succeeds', async () => {
    const problems = new DatabaseProblems();
    const reporting = new WriteGate(source, problems);
    const [{ page_count }] = await source.query<[{ page_count: number }]>('PRAGMA page_count');
    await source.query(`PRAGMA max_page_count = ${page_count + 1}`);
    await expect(reporting.run(say('x'.repeat(200_000)))).rejects.toThrow(DiskFull);
    expect(problems.list()).toEqual([expect.stringContaining('full')]);
    await source.query('PRAGMA max_page_count = 1000000');
    await reporting.run(say('room again'));
    expect(problems.list()).toEqual([]);
  });

  it('commits again after a write failed on a full disk', async () => {
    const [{ page_count }] = await source.query<[{ page_count: number }]>('PRAGMA page_count');
    await source.query(`PRAGMA max_page_count = ${page_count + 1}`);
    const tooMuch = gate.run(say('x'.repeat(200_000)));
    await expect(tooMuch).rejects.toThrow(DiskFull);
    await source.query('PRAGMA max_page_count = 1000000');
    await gate.run(say('room again'));
    await expect(gate.run(undone)).rejects.toThrow('undone');
    await gate.run(say('kept'));
    expect(await committed()).toEqual(['room again', 'kept']);
  });

  it('leaves a commit to the next flush where the caller allows it', async () => {
    const synchronous = async (tx: EntityManager): Promise<unknown> =>
      (await tx.query<unknown[]>('PRAGMA synchronous'))[0];
    expect(await gate.run(synchronous)).toEqual({ synchronous: 2 });
    expect(await gate.run(synchronous, { flush: false })).toEqual({ synchronous: 1 });
    expect(await gate.run(synchronous)).toEqual({ synchronous: 2 });
  });

  it('starts a new transaction for work that runs after its transaction ended', async () => {
    let straggler = Promise.resolve<unknown>(undefined);
    let go: () => void = () => undefined;
    const signal = new Promise<void>((resolve) => (go = resolve));
    await gate.run(async (tx) => {
      await say('first')(tx);
      straggler = signal.then(() => gate.run(say('late')));
    });
    const failed = gate.run(async (tx) => {
      go();
      await new Promise(setImmediate);
      await undone(tx);
    });
    await expect(failed).rejects.toThrow('undone');
    await straggler;
    expect(await committed()).toEqual(['first', 'late']);
  });

  it('lets what is kept in memory be read again after a failure, because the commit may have succeeded', async () => {
    let reads = 0;
    const write = (then: (tx: EntityManager) => Promise<unknown>) =>
      gate.run((tx) => {
        gate.afterEnd(() => {
          reads += 1;
        });
        return then(tx);
      });
    await expect(write(undone)).rejects.toThrow('undone');
    expect(reads).toBe(1);
    await write(say('done'));
    expect(reads).toBe(2);
  });

  it('runs each effect after the commit, even if another one fails, and none after a rollback', async () => {
    const silenced = jest.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
    const effects: string[] = [];
    const failed = gate.run(async (tx) => {
      gate.afterCommit(() => effects.push('never'));
      await undone(tx);
    });
    await expect(failed).rejects.toThrow('undone');
    await gate.run(async (tx) => {
      gate.afterCommit(() => {
        throw new Error('an effect fails');
      });
      gate.afterCommit(() => effects.push('after'));
      await say('kept')(tx);
      effects.push('within');
    });
    expect(effects).toEqual(['within', 'after']);
    expect(silenced).toHaveBeenCalledTimes(1);
    silenced.mockRestore();
    expect(await committed()).toEqual(['kept']);
  });
});
