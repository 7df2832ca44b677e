import { isOpen } from './value-fit';
import type { WidgetSlot } from './widget-slots';

const slotOf = (choice: string): WidgetSlot => ({
  kind: 'widget',
  name: 'x',
  spec: [[choice]],
  required: true,
  mayLackValue: false,
});

it.each([
  ['a.safetensors', true],
  ['a.pt2', true],
  ['a.pkl', true],
  ['euler', false],
])('a list with %s may have other files: %s', (choice, expected) => {
  expect(isOpen(slotOf(choice), 'a name without an ending')).toBe(expected);
});
