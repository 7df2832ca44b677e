import { afterChange, afterSave, type DraftState, isOnItsWay } from './draft-state';

const state = (fields: Partial<DraftState<string>>): DraftState<string> => ({
  stored: 'old',
  typed: 'old',
  hasConflict: false,
  ...fields,
});
const sent = (value: string, isRefused = false) => ({ value, isRefused });

describe('a field whose stored value changes', () => {
  it.each<[string, Partial<DraftState<string>>, string, string, boolean]>([
    ['shows the new value while nothing is typed', {}, 'new', 'new', false],
    ['keeps what is typed, and is in conflict', { typed: 'mine' }, 'new', 'mine', true],
    ['is in no conflict when both say the same', { typed: 'new' }, 'new', 'new', false],
    ['shows what was saved', { typed: 'mine', sent: sent('mine') }, 'mine', 'mine', false],
    ['is in conflict while it is sent', { typed: 'mine', sent: sent('mine') }, 'new', 'mine', true],
    [
      'goes on with typing after it was saved',
      { typed: 'mine!', sent: sent('mine') },
      'mine',
      'mine!',
      false,
    ],
    [
      'is in conflict after a refusal',
      { typed: 'mine', sent: sent('mine', true) },
      'new',
      'mine',
      true,
    ],
  ])('%s', (_, before, value, typed, hasConflict) => {
    expect(afterChange(state(before), value, Object.is)).toMatchObject({
      stored: value,
      typed,
      hasConflict,
    });
  });
});

describe('a field that was saved', () => {
  it('shows what the service made of it', () => {
    const before = state({ stored: 'x', typed: ' x', hasConflict: true });
    expect(afterSave(before, ' x', Object.is)).toEqual(state({ stored: 'x', typed: 'x' }));
  });

  it('keeps what was typed meanwhile', () => {
    const before = state({ stored: 'x', typed: 'xy' });
    expect(afterSave(before, 'x', Object.is)).toBe(before);
  });
});

describe('a field that is saved twice', () => {
  it.each<[string, Partial<DraftState<string>>, boolean]>([
    ['waits for the answer to the same', { typed: 'mine', sent: sent('mine') }, true],
    ['sends what was typed since', { typed: 'mine!', sent: sent('mine') }, false],
    ['tries again what was refused', { typed: 'mine', sent: sent('mine', true) }, false],
    ['sends it the first time', { typed: 'mine' }, false],
  ])('%s', (_, before, isWaiting) => {
    expect(isOnItsWay(state(before), Object.is)).toBe(isWaiting);
  });
});
