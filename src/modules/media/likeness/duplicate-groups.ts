import type { NearDuplicate } from '../entities/near-duplicate.entity';

/** What one request merges or calls distinct. */
export const MAX_GROUP = 64;

/**
 * The group of an asset: what it is paired with, and what those are paired with in turn, without anything that is
 * distinct from a member. `null` if a newer asset belongs to it, whose group it is then.
 */
export function groupOf(newest: number, pairs: readonly NearDuplicate[]): number[] | null {
  const linked = othersByPosition(pairs.filter((pair) => !pair.is_distinct));
  const distinct = othersByPosition(pairs.filter((pair) => pair.is_distinct));
  const members = new Set([newest]);
  const fits = (other: number): boolean =>
    members.size < MAX_GROUP && !distinct(other).some((one) => members.has(one));
  // A set iterates over what is added meanwhile, too.
  for (const member of members)
    for (const other of linked(member)) {
      if (!fits(other)) continue;
      if (other > newest) return null;
      members.add(other);
    }
  return members.size < 2 ? null : [...members];
}

function othersByPosition(
  pairs: readonly NearDuplicate[],
): (position: number) => readonly number[] {
  const others = new Map<number, number[]>();
  const add = (one: number, other: number): void => {
    const list = others.get(one) ?? [];
    list.push(other);
    others.set(one, list);
  };
  for (const { smaller, larger } of pairs) {
    add(smaller, larger);
    add(larger, smaller);
  }
  return (position) => others.get(position) ?? [];
}
