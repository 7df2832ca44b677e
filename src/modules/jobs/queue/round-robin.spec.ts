import { SeededRandom } from '../../../../test/support/seeded-random';
import { turnsBefore, type WaitingOwner } from './round-robin';

const queue = (...counts: readonly (readonly [string, number])[]): WaitingOwner[] =>
  counts.map(([owner, count]) => ({ owner, count }));

/** How many jobs go before one, of all owners together. */
const jobsBefore = (owners: readonly WaitingOwner[], owner: string, rank: number): number =>
  turnsBefore(owners, owner, rank).reduce((sum, before) => sum + before, 0);

/** The order in which jobs leave: one of each owner, again and again. */
function order(owners: readonly WaitingOwner[]): string[] {
  const rounds = Math.max(0, ...owners.map(({ count }) => count));
  return Array.from({ length: rounds }, (_, round) =>
    owners.filter(({ count }) => count > round).map(({ owner }) => `${owner}${round}`),
  ).flat();
}

describe('turnsBefore', () => {
  it.each<[string, WaitingOwner[], string, number, number]>([
    ['no other owner', queue(['a', 5]), 'a', 3, 3],
    ['a thousand jobs of an owner whose turn is first', queue(['a', 1000], ['b', 1]), 'b', 0, 1],
    ['a thousand jobs of an owner whose turn is later', queue(['b', 1], ['a', 1000]), 'b', 0, 0],
    ['fewer jobs of others', queue(['a', 2], ['b', 9], ['c', 1]), 'b', 6, 9],
    ['an owner who is not in the queue yet', queue(['a', 7], ['', 1]), 'b', 0, 2],
    ['an empty queue', [], 'b', 0, 0],
  ])('%s', (_, owners, owner, rank, expected) => {
    expect(jobsBefore(owners, owner, rank)).toBe(expected);
  });

  it('agrees with a simulation of random queues', () => {
    const random = SeededRandom.for('round robin');
    for (let run = 0; run < 200; run += 1) {
      const owners = Array.from({ length: 1 + random.below(6) }, (_, n) => ({
        owner: 'abcdef'.charAt(n),
        count: 1 + random.below(9),
      }));
      const played = order(owners);
      for (const { owner, count } of owners)
        for (let rank = 0; rank < count; rank += 1)
          expect(played.indexOf(`${owner}${rank}`)).toBe(jobsBefore(owners, owner, rank));
    }
  });
});
