import { credentialOf } from './credential';

describe('a Bearer header', () => {
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
    expect(credentialOf(header === undefined ? {} : { authorization: [header] })).toEqual(
      token === null ? { kind: 'none' } : { kind: 'key', tokens: token === '' ? [] : [token] },
    );
  });
});

describe('several Authorization headers', () => {
  it.each([
    [['Basic dTpw', 'Bearer kin_a'], 'kin_a'],
    [['Bearer kin_a', 'Basic dTpw'], 'kin_a'],
    [['Bearer kin_a', 'Bearer kin_b'], ''],
    [['Bearer kin_a', 'Bearer kin_a'], ''],
    [['Bearer kin_a', 'Bearer'], ''],
  ])('%j', (authorization, token) => {
    expect(credentialOf({ authorization })).toEqual({
      kind: 'key',
      tokens: token === '' ? [] : [token],
    });
  });
});

describe('a session cookie', () => {
  it.each([
    [undefined, null],
    ['a=b', null],
    ['not_kinora_key=x', null],
    ['a=b; kinora_key=kin_abc', ['kin_abc']],
    ['kinora_key=kin_abc;', ['kin_abc']],
    ['kinora_key=kin_a; a=b; kinora_key=kin_b', ['kin_a', 'kin_b']],
    ['kinora_key=; kinora_key="x"; kinora_key=kin_a', ['kin_a']],
    [
      Array.from('12345', (n) => `kinora_key=kin_${n}`).join(';'),
      Array.from('1234', (n) => `kin_${n}`),
    ],
    ['kinora_key=', []],
    ['kinora_key', []],
    ['kinora_key="kin_abc"', []],
    ['kinora_key=kin abc', []],
  ])('%j', (cookie, tokens) => {
    expect(credentialOf(cookie === undefined ? {} : { cookie: [cookie] })).toEqual(
      tokens === null ? { kind: 'none' } : { kind: 'cookie', tokens },
    );
  });

  it('is found in any of several Cookie headers', () => {
    expect(credentialOf({ cookie: ['a=b', 'kinora_key=kin_abc'] })).toEqual({
      kind: 'cookie',
      tokens: ['kin_abc'],
    });
  });

  it('counts only without a Bearer header', () => {
    const cookie = ['kinora_key=kin_cookie'];
    expect(credentialOf({ authorization: ['Bearer kin_header'], cookie })).toEqual({
      kind: 'key',
      tokens: ['kin_header'],
    });
    expect(credentialOf({ authorization: ['Bearer'], cookie })).toEqual({
      kind: 'key',
      tokens: [],
    });
    expect(credentialOf({ authorization: ['Basic dTpw'], cookie })).toEqual({
      kind: 'cookie',
      tokens: ['kin_cookie'],
    });
  });
});
