import { asObject, readJson } from '../wire/json';
import { nodeSignature } from './node-signature';

function signature(graph: string, nodeId: string, print = 'same'): string {
  return nodeSignature(asObject(readJson(graph)), nodeId, () => print);
}

function saved(color: number, ids: readonly [string, string] = ['1', '2']): string {
  return JSON.stringify({
    [ids[0]]: { class_type: 'EmptyImage', inputs: { color } },
    [ids[1]]: { class_type: 'SaveImage', inputs: { images: [ids[0], 0] } },
  });
}

it('is the same for the same graph under other ids', () => {
  expect(signature(saved(1), '2')).toBe(signature(saved(1, ['x', 'y']), 'y'));
});

it('depends on all ancestors of a node', () => {
  expect(signature(saved(1), '2')).not.toBe(signature(saved(2), '2'));
});

it('depends on the fingerprint of a class', () => {
  expect(signature(saved(1), '1')).not.toBe(signature(saved(1), '1', 'other'));
});
