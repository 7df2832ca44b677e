import { groupOf, MAX_GROUP } from './duplicate-groups';

const pair = (smaller: number, larger: number, is_distinct = false) => ({
  smaller,
  larger,
  owner_id: '',
  distance: 0,
  is_distinct,
});

describe('groupOf', () => {
  it('follows pairs to older assets', () => {
    expect(groupOf(5, [pair(3, 5), pair(1, 3), pair(2, 4)])).toEqual([5, 3, 1]);
  });

  it('returns null when a newer asset belongs to the group', () => {
    expect(groupOf(5, [pair(3, 5), pair(3, 6)])).toBeNull();
  });

  it('returns null for an asset without pairs', () => {
    expect(groupOf(5, [pair(1, 2)])).toBeNull();
  });

  it('leaves out what is distinct from a member', () => {
    expect(groupOf(5, [pair(3, 5), pair(1, 3), pair(1, 5, true)])).toEqual([5, 3]);
    expect(groupOf(5, [pair(3, 5), pair(3, 6), pair(5, 6, true)])).toEqual([5, 3]);
  });

  it('holds no more than one request may merge', () => {
    const chain = Array.from({ length: 200 }, (_, at) => pair(at, at + 1));
    expect(groupOf(200, chain)).toHaveLength(MAX_GROUP);
  });
});
