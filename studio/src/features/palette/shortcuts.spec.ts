import { SHORTCUTS } from './shortcuts';

describe('the list of shortcuts', () => {
  it.each([
    ['Generate', ['D', 'Delete', '← ↑ → ↓', 'Shift E', 'Shift U', 'Shift M']],
    ['Gallery', ['Page Up', 'Page Down', '/', 'Ctrl A', 'Esc']],
    ['Picture viewer', ['+', '−']],
    ['Comparison', ['+', '−']],
    ['Sample pictures of a training', ['←', '→', '↑', '↓']],
  ])('has every key of %s', (place, keys) => {
    const group = SHORTCUTS.find(({ title }) => title === place);
    expect(group?.shortcuts.flatMap((shortcut) => shortcut.keys)).toEqual(
      expect.arrayContaining(keys),
    );
  });
});
