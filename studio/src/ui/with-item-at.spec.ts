import { withItemAt } from './with-item-at';

it('puts an item back at its place, once', () => {
  expect(withItemAt(['a', 'c'], 1, 'b')).toEqual(['a', 'b', 'c']);
  expect(withItemAt(['a'], 5, 'b')).toEqual(['a', 'b']);
  expect(withItemAt(['b', 'a'], 1, 'b')).toEqual(['b', 'a']);
  const lora = { name: 'ink', strength: 0.5 };
  const changed = { name: 'ink', strength: 1 };
  expect(withItemAt([changed], 0, lora, ({ name }) => name)).toEqual([changed]);
});
