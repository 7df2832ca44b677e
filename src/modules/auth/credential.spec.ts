import { hasSessionCookie, readCredential } from './credential';

describe('readCredential', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['Basic dXNlcjpwYXNz', null],
    ['Bearerkin_abc', null],
    ['Bearer', ''],
    ['Bearer ', ''],
    ['bearer', ''],
    ['Bearer two words', ''],
    ['Bearer kin_äöü', ''],
    ['Bearer "kin_abc"', ''],
    ['Bearer kin_abc', 'kin_abc'],
    ['bEARER   kin_a-b_c  ', 'kin_a-b_c'],
    ['Bearer kin_abc, Bearer kin_def', ''],
  ])('%j', (header, token) => {
    expect(readCredential(header)).toEqual(
      token === null ? { kind: 'none' } : { kind: 'key', token },
    );
  });
});

describe('hasSessionCookie', () => {
  it.each([
    [undefined, false],
    ['a=b; kinora_key=x', true],
    ['kinora_key=', true],
    ['not_kinora_key=x', false],
  ])('%j', (cookies, expected) => {
    expect(hasSessionCookie(cookies)).toBe(expected);
  });
});
