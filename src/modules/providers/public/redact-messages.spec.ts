import { isRecord, type JsonRecord, recordOr } from '../../../platform/json';
import { recordedBody } from '../../../../test/support/recordings';
import { redactMessage, redactValue, messageRedactorFor } from './redact-messages';

const others = messageRedactorFor({ isAdmin: false }, ['http://gpu:8188']);

describe('a message of a node', () => {
  it.each([
    ['boom\nTraceback (most recent call last):\n  File "/srv/x.py", line 1, in y\nz', 'boom'],
    ['boom\n  File "/srv/x.py", line 1, in y\nbang', 'boom\nbang'],
    ["image: 'x.png' not in ['mine.png', 'yours.png']", "image: 'x.png'"],
    ["image: 'x.png' not in (list of length 4711)", "image: 'x.png'"],
    ["choices are ['alice.png','bob.png']", 'choices are (list)'],
    ["x: ['alice.png', 'bob.png'] it is", 'x: (list) it is'],
    ['x: ("a b.png",) it is', 'x: (list) it is'],
    ['must be one of: alice.png, bob.png\nbang', 'must be one of (list)\nbang'],
    ['must be one of alice.png or bob.png, carol.png', 'must be one of (list)'],
    ['Available files: [alice.png]', 'Available files (list)'],
    ['one of the nodes failed', 'one of the nodes failed'],
    ["missing ['image', 'mask']", "missing ['image', 'mask']"],
    ['must be one of: red, green', 'must be one of: red, green'],
    ['a word that is not in vocabulary', 'a word that is not in vocabulary'],
    ['gpu:8188 lost /srv/x.png ', '(address) lost x.png'],
  ])('%j', (message, expected) => {
    expect(others.message(message)).toBe(expected);
  });

  it('is truncated quickly', () => {
    expect(redactMessage(' '.repeat(1e6) + 'x')).toBe('x');
    expect(redactMessage('x'.repeat(5000))).toHaveLength(2001);
    for (const piece of ["['a',", "['", "'[", 'one of ', "one of: a.b, '", 'a.png, ', '[ '])
      expect(redactMessage(piece.repeat(100_000)).length).toBeLessThanOrEqual(2001);
    for (const blank of ['\n', ' ', '\t\n', '\r\n'])
      expect(redactMessage(blank.repeat(500_000))).toBe('');
  });
});

describe('node_errors', () => {
  const nodeErrors = (name: string): JsonRecord =>
    recordOr(recordOr(recordedBody(name))['node_errors']);

  it('report the error without the list of valid values', () => {
    expect(others.errors(nodeErrors('prompt_err_value_not_in_list'))).toEqual({
      4: {
        class_type: 'CheckpointLoaderSimple',
        dependent_outputs: ['9'],
        errors: [
          {
            type: 'value_not_in_list',
            message: 'Value not in list',
            details: "ckpt_name: 'missing.safetensors'",
            extra_info: { input_name: 'ckpt_name', received_value: 'missing.safetensors' },
          },
        ],
      },
    });
  });

  it.each([
    'prompt_err_bad_link_slot',
    'prompt_err_loadimage_missing_file',
    'prompt_err_value_smaller_than_min',
    'prompt_err_return_type_mismatch',
  ])('%s holds nothing of the node', (name) => {
    const cleaned = others.errors(nodeErrors(name));
    expect(Object.keys(cleaned)).not.toHaveLength(0);
    expect(JSON.stringify(cleaned)).not.toMatch(/traceback|input_config|\/srv/);
  });

  it('are not redacted for admins', () => {
    const admin = messageRedactorFor({ isAdmin: true }, ['http://gpu:8188']);
    const own = nodeErrors('prompt_err_bad_link_slot');
    expect(admin.errors(own)).toBe(own);
    expect(admin.message('at /srv/x.png')).toBe('at /srv/x.png');
  });
});

describe('redactValue', () => {
  it('leaves out internal fields at any depth, and keeps everything else', () => {
    const insides = {
      traceback: [],
      current_inputs: {},
      current_outputs: [],
      input_config: [],
      argv: [],
      extra_data: {},
      client_id: 'c',
    };
    const value = { a: [{ ...insides, b: 1, c: null, d: true }], ...insides, e: 'x' };
    const upper = (text: string): string => text.toUpperCase();
    expect(redactValue(value, upper)).toEqual({ A: [{ B: 1, C: null, D: true }], E: 'X' });
    expect(others.errors({ 'at /srv/x': { '/srv/y z': 1 } })).toEqual({ 'at x': { 'y z': 1 } });
    expect(isRecord(redactValue({}, upper))).toBe(true);
  });
});
