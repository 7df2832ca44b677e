import { DataSource } from 'typeorm';
import { WriteGate } from '../../../platform/database/write-gate';
import { MediaPresence } from './media-presence';

describe('MediaPresence', () => {
  it('asks the database again after a change whose commit may have failed or not', async () => {
    const source = await new DataSource({ type: 'sqlite', database: ':memory:' }).initialize();
    const gate = new WriteGate(source);
    const presence = new MediaPresence(gate);
    const stored = new Set(['a.png']);
    const isThere = async (): Promise<boolean> =>
      (await presence.existing(['a.png'], () => Promise.resolve(stored))).has('a.png');
    expect(await isThere()).toBe(true);
    const { revision } = presence;
    const change = gate.run(() => {
      presence.changes(['a.png']);
      stored.delete('a.png');
      return Promise.reject(new Error('the connection was lost'));
    });
    await expect(change).rejects.toThrow('lost');
    expect(await isThere()).toBe(false);
    expect(presence.revision).toBeGreaterThan(revision);
    await source.destroy();
  });
});
