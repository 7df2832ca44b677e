import { distinctNames } from './character-names';

it('names characters with their ids where they have the same name', () => {
  const named = distinctNames([
    { id: 'mara', name: 'Mara' },
    { id: 'tom', name: 'Tom' },
    { id: 'mara-2', name: 'mara ' },
    { id: 'mara_3', name: 'Mara' },
  ]);
  expect(named.map(({ name }) => name)).toEqual([
    'Mara (mara)',
    'Tom',
    'mara (mara-2)',
    'Mara (mara_3)',
  ]);
});
