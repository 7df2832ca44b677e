import { afterSession } from './model';

describe('afterSession', () => {
  it.each([
    ['the page opens with a key', undefined, false, 'mara', 'nothing'],
    ['the page opens where no key is needed', undefined, false, null, 'nothing'],
    ['somebody signs in for the first time', undefined, true, 'mara', 'refresh'],
    ['a key is needed now', 'mara', false, undefined, 'nothing'],
    ['the same account signs in again', 'mara', true, 'mara', 'refresh'],
    ['another account signs in', 'mara', true, 'jon', 'reload'],
    ['a tab has signed in as another account', 'mara', false, 'jon', 'reload'],
    ['no key is needed any more', 'mara', true, null, 'reload'],
    ['a key is used where none was needed', null, false, 'mara', 'reload'],
    ['nothing has changed', 'mara', false, 'mara', 'nothing'],
  ] as const)('when %s', (_title, account, wasSignedOut, now, expected) => {
    expect(afterSession(account, wasSignedOut, now)).toBe(expected);
  });
});
