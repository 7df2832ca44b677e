import { closeSync, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../../test/support/eventually';
import { batched } from './log-destination';

describe('the destination of the log', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'log-')), 'log');
  const fd = openSync(file, 'w');
  afterAll(() => closeSync(fd));
  const isWritten = (text: string) =>
    eventually(() => Promise.resolve(readFileSync(file, 'utf8') === text));

  it('writes lines after a short time or a flush, and starts no timer while there are none', async () => {
    const timers = jest.spyOn(global, 'setTimeout');
    const intervals = jest.spyOn(global, 'setInterval');
    const destination = batched(fd);
    expect(timers).not.toHaveBeenCalled();
    destination.write('one\n');
    destination.write('two\n');
    expect(timers).toHaveBeenCalledTimes(1);
    expect(intervals).not.toHaveBeenCalled();
    await isWritten('one\ntwo\n');
    timers.mockRestore();
    intervals.mockRestore();
    destination.write('three\n');
    destination.flush();
    await isWritten('one\ntwo\nthree\n');
  });
});
