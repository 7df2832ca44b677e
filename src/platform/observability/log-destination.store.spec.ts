import fs, { closeSync, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../../test/support/eventually';
import { PinoPretty } from 'pino-pretty';
import { batched, PRETTY } from './log-destination.store';

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

  it('drops a line that the disk has no space for, and writes later ones', async () => {
    const { fd, isWritten } = newLog();
    const destination = batched(fd);
    const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    const write = jest.spyOn(fs, 'write').mockImplementationOnce((...args: unknown[]) => {
      (args.at(-1) as (error: Error, written: number) => void)(full, 0);
    });
    destination.write('one\n');
    destination.flush();
    destination.write('two\n');
    destination.flush();
    await isWritten('two\n');
    write.mockRestore();
  });

  it('writes at the end of the process what a slow reader has left, whole and in order', async () => {
    const { fd, isWritten } = newLog();
    const destination = batched(fd);
    const busy = Object.assign(new Error('try again'), { code: 'EAGAIN' });
    const write = jest.spyOn(fs, 'write').mockImplementationOnce((...args: unknown[]) => {
      (args.at(-1) as (error: Error, written: number) => void)(busy, 0);
    });
    const { writeSync } = fs;
    const half = (file: number, bytes: Buffer) => writeSync(file, bytes, 0, bytes.length >> 1);
    const partly = jest.spyOn(fs, 'writeSync').mockImplementationOnce(half as typeof writeSync);
    destination.write('one\n');
    destination.flush();
    destination.write('two\n');
    destination.end();
    await isWritten('one\ntwo\n');
    expect(partly).toHaveBeenCalledTimes(2);
    write.mockRestore();
    partly.mockRestore();
  });

  it('tries once to write the last lines at the end of the process', async () => {
    const { fd, isWritten } = newLog();
    const destination = batched(fd);
    destination.write('one\n');
    destination.end();
    await isWritten('one\n');
    const unwritable = batched(openSync('/dev/null', 'r'));
    unwritable.write('one\n');
    expect(unwritable.end).not.toThrow();
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
