import { closeSync, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../../test/support/eventually';
import { PinoPretty } from 'pino-pretty';
import { batched, PRETTY } from './log-destination';

it('a message takes one line on a terminal, with the name of its part', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'log-')), 'log');
  const fd = openSync(file, 'w');
  const destination = PinoPretty({ destination: fd, sync: true, ...PRETTY, colorize: false });
  const line = { level: 'info', time: '2026-01-31T12:00:00Z', msg: 'request' };
  destination.write(`${JSON.stringify({ ...line, context: 'Http', status: 200 })}\n`);
  destination.write(`${JSON.stringify(line)}\n`);
  closeSync(fd);
  expect(readFileSync(file, 'utf8')).toMatch(
    /^\[[\d:]{8}] INFO: Http: request \{"status":200}\n\[[\d:]{8}] INFO: request\n$/,
  );
});

describe('the destination of the log', () => {
  /** The file stays open: an empty write may still follow the last line. */
  function newLog() {
    const file = join(mkdtempSync(join(tmpdir(), 'log-')), 'log');
    const isWritten = (text: string) =>
      eventually(() => Promise.resolve(readFileSync(file, 'utf8') === text));
    return { fd: openSync(file, 'w'), isWritten };
  }

  it('writes lines after a short time or a flush, and starts no timer while there are none', async () => {
    const { fd, isWritten } = newLog();
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

  it('writes a line that is flushed while others are written', async () => {
    const { fd, isWritten } = newLog();
    const destination = batched(fd);
    destination.write('one\n');
    destination.flush();
    destination.write('two\n');
    destination.flush();
    await isWritten('one\ntwo\n');
  });
});
