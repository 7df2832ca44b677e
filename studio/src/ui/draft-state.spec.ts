import {
  afterAnswer,
  afterChange,
  afterOverwrite,
  afterReset,
  afterSave,
  type DraftState,
  isUnsent,
  unchanged,
} from './draft-state';

const OLD = unchanged('old');
const typed = (value: string, state = OLD): DraftState<string> => ({ ...state, typed: value });
const saved = (value: string, state = OLD) => afterSave(typed(value, state), Object.is);
const refused = (value: string) => afterAnswer(saved(value), false, Object.is);

describe('a field whose stored value changes', () => {
  it.each<[string, DraftState<string>, string, string, boolean]>([
    ['shows the new value while nothing is typed', OLD, 'new', 'new', false],
    ['keeps what is typed, and is in conflict', typed('mine'), 'new', 'mine', true],
    ['is in no conflict when both say the same', typed('new'), 'new', 'new', false],
    ['shows what was saved', saved('mine'), 'mine', 'mine', false],
    ['is in conflict while it is sent', saved('mine'), 'new', 'mine', true],
    [
      'goes on with typing after it was saved',
      typed('mine!', saved('mine')),
      'mine',
      'mine!',
      false,
    ],
    [
      'keeps what was put back while it was sent',
      typed('old', saved('mine')),
      'mine',
      'old',
      false,
    ],
    [
      'knows all that it sent',
      afterAnswer(saved('second', saved('first')), true, Object.is),
      'first',
      'second',
      false,
    ],
    ['is in conflict after a refusal', refused('mine'), 'new', 'mine', true],
  ])('%s', (_, before, value, shown, hasConflict) => {
    expect(afterChange(before, value, Object.is)).toMatchObject({
      stored: value,
      typed: shown,
      hasConflict,
    });
  });

  it('sends nothing more until somebody has decided', () => {
    const waiting = saved('mine!', saved('mine'));
    expect(afterChange(waiting, 'new', Object.is).next).toBeUndefined();
  });
});

describe('a field that was saved', () => {
  it('shows what the service made of it', () => {
    const before = afterChange(saved(' x'), 'x', Object.is);
    expect(afterAnswer(before, true, Object.is)).toEqual(unchanged('x'));
  });

  it('keeps what was typed meanwhile', () => {
    const before = afterChange(typed('xy', saved('x')), 'x', Object.is);
    const after = afterAnswer(before, true, Object.is);
    expect(after).toMatchObject({ stored: 'x', typed: 'xy' });
    expect(isUnsent(after, Object.is)).toBe(true);
  });

  it('keeps what was refused', () => {
    expect(refused('mine')).toMatchObject({ typed: 'mine', refused: { value: 'mine' } });
  });
});

describe('a field that is saved twice', () => {
  it.each<[string, DraftState<string>, string | undefined, string | undefined]>([
    ['sends nothing that is stored', OLD, undefined, undefined],
    ['sends what is typed', typed('mine'), 'mine', undefined],
    ['sends nothing that is under way', saved('mine'), 'mine', undefined],
    ['sends later what was typed since', typed('mine!', saved('mine')), 'mine', 'mine!'],
    ['sends later what was put back', typed('old', saved('mine')), 'mine', 'old'],
    ['tries again what was refused', refused('mine'), 'mine', undefined],
    [
      'sends nothing later when it ends as what is under way',
      typed('mine', saved('mine!', saved('mine'))),
      'mine',
      undefined,
    ],
  ])('%s', (_, before, underWay, next) => {
    const after = afterSave(before, Object.is);
    expect([after.underWay?.value, after.next?.value]).toEqual([underWay, next]);
  });

  it.each([true, false])('sends the newest value after the answer %s', (isTaken) => {
    const waiting = saved('newest', saved('newer', saved('mine')));
    expect(afterAnswer(waiting, isTaken, Object.is)).toMatchObject({
      typed: 'newest',
      underWay: { value: 'newest' },
      next: undefined,
    });
  });

  it('sends what is typed in place of what others stored', () => {
    const conflict = afterChange(typed('mine'), 'new', Object.is);
    expect(afterOverwrite(conflict)).toMatchObject({
      underWay: { value: 'mine' },
      hasConflict: false,
    });
  });
});

describe('a field that is reset', () => {
  it('shows the stored value', () => {
    expect(afterReset(refused('mine'))).toEqual(OLD);
  });

  it('shows what is under way, which will be the stored value', () => {
    const before = saved('mine!', saved('mine'));
    expect(afterReset(before)).toMatchObject({ typed: 'mine', next: undefined });
  });
});
