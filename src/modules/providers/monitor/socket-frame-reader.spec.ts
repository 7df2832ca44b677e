import { type RecordedFrame, recordedFrames } from '../../../../test/support/recordings';
import type { NodeEvent } from '../public/node-events';
import { SocketFrameReader } from './socket-frame-reader';

const JPEG = Buffer.from('ffd8ffe000104a46', 'hex');
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

const word = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

function replay(
  frames: readonly RecordedFrame[],
  reader = new SocketFrameReader('a'),
): NodeEvent[] {
  return frames.flatMap((frame) => {
    if (frame.text !== undefined) return reader.text(JSON.stringify(frame.text));
    if (!frame.binary) return [];
    const image = frame.binary.image_magic === 'ffd8ffe0' ? JPEG : PNG;
    return reader.binary(Buffer.concat([word(frame.binary.event), word(1), image]));
  });
}

/** The kinds of the events in their order, each run of equal ones once. */
const shape = (events: readonly NodeEvent[]): string =>
  events
    .map((event) => event.kind)
    .filter((kind, index, all) => kind !== all[index - 1])
    .join(' ');

describe('SocketFrameReader', () => {
  it('reads a recorded run with previews', () => {
    const events = replay(recordedFrames('ws_sd_success_clientA'));
    const promptId = '93d4dc80-4f34-4d75-a8dd-a9cbb50291cc';
    expect(shape(events)).toMatch(/^queue started (executing nodes_done )+.*ended queue$/);
    expect(events.filter((event) => event.kind === 'progress')).toEqual(
      [1, 2, 3].map((value) => ({
        kind: 'progress',
        providerId: 'a',
        promptId,
        nodeId: '3',
        value,
        max: 3,
      })),
    );
    expect(events.filter((event) => event.kind === 'preview')).toEqual(
      [1, 2, 3].map(() => ({
        kind: 'preview',
        providerId: 'a',
        promptId,
        mime: 'image/jpeg',
        bytes: JPEG,
      })),
    );
    const done = events.filter((event) => event.kind === 'nodes_done').at(-1);
    expect(done?.done.toSorted()).toEqual(['3', '4', '5', '6', '7', '8', '9']);
  });

  it('ignores ids that are too long, nodes beyond a limit and previews that are too large', () => {
    const reader = new SocketFrameReader('a');
    const read = (type: string, data: object) => reader.text(JSON.stringify({ type, data }));
    const long = 'x'.repeat(201);
    expect(read('execution_start', { prompt_id: long })).toEqual([]);
    expect(read('executing', { prompt_id: 'p', node: long })).toEqual([]);
    const nodes = Array.from({ length: 6_000 }, (_, n) => `node-${n}`);
    const [done] = read('execution_cached', { prompt_id: 'p', nodes });
    expect(done).toMatchObject({ kind: 'nodes_done', done: nodes.slice(0, 5_000) });
    expect(read('executed', { prompt_id: 'p', node: 'one more' })).toEqual([]);
    const preview = Buffer.concat([word(1), word(1), PNG, Buffer.alloc(8 * 1024 * 1024)]);
    expect(reader.binary(preview)).toEqual([]);
  });

  it('counts cached nodes as done', () => {
    const events = replay(recordedFrames('ws_sd_cached'));
    expect(shape(events)).toContain('started nodes_done ended');
  });

  it.each(['ws_error', 'ws_interrupted'])('%s ends', (name) => {
    const events = replay(recordedFrames(name));
    const first = events.find((event) => event.kind === 'started');
    expect(events).toContainEqual({ kind: 'ended', providerId: 'a', promptId: first?.promptId });
  });

  it('gets only queue counts of other clients’ prompts', () => {
    const events = replay(recordedFrames('ws_sd_success_otherclientB'));
    expect(new Set(events.map((event) => event.kind))).toEqual(new Set(['queue']));
  });

  it('handles a socket that opens during a run', () => {
    const events = replay(recordedFrames('ws_reconnect_2'));
    expect(shape(events)).toMatch(/^queue .*progress.*ended/);
    expect(shape(events)).not.toContain('started');
  });

  it('reads the prompt of a preview from its metadata', () => {
    const reader = new SocketFrameReader('a');
    const metadata = Buffer.from(JSON.stringify({ node_id: '3', prompt_id: 'p' }));
    const frame = Buffer.concat([word(4), word(metadata.length), metadata, PNG]);
    expect(reader.binary(frame)).toEqual([
      { kind: 'preview', providerId: 'a', promptId: 'p', mime: 'image/png', bytes: PNG },
    ]);
  });

  it('ignores a preview without metadata while nothing runs', () => {
    const reader = new SocketFrameReader('a');
    const frame = Buffer.concat([word(1), word(1), JPEG]);
    expect(reader.binary(frame)).toEqual([]);
    reader.text('{"type":"execution_start","data":{"prompt_id":"p"}}');
    expect(reader.binary(frame)).toMatchObject([{ promptId: 'p' }]);
    reader.text('{"type":"execution_success","data":{"prompt_id":"p"}}');
    expect(reader.binary(frame)).toEqual([]);
  });

  it('reports finished nodes only when their number grows', () => {
    const reader = new SocketFrameReader('a');
    const state =
      '{"type":"progress_state","data":{"prompt_id":"p","nodes":{"1":{"state":"finished"},"2":{}}}}';
    expect(reader.text(state)).toMatchObject([{ kind: 'nodes_done', done: ['1'] }]);
    expect(reader.text(state)).toEqual([]);
  });

  it.each([
    [-1e308, 0],
    [1.9, 1],
    [7, 2],
  ])('reads %d of 2 steps as %d', (value, read) => {
    const data = { prompt_id: 'p', node: '3', value, max: 2 };
    const events = new SocketFrameReader('a').text(JSON.stringify({ type: 'progress', data }));
    expect(events).toMatchObject([{ kind: 'progress', value: read, max: 2 }]);
  });

  it.each([
    'invalid',
    'null',
    '[]',
    '{"type":5}',
    '{"type":"status"}',
    '{"type":"status","data":{"status":{"exec_info":{"queue_remaining":"x"}}}}',
    '{"type":"progress","data":{"prompt_id":"p","node":"3","value":1,"max":0}}',
    '{"type":"progress","data":{"prompt_id":"p","value":1,"max":2}}',
    '{"type":"executing","data":{"node":"3"}}',
    '{"type":"executing","data":{"node":null,"prompt_id":"p"}}',
    '{"type":"executed","data":{"prompt_id":"p","node":5}}',
    '{"type":"execution_cached","data":{"prompt_id":"p","nodes":"x"}}',
    '{"type":"progress_state","data":{"prompt_id":"p","nodes":[null]}}',
    '{"type":"something_new","data":{"prompt_id":"p"}}',
  ])('ignores %s', (frame) => {
    expect(new SocketFrameReader('a').text(frame)).toEqual([]);
  });

  it.each([
    Buffer.alloc(0),
    Buffer.from('abc'),
    Buffer.concat([word(3), word(1), JPEG]),
    Buffer.concat([word(1), word(1), Buffer.from('GIF89a')]),
    Buffer.concat([word(4), word(4_000_000_000), PNG]),
    Buffer.concat([word(4), word(2), Buffer.from('xx'), PNG]),
  ])('ignores invalid binary frames %#', (frame) => {
    expect(new SocketFrameReader('a').binary(frame)).toEqual([]);
  });
});
