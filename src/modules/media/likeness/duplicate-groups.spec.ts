import { groupsOf, MAX_GROUP } from './duplicate-groups';

const pair = (smaller: number, larger: number, is_distinct = false) => ({
  smaller,
  larger,
  owner_id: '',
  distance: 0,
  is_distinct,
});

describe('groupsOf', () => {
  it('follows pairs to older assets', () => {
    expect(groupsOf([5], [pair(3, 5), pair(1, 3), pair(2, 4)])).toEqual([[5, 3, 1]]);
  });

  it('returns no group when a newer asset belongs to it', () => {
    expect(groupsOf([5], [pair(3, 5), pair(3, 6)])).toEqual([]);
  });

  it('returns no group for an asset without pairs', () => {
    expect(groupsOf([5], [pair(1, 2)])).toEqual([]);
  });

  it('returns the group of each asset', () => {
    expect(groupsOf([6, 5, 4], [pair(3, 6), pair(1, 5)])).toEqual([
      [6, 3],
      [5, 1],
    ]);
  });

  it('leaves out what is distinct from a member', () => {
    expect(groupsOf([5], [pair(3, 5), pair(1, 3), pair(1, 5, true)])).toEqual([[5, 3]]);
    expect(groupsOf([5], [pair(3, 5), pair(3, 6), pair(5, 6, true)])).toEqual([[5, 3]]);
  });

  it('holds no more than one request may merge', () => {
    const chain = Array.from({ length: 200 }, (_, at) => pair(at, at + 1));
    expect(groupsOf([200], chain)[0]).toHaveLength(MAX_GROUP);
  });
});
