import { matching } from './option-list';

const options = ['Karras', 'exponential', 'SGM uniform', 'DDIM uniform', 'uniform sgm'].map(
  (label) => ({ value: label, label, words: label === 'Karras' ? 'steep' : undefined }),
);

describe('searching options', () => {
  it.each([
    ['', ['Karras', 'exponential', 'SGM uniform', 'DDIM uniform', 'uniform sgm']],
    ['uniform', ['uniform sgm', 'SGM uniform', 'DDIM uniform']],
    ['sgm uni', ['SGM uniform', 'uniform sgm']],
    ['KARR', ['Karras']],
    ['steep', ['Karras']],
    ['zzz', []],
  ])('finds by %j: %j', (query, labels) => {
    expect(matching(options, query).map(({ label }) => label)).toEqual(labels);
  });
});
