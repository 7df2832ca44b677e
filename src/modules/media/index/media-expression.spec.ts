import { mediaExpression } from './media-expression';

describe('mediaExpression', () => {
  it('uses the first 20 words of a stored filter with more', () => {
    const expression = mediaExpression({ all: true }, { q: 'fox '.repeat(200) });
    expect(expression?.all).toHaveLength(20);
  });
});
