import { canonicalJson } from './canonical-json';

describe('canonicalJson', () => {
  it('does not depend on the order of keys, at any depth', () => {
    expect(canonicalJson({ b: [{ y: 1, x: 2 }], a: null })).toBe(
      canonicalJson({ a: null, b: [{ x: 2, y: 1 }] }),
    );
  });

  it('gives different texts for different values', () => {
    const bodies = [
      {},
      [],
      null,
      '',
      0,
      { a: 1 },
      { a: '1' },
      { a: [1] },
      { a: [1, 2] },
      { a: [2, 1] },
    ];
    expect(new Set(bodies.map(canonicalJson)).size).toBe(bodies.length);
  });

  it('treats a missing body as null', () => {
    expect(canonicalJson(undefined)).toBe('null');
  });
});
