import { ServerSentEventParser } from './server-sent-events.ts';

const STREAM = [
  'retry: 2000\n\n',
  'id: 1\nevent: job\ndata: {"a":1}\n\n',
  ': heartbeat\n\n',
  'id: 2\n\n',
  'data: first\r\ndata:second\r\n\r\n',
  'data\rid:3\r\revent: nothing\n\n',
].join('');

const EXPECTED = [
  { id: '1', event: 'job', data: '{"a":1}' },
  { id: '2', event: 'message', data: undefined },
  { id: undefined, event: 'message', data: 'first\nsecond' },
  { id: '3', event: 'message', data: '' },
];

describe('ServerSentEventParser', () => {
  it('reads fields, comments, ids alone, and every kind of line break', () => {
    expect(new ServerSentEventParser().feed(STREAM)).toEqual(EXPECTED);
  });

  it('reads the same, wherever the stream is cut', () => {
    for (let size = 1; size < STREAM.length; size += 1) {
      const parser = new ServerSentEventParser();
      const events = [];
      for (let at = 0; at < STREAM.length; at += size)
        events.push(...parser.feed(STREAM.slice(at, at + size)));
      expect(events).toEqual(EXPECTED);
    }
  });
});
