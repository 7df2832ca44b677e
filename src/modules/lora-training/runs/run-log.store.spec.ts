import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConfigService } from '../../../platform/config/config.service';
import { RunLogStore } from './run-log.store';

describe('the log of a run', () => {
  const root = mkdtempSync(join(tmpdir(), 'kinora-log-'));
  const store = new RunLogStore({ current: () => ({ training: { root } }) } as ConfigService);

  afterAll(() => rmSync(root, { recursive: true }));

  const logOf = (text: string, offset?: number) => {
    mkdirSync(join(root, 'run'), { recursive: true });
    writeFileSync(join(root, 'run', 'log.txt'), text);
    return store.log('run', offset);
  };

  it.each([
    ['a line', 'open /srv/x\nnext\n', 12, { log: 'next\n', offset: 17 }],
    ['within a line', 'open /srv/x\nnext\n', 7, { log: 'next\n', offset: 17 }],
    ['within a progress bar', ' 10%|# /srv/x\r 20%|##\r', 9, { log: ' 20%|##\r', offset: 22 }],
    ['within the last line', 'open /srv/x', 7, { log: '', offset: 11 }],
    ['its end', 'open /srv/x\n', 12, { log: '', offset: 12 }],
  ])('is read from %s on in whole lines', async (_, text, offset, part) => {
    expect(await logOf(text, offset)).toEqual({ ...part, reset: false });
  });

  it('begins with a whole line where only its end is read', async () => {
    const text = `${`open /srv/x${'.'.repeat(100)}\n`.repeat(1000)}end\n`;
    const { log, offset, reset } = await logOf(text);
    expect([log.startsWith('open /srv/x'), log.endsWith('end\n')]).toEqual([true, true]);
    expect([offset, reset]).toEqual([text.length, true]);
  });
});
