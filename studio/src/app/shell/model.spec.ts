import { documentTitle, nodeState } from './model';

describe('nodeState', () => {
  it.each([
    [[], 'none'],
    [['offline'], 'none'],
    [['online', 'offline'], 'some'],
    [['online', 'online'], 'all'],
  ])('is for %j: %s', (statuses, expected) => {
    expect(nodeState(statuses.map((status) => ({ status })))).toBe(expected);
  });
});

describe('documentTitle', () => {
  it.each([
    ['Gallery', 0, 0, 'Gallery · Kinora'],
    ['Gallery', 2, 0.628, '62 % · Gallery · Kinora'],
    [undefined, 1, 0, '0 % · Kinora'],
  ])('names %s with %s running at %s', (page, running, fraction, expected) => {
    expect(documentTitle(page, 'Kinora', { running, fraction })).toBe(expected);
  });
});
