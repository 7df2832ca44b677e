import { recordOr } from '../../../platform/json';
import { recordedBody } from '../../../../test/support/recordings';
import { boundedText, readNodeErrors, refusalMessage } from './node-messages';

describe('boundedText', () => {
  it('keeps texts and limits their length', () => {
    expect(boundedText("bad image '/srv/comfyui/input/bad.png'\n")).toBe(
      "bad image '/srv/comfyui/input/bad.png'",
    );
    expect(boundedText('x'.repeat(5000))).toHaveLength(2001);
  });
});

describe('refusalMessage', () => {
  const message = (name: string): string => {
    const { error, node_errors } = recordOr(recordedBody(name));
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

  it('lists three errors, counts the others, and tolerates invalid entries', () => {
    const errors = Array.from({ length: 5 }, () => ({ message: 'no', details: 'x' }));
    const message = refusalMessage({ message: 'bad' }, { 1: { class_type: 'A', errors } });
    expect(message).toBe(
      'bad; A (node 1): no: x; A (node 1): no: x; A (node 1): no: x; and 2 more',
    );
    expect(refusalMessage('plain', [])).toBe('plain');
    expect(refusalMessage(null, 'x')).toBe('no reason given');
    expect(refusalMessage({}, { 1: 5, 2: { errors: 'x' }, 3: { errors: [null] } })).toContain(
      '(node 3)',
    );
  });
});

const many = <T>(item: (n: number) => T): T[] => Array.from({ length: 300_000 }, (_, n) => item(n));

describe('readNodeErrors', () => {
  it('keep the node’s texts, each with limited length', () => {
    const { node_errors } = recordOr(recordedBody('prompt_err_value_not_in_list'));
    expect(readNodeErrors(node_errors)).toEqual(node_errors);
    expect(readNodeErrors({ 1: { errors: ['x'.repeat(5000)] } })).toEqual({
      1: { errors: ['x'.repeat(2000) + '…'] },
    });
    expect(readNodeErrors('invalid')).toEqual({});
  });

  it.each([
    ['of 300,000 nodes', Object.fromEntries(many((n) => [String(n), { errors: ['too small'] }]))],
    ['of one node with 300,000', { 7: { errors: many(() => ({ message: 'too small' })) } }],
    ['of 300,000 long names', { 7: Object.fromEntries(many((n) => [`${n}${'x'.repeat(90)}`, 1])) }],
    ['of 300,000 empty lists', { 7: many(() => []) }],
  ])('%s are cut to 64 kB, with a note that says so', (_, errors) => {
    const read = readNodeErrors(errors);
    expect(JSON.stringify(read).length).toBeLessThan(70_000);
    expect(JSON.stringify(read).length).toBeGreaterThan(30_000);
    expect(read['cut']).toMatchObject({ errors: [{ type: 'cut' }] });
  });

  it('that are nested without end are cut', () => {
    const nested = `{"7": ${'['.repeat(5000)}${']'.repeat(5000)}}`;
    expect(JSON.stringify(readNodeErrors(JSON.parse(nested)))).toContain('…');
  });
});
