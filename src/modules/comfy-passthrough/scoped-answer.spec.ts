import { recordedBody } from '../../../test/support/recordings';
import { locationRedactor } from '../providers/public/redact-locations';
import { type ComfyPath, readComfyPath } from './comfy-path';
import { jsonOf } from './members';
import { promptIdsIn, scopedAnswer } from './scoped-answer';

type Json = Record<string, unknown>;

const at = (raw: string): ComfyPath => {
  const path = readComfyPath(raw);
  if ('fault' in path) throw new Error(path.fault);
  return path;
};
const scoped = (raw: string, value: unknown, own: readonly string[] = []): unknown =>
  JSON.parse(
    [
      ...jsonOf(
        scopedAnswer(at(raw), value, {
          ownPromptIds: new Set(own),
          redactText: locationRedactor([]),
        }),
      ),
    ].join(''),
  );

describe('answers of a node to callers who are not admins', () => {
  describe('queue', () => {
    const queue = recordedBody('queue_running_and_pending') as Record<string, unknown[][]>;
    const [running] = queue['queue_running']!;
    const id = String(running![1]);

    it('names its prompts', () => {
      const prompts = promptIdsIn(at('queue'), queue);
      expect(prompts).toContain(id);
      expect(prompts).toHaveLength(1 + queue['queue_pending']!.length);
    });

    it('contains their own prompts, without extra_data', () => {
      const [number, , graph, , outputs] = running!;
      expect(scoped('queue', queue, [id])).toEqual({
        queue_running: [[number, id, graph, {}, outputs]],
        queue_pending: [],
      });
      expect(scoped('queue', queue)).toEqual({ queue_running: [], queue_pending: [] });
    });

    it.each([[null], [[]], ['x'], [{ queue_running: 5 }], [{ queue_pending: [null, 1, {}] }]])(
      'is empty when the node answers %j',
      (value) => {
        expect(scoped('queue', value, ['undefined'].slice(1))).toEqual({
          queue_running: [],
          queue_pending: [],
        });
      },
    );
  });

  describe('history', () => {
    const history = recordedBody('history_error') as Json;
    const [id = ''] = Object.keys(history);

    it('names its prompts, and the requested one even if the node has none', () => {
      expect(promptIdsIn(at('history'), history)).toEqual([id]);
      expect(promptIdsIn(at('history/other'), {})).toEqual(['other']);
    });

    it('contains their own prompts, redacted', () => {
      const shown = scoped('history', { ...history, other: history[id] }, [id]) as Json;
      expect(Object.keys(shown)).toEqual([id]);
      const text = JSON.stringify(shown);
      expect(text).toContain("cannot identify image file 'bad.png'");
      expect(text).toContain('"class_type":"LoadImage"');
      expect(text).not.toMatch(/\/srv|traceback|client|current_inputs|create_time/);
    });

    it('contains nothing of other callers, whatever is requested', () => {
      expect(scoped('history', history)).toEqual({});
      expect(scoped(`history/${id}`, history)).toEqual({});
      expect(scoped('history', [history])).toEqual({});
    });

    it('leaves out where packs of custom nodes say that their files are', () => {
      const outputs = { 9: { gifs: [{ filename: 'a.mp4', fullpath: '/srv/out/a.mp4' }] } };
      expect(scoped('history', { [id]: { outputs } }, [id])).toMatchObject({
        [id]: { outputs: { 9: { gifs: [{ filename: 'a.mp4', fullpath: 'a.mp4' }] } } },
      });
    });
  });

  it('system_stats without the command line', () => {
    const shown = scoped('system_stats', recordedBody('system_stats'));
    expect(shown).toMatchObject({
      system: {
        comfyui_version: '0.33.0',
        python_version: expect.stringContaining('[GCC 12.2.0]') as string,
      },
      devices: [{ name: 'cpu', type: 'cpu' }],
    });
    expect(JSON.stringify(shown)).not.toMatch(/argv|\/srv|127\.0/);
  });

  it('features, embeddings and counts', () => {
    const features = recordedBody('features');
    expect(scoped('features', features)).toEqual(features);
    expect(scoped('embeddings', ['bad-hands', 'sub/x', '/srv/y.pt'])).toEqual([
      ...['bad-hands', 'sub/x', 'y.pt'],
    ]);
    const counts = { exec_info: { queue_remaining: 3, who: 'x' }, more: 1 };
    expect(scoped('prompt', counts)).toEqual({ exec_info: { queue_remaining: 3 } });
  });

  it('models without folders that hold none', () => {
    const shown = scoped('models', recordedBody('models'));
    expect(shown).toContain('checkpoints');
    expect(shown).not.toContain('custom_nodes');
    expect(scoped('models/loras', ['style/a.safetensors', 5, 'D:\\x\\b.safetensors'])).toEqual([
      ...['style/a.safetensors', 'b.safetensors'],
    ]);
  });

  it('extensions as URL paths, and nothing else', () => {
    expect(scoped('extensions', ['/extensions/core/a.js', '/srv/x.js', 5])).toEqual([
      '/extensions/core/a.js',
    ]);
  });

  it('object_info without the files of other people', () => {
    const shown = scoped('object_info', recordedBody('object_info')) as Record<string, Json>;
    expect(shown['LoadImage']).toMatchObject({
      input: { required: { image: [[], { image_upload: true }] } },
    });
    expect(shown['KSampler']!['input']).toEqual(
      (recordedBody('object_info') as Record<string, Json>)['KSampler']!['input'],
    );
  });
});
