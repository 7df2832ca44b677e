import { recordedBody } from '../../../../test/support/recordings';
import type { NodeJob } from '../public/node-access';
import {
  findInQueue,
  readHistory,
  readJob,
  readPendingJobs,
  readQueue,
  isJobUnknown,
  UNREADABLE,
} from './job-response';

/** A history recording holds one prompt, or is the entry itself. */
function history(name: string): NodeJob {
  const body = recordedBody(name) as Record<string, unknown>;
  const read =
    'outputs' in body ? readHistory({ id: body }, 'id') : readHistory(body, Object.keys(body)[0]!);
  if (read === UNREADABLE) throw new Error(`${name} can't be read`);
  return read;
}

const file = (nodeId: string, filename: string, more: object = {}) => ({
  kind: 'file',
  nodeId,
  index: 0,
  filename,
  subfolder: '',
  folderType: 'output',
  ...more,
});

describe('readHistory', () => {
  it('reads a success', () => {
    expect(history('history_success')).toEqual({
      state: 'finished',
      result: {
        outcome: 'success',
        outputs: [file('2', 'png_test_00001_.png')],
        startedAt: 1795230084569,
        finishedAt: expect.any(Number),
      },
    });
  });

  it.each([
    ['history_video', [file('3', 'vid_00001_.mp4', { subfolder: 'video' })]],
    ['history_animated_webp', [file('4', 'anim_00001_.webp')]],
    ['history_audio_mp3', [file('2', 'x_00002.mp3', { subfolder: 'audio' })]],
    [
      'history_previewimage',
      [0, 1].map((index) => expect.objectContaining({ index, folderType: 'temp' })),
    ],
    ['history_save_image_websocket', []],
    ['history_string_node_ids', [expect.objectContaining({ kind: 'file' })]],
  ])('%s: outputs', (name, outputs) => {
    expect(history(name)).toMatchObject({ result: { outcome: 'success', outputs } });
  });

  it('numbers the outputs of a batch', () => {
    const read = history('history_small_64_batch4');
    const outputs = read.state === 'finished' ? read.result.outputs : [];
    expect(outputs.map((output) => output.index)).toEqual([0, 1, 2, 3]);
  });

  it('reports a failure with the node’s message', () => {
    expect(history('history_error')).toEqual({
      state: 'finished',
      result: {
        outcome: 'error',
        outputs: [],
        startedAt: 1795230170932,
        finishedAt: 1795230170936,
        failure: {
          message: "cannot identify image file '/srv/comfyui/nodes/28188/input/bad.png'",
          exceptionType: 'PIL.UnidentifiedImageError',
          nodeId: '1',
          nodeClass: 'LoadImage',
        },
      },
    });
  });

  it.each(['history_garbage_checkpoint', 'history_out_of_memory', 'history_lora_as_checkpoint'])(
    '%s: a failure with a reason',
    (name) => {
      const read = history(name);
      const failure = read.state === 'finished' ? read.result.failure : undefined;
      expect(failure?.message).toMatch(/\w/);
    },
  );

  it('believes a reported failure more than the status, which may be that of the prompt before', () => {
    // As ComfyUI 0.33.0 answers when a node expands into a cycle; the simulator expands no nodes.
    const error = {
      node_id: '2',
      node_type: 'Expanding',
      exception_message: 'Dependency cycle detected',
      exception_type: 'graph.DependencyCycleError',
    };
    const status = {
      status_str: 'success',
      completed: true,
      messages: [
        ['execution_start', { timestamp: 1 }],
        ['execution_error', { ...error, timestamp: 2 }],
      ],
    };
    const failed = {
      outcome: 'error',
      failure: { message: 'Dependency cycle detected', nodeId: '2', nodeClass: 'Expanding' },
    };
    const read = readHistory({ id: { outputs: {}, status } }, 'id');
    expect(read).toMatchObject({ result: failed });
    expect(readJob({ status: 'completed', outputs: {}, execution_status: status })).toEqual(read);
  });

  it('keeps outputs of other nodes before a failure', () => {
    const read = history('history_error_partial_outputs');
    expect(read).toMatchObject({ result: { outcome: 'error' } });
    expect(read.state === 'finished' && read.result.outputs.length).toBeGreaterThan(0);
  });

  it('distinguishes an interruption from a failure', () => {
    const read = history('history_interrupted');
    expect(read).toMatchObject({ result: { outcome: 'interrupted', finishedAt: 1795230172623 } });
    expect(read.state === 'finished' && read.result.failure).toBeUndefined();
  });

  it('reads {} as absent', () => {
    expect(readHistory(recordedBody('history_unknown_id'), 'x')).toEqual({ state: 'absent' });
  });

  it.each([null, [], 'x', 5, { id: null }, { id: [] }, { id: {} }, { id: { outputs: [] } }])(
    'refuses %j',
    (body) => {
      expect(readHistory(body, 'id')).toBe(UNREADABLE);
    },
  );

  it('ignores invalid entries', () => {
    const outputs = {
      1: null,
      2: {
        images: [
          null,
          5,
          {},
          { filename: '' },
          { filename: 'a', type: 'evil' },
          { filename: 'b', subfolder: 7 },
        ],
      },
      3: {
        text: ['hello', ['world'], 5],
        gifs: [{ filename: 'c.mp4', type: 'temp' }],
        animated: [true],
      },
      4: {
        images: 'x',
        text: 'alone',
        latents: [{ filename: 'd', subfolder: '', type: 'output' }],
      },
      5: {
        images: [{ filename: 'e' }, { filename: 'e' }],
        gifs: [{ filename: 'e', type: 'output' }],
      },
    };
    const messages = [
      5,
      ['x'],
      ['execution_start', null],
      ['execution_success', { timestamp: 'y' }],
    ];
    const body = { id: { outputs, status: { status_str: 'success', messages } } };
    expect(readHistory(body, 'id')).toEqual({
      state: 'finished',
      result: {
        outcome: 'success',
        outputs: [
          file('2', 'b'),
          { kind: 'text', nodeId: '3', index: 0, text: 'hello' },
          { kind: 'text', nodeId: '3', index: 1, text: 'world' },
          file('3', 'c.mp4', { index: 2, folderType: 'temp' }),
          { kind: 'text', nodeId: '4', index: 0, text: 'alone' },
          file('4', 'd', { index: 1 }),
          file('5', 'e'),
        ],
      },
    });
  });

  it('uses a default message when the node gives none', () => {
    const body = { id: { outputs: {}, status: { status_str: 'error', messages: [] } } };
    expect(readHistory(body, 'id')).toMatchObject({
      result: { failure: { message: 'The node reports an error and gives no reason.' } },
    });
    const error = { exception_message: '\n', exception_type: 'AssertionError' };
    const typed = { status_str: 'error', messages: [['execution_error', error]] };
    expect(readHistory({ id: { outputs: {}, status: typed } }, 'id')).toMatchObject({
      result: {
        failure: { message: 'The node reports an error (AssertionError) and gives no reason.' },
      },
    });
  });
});

describe('readJob', () => {
  it.each([
    ['job_get', 'success'],
    ['job_get_failed', 'error'],
    ['job_get_cancelled', 'interrupted'],
  ])('%s is %s', (name, outcome) => {
    expect(readJob(recordedBody(name))).toMatchObject({ state: 'finished', result: { outcome } });
  });

  it('agrees with the history on one and the same prompt', () => {
    expect(readJob(recordedBody('job_get'))).toEqual(history('history_animated_webp'));
    expect(readJob(recordedBody('job_get_failed'))).toEqual(history('history_error'));
    expect(readJob(recordedBody('job_get_cancelled'))).toEqual(history('history_interrupted'));
  });

  it('reads pending and running', () => {
    expect(readJob(recordedBody('job_get_pending'))).toEqual({ state: 'pending', position: 0 });
    expect(readJob({ id: 'x', status: 'in_progress' })).toEqual({ state: 'running' });
  });

  it('distinguishes a missing job from a missing route, and from what a proxy misses', () => {
    expect(isJobUnknown(recordedBody('after_restart_SIGTERM_job_running_id'))).toBe(true);
    for (const other of [recordedBody('unknown_path'), { error: 'service not found' }, null])
      expect(isJobUnknown(other)).toBe(false);
  });

  it.each([null, [], {}, { status: 'dancing' }, { status: 5 }])('refuses %j', (body) => {
    expect(readJob(body)).toBe(UNREADABLE);
  });
});

describe('readQueue', () => {
  const queue = readQueue(recordedBody('queue_running_and_pending'));
  if (queue === UNREADABLE) throw new Error('the recording has no queue');

  it('numbers pending prompts in the order in which they run', () => {
    const pending = [
      [30, 'd'],
      [-31, 'b'],
      [-1000.5, 'a'],
      [5, 'c'],
      [30, 'e'],
      [40, 'a'],
    ];
    const read = readQueue({ queue_running: [], queue_pending: [...pending, 'invalid'] });
    const positions = ['a', 'b', 'c', 'd', 'e', 'f'].map(
      (id) => read !== UNREADABLE && read.position(id),
    );
    // The invalid one counts as number 0.
    expect(positions).toEqual([0, 1, 3, 4, 5, null]);
  });

  it('finds prompts', () => {
    const { queue_running, queue_pending } = recordedBody('queue_running_and_pending') as Record<
      string,
      [number, string][]
    >;
    const ids = queue_pending!.toSorted(([a], [b]) => a - b).map(([, id]) => id);
    expect(findInQueue(queue, queue_running![0]![1])).toEqual({ state: 'running' });
    expect(ids.length).toBeGreaterThan(1);
    for (const [position, id] of ids.entries())
      expect(findInQueue(queue, id)).toEqual({ state: 'pending', position });
    expect(findInQueue(queue, 'nobody')).toBeNull();
  });

  it('never sorts a long list, which would block other requests for seconds', () => {
    const jobs = Array.from({ length: 30_000 }, (_, at) => ({ id: `p${at}`, priority: -at }));
    const sorted = [jest.spyOn(Array.prototype, 'sort'), jest.spyOn(Array.prototype, 'toSorted')];
    const read = readPendingJobs({ jobs });
    expect(read !== UNREADABLE && read('p10')).toBe(29_989);
    for (const spy of sorted) {
      expect(spy).not.toHaveBeenCalled();
      spy.mockRestore();
    }
  });

  it.each([null, {}, { queue_running: [] }, { queue_running: {}, queue_pending: [] }])(
    'refuses %j',
    (body) => {
      expect(readQueue(body)).toBe(UNREADABLE);
    },
  );

  it('reads the order from the list of jobs, too', () => {
    const jobs = [
      { id: 'b', priority: 3 },
      { id: 'a', priority: 2 },
    ];
    const read = readPendingJobs({ jobs, pagination: {} });
    expect(read !== UNREADABLE && [read('a'), read('b'), read('c')]).toEqual([0, 1, null]);
    expect(readPendingJobs({ jobs: 5 })).toBe(UNREADABLE);
  });
});
