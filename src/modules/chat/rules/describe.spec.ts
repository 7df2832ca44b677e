import { describeAction, describeProposal } from './describe';

const action = (tool: string, result: object, args: object = {}, ok = true) =>
  describeAction({ tool, arguments: { ...args }, ok, result: { ...result } });

describe('describeAction', () => {
  it.each<[string, object, object, string]>([
    ['search_media', { items: [] }, { q: 'fox' }, 'I found nothing for “fox”.'],
    [
      'search_media',
      { items: [{ path: 'a.png', type: 'image', prompt: 'a\nred fox' }], next_cursor: 'x' },
      {},
      'I found 1 file:\n- /media/a.png (image): a red fox There are more.',
    ],
    ['cancel_jobs', { cancelled: ['a', 'b'], failed: [] }, {}, 'Cancelled 2 jobs.'],
    [
      'cancel_jobs',
      { cancelled: [], failed: [{}] },
      {},
      'Cancelled 0 jobs. 1 job had ended already.',
    ],
    ['get_jobs', { items: [] }, {}, 'You have no jobs yet.'],
    [
      'get_jobs',
      { prompt: 'a fox', status: 'running', progress: { fraction: 0.416 } },
      {},
      'Your latest jobs:\n- “a fox”: running 42 %',
    ],
    [
      'get_jobs',
      { items: [{ prompt_id: 'p', status: 'failed', error: { message: 'no memory' } }] },
      {},
      'Your latest jobs:\n- p: failed (no memory)',
    ],
    ['publish_lora', {}, {}, 'Done: publish_lora.'],
    [
      'rerun_job',
      { prompt_id: 'p', status: 'queued' },
      { changes: { seed: null } },
      'The job runs again, with another seed. Its job is p (queued). Ask “status” to see how far it is.',
    ],
    [
      'rerun_job',
      { prompt_id: 'p', status: 'queued' },
      { changes: { seed: 7 } },
      'The job runs again. Its job is p (queued). Ask “status” to see how far it is.',
    ],
  ])('%s %j', (tool, result, args, text) => {
    expect(action(tool, result, args).text).toBe(text);
  });

  it.each(['', 'x'])('cuts no character of a prompt in half', (start) => {
    const items = [{ path: 'a.png', type: 'image', prompt: start + '🦊'.repeat(500) }];
    const { text } = action('search_media', { items });
    expect(JSON.stringify(text)).not.toContain(String.raw`\ud83e`);
  });

  it('repeats what an error says', () => {
    expect(action('make_image', { detail: 'No node is online.' }, {}, false).text).toBe(
      'That didn’t work: No node is online.',
    );
    const detail = [{ loc: ['body', 'width'], msg: 'Send 64.', type: 'value_error' }];
    expect(action('make_image', { detail }, {}, false).text).toBe(
      'That didn’t work: width: Send 64.',
    );
  });
});

it('describeProposal shows the exact arguments', () => {
  const { text } = describeProposal({ tool: 'make_video', arguments: { a: 1 } }, 'Make a clip');
  expect(text).toContain('Make a clip: shall I do that?\n\nmake_video {\n  "a": 1\n}');
});
