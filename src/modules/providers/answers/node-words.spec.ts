import { recordedBody } from '../../../../test/support/recordings';
import { cleanMessage, cleanNodeErrors, refusalMessage } from './node-words';
import { objectOr } from './tolerant-json';

describe('cleanMessage', () => {
  it.each([
    [
      "cannot identify image file '/srv/comfyui/input/bad.png'\n",
      "cannot identify image file 'bad.png'",
    ],
    [
      'ERROR: Could not detect model type of: /srv/models/a.safetensors',
      'ERROR: Could not detect model type of: a.safetensors',
    ],
    ["No such file: '/srv/my models/loras/x y.safetensors'", "No such file: 'x y.safetensors'"],
    ['C:\\Users\\me\\ComfyUI\\models\\x.pt is bad', 'x.pt is bad'],
    ["'\\\\server\\share\\x.pt' is bad", "'x.pt' is bad"],
    ['open file:///home/me/x.png failed', 'open x.png failed'],
    ['~/ComfyUI/x.png', 'x.png'],
    [
      "HTTPConnectionPool(host='10.1.2.3', port=8188)",
      "HTTPConnectionPool(host='(address)', port=8188)",
    ],
    ['connect 127.0.0.1:8188 refused', 'connect (address) refused'],
    ['connect [fe80::1]:8188 and ::1 refused', 'connect (address) and (address) refused'],
    ['at http://gpu-box:8188/prompt and localhost:9', 'at (address) and (address)'],
    [
      'see https://huggingface.co/black-forest-labs/FLUX.1-dev',
      'see https://huggingface.co/black-forest-labs/FLUX.1-dev',
    ],
    [
      'kinora/sub/x.png and/or 1/2 at 12:34:56, torch 2.13.0',
      'kinora/sub/x.png and/or 1/2 at 12:34:56, torch 2.13.0',
    ],
    ['boom\nTraceback (most recent call last):\n  File "/srv/x.py", line 1, in y\nz', 'boom'],
    ['boom\n  File "/srv/x.py", line 1, in y\nbang', 'boom\nbang'],
  ])('%j', (message, expected) => {
    expect(cleanMessage(message)).toBe(expected);
  });

  it('shortens what is endless, quickly', () => {
    expect(cleanMessage(' '.repeat(1e6) + 'x')).toBe('');
    expect(cleanMessage('/a'.repeat(1e6)).length).toBeLessThan(3000);
    expect(cleanMessage('x'.repeat(5000))).toHaveLength(2001);
  });
});

describe('refusalMessage', () => {
  const message = (name: string): string => {
    const { error, node_errors } = objectOr(recordedBody(name));
    return refusalMessage(error, node_errors);
  };

  it.each([
    [
      'prompt_err_required_input_missing',
      'Prompt outputs failed validation; EmptyImage (node 1): Required input is missing: width',
    ],
    [
      'prompt_err_value_not_in_list',
      "Prompt outputs failed validation; CheckpointLoaderSimple (node 4): Value not in list: ckpt_name: 'missing.safetensors'",
    ],
    [
      'prompt_err_missing_node_class',
      "Node 'NoSuchNode' not found. The custom node may not be installed.: Node ID '#1'",
    ],
    [
      'prompt_err_loadimage_missing_file',
      'Prompt outputs failed validation; LoadImage (node 1): Custom validation failed for node: image - Invalid image file: nofile.png',
    ],
    ['prompt_err_no_outputs', 'Prompt has no outputs'],
  ])('%s', (name, expected) => {
    expect(message(name)).toBe(expected);
  });

  it('lists three complaints, counts the others, and survives rubbish', () => {
    const errors = Array.from({ length: 5 }, () => ({ message: 'no', details: 'x' }));
    const told = refusalMessage({ message: 'bad' }, { 1: { class_type: 'A', errors } });
    expect(told).toBe('bad; A (node 1): no: x; A (node 1): no: x; A (node 1): no: x; and 2 more');
    expect(refusalMessage('plain', [])).toBe('plain');
    expect(refusalMessage(null, 'x')).toBe('no reason given');
    expect(refusalMessage({}, { 1: 5, 2: { errors: 'x' }, 3: { errors: [null] } })).toContain(
      '(node 3)',
    );
  });
});

describe('cleanNodeErrors', () => {
  it('is done at once with a node that sends blanks by the megabyte', () => {
    // Each of these texts took seconds with patterns that began anew at every blank.
    const errors = ['\n', ' ', '\t\n', '\r\n'].flatMap((blank) =>
      Array.from({ length: 25 }, () => blank.repeat(20_000)),
    );
    expect(cleanNodeErrors({ 1: { errors } })).toEqual({ 1: { errors: errors.map(() => '') } });
  });

  it('drops tracebacks and paths, and keeps the rest', () => {
    const { node_errors } = objectOr(recordedBody('prompt_err_bad_link_slot'));
    const cleaned = cleanNodeErrors(node_errors);
    expect(cleaned).toMatchObject({
      2: {
        class_type: 'SaveImage',
        dependent_outputs: ['2'],
        errors: [{ type: 'exception_during_validation', details: 'tuple index out of range' }],
      },
    });
    expect(JSON.stringify(cleaned)).not.toMatch(/traceback|\/srv/);
    expect(cleanNodeErrors('rubbish')).toEqual({});
  });
});
