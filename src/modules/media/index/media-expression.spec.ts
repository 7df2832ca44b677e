import { mediaExpression } from './media-expression';

describe('mediaExpression', () => {
  it('uses 20 words of a stored filter that has more', () => {
    const expression = mediaExpression({ all: true }, { q: 'fox '.repeat(200) });
    expect(expression?.all).toHaveLength(20);
  });
});
